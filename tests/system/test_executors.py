"""Work here, in processes and on a Dask cluster: the same bytes, also when workers end; Ctrl-C ends at once."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, CommandLine, python
from results_database import finished, wait_for

from monfknn_ref import MonFkNN
from monfknn_ref.data import artiset, read_csv
from monfknn_ref.data.tables import blocks_of_file
from monfknn_ref.evaluation.executors import Workers, open_workers
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.model.checks import install_command

pytestmark = pytest.mark.system

COMMAND = ["-m", "monfknn_ref"]
NOISE = "reproduce noise --seeds 1 --folds 2 --method OLM --format json"


def output(line: str) -> str:
    """What a command prints, in a process of its own."""
    result = python(*COMMAND, *line.split())
    assert result.returncode == 0, result.stderr
    return result.stdout


def started(line: str, *words: str) -> subprocess.Popen[str]:
    """A command in a process of its own, at work."""
    command = [sys.executable, *COMMAND, *line.split(), *words]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


# ------------------------------------------------------------------------------------------ the executor


def double(number: int, *shared: int) -> int:
    if number == 13:
        raise ValueError("13 is refused")
    return 2 * number + sum(shared)


def everything(workers: Workers) -> None:
    assert list(workers.in_order(abs, range(-5, 0))) == [5, 4, 3, 2, 1]
    assert sorted(workers.as_finished(abs, range(-3, 0))) == [(-3, 3), (-2, 2), (-1, 1)]
    assert list(workers.in_order(max, [1, 7], workers.share(5))) == [5, 7]
    with pytest.raises(TypeError, match="bad operand type"):
        list(workers.in_order(abs, [1, "x", 2]))
    with pytest.raises(TypeError, match="bad operand type"):
        list(workers.as_finished(abs, [1, "x", 2]))
    taken = []

    def endless() -> Iterator[int]:
        for number in range(10**9):
            taken.append(number)
            yield number

    for found in workers.in_order(abs, endless()):
        if found == 20:
            break
    assert len(taken) <= 21 + workers.ahead


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_work_is_taken_as_it_is_needed(jobs: int) -> None:
    with open_workers(jobs) as workers:
        everything(workers)


def test_what_does_not_pickle_is_refused() -> None:
    with (
        open_workers(2) as workers,
        pytest.raises(TypeError, match="what other processes work with must pickle, got one that does not"),
    ):
        workers.share(lambda: 0)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_that_is_ended_from_outside_is_an_error() -> None:
    for _ in range(10):  # the pool's own threads clean up at the same time, sooner or later than we do
        with (
            pytest.raises(
                OSError, match="a worker process was ended from outside; what was finished is kept"
            ),
            open_workers(2) as workers,
        ):
            list(workers.in_order(os._exit, [3]))


# ------------------------------------------------------------------------------------------------- Ctrl-C


def interrupted(process: subprocess.Popen[str], ready: Callable[[], object]) -> tuple[float, str]:
    """How long a command takes to end after Ctrl-C, which reaches all processes of its group, and its words."""
    wait_for(lambda: process.poll() is not None or ready())
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    out, err = process.communicate(timeout=30)  # ends when the last process has closed its end
    assert (process.returncode, out) == (130, "")
    return time.monotonic() - start, err


@pytest.mark.posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_within_two_seconds_and_keeps_what_is_finished(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "folds"
    line = f"evaluate --dataset car --method MonFkNN-PM --folds 20 --seeds 1 --jobs {jobs} --out {out}"
    seconds, words = interrupted(started(line), lambda: finished(out) > 0)
    assert seconds < 2
    assert words.endswith("monfknn-ref evaluate: interrupted\n")
    with Store(out) as store:
        assert 1 <= len(store.found) < 20
    assert [path.name for path in tmp_path.iterdir()] == ["folds"]


@pytest.mark.posix
@pytest.mark.parametrize("delay", [0, 0.01, 0.02])
def test_ctrl_c_while_processes_begin(tmp_path: Path, delay: float) -> None:
    out = tmp_path / "folds"

    def soon() -> bool:
        return out.exists() and time.sleep(delay) is None

    line = f"evaluate --dataset car --method MonFkNN-PM --jobs 2 --out {out}"
    seconds, words = interrupted(started(line), soon)
    assert seconds < 2 and words.endswith("monfknn-ref evaluate: interrupted\n")


@pytest.mark.posix
def test_ctrl_c_ends_a_foreign_program_too(tmp_path: Path) -> None:
    program, begun = tmp_path / "sleeper.py", tmp_path / "begun"
    sleep = f"import time; open({str(begun)!r}, 'w').close(); time.sleep(60)\n"
    program.write_text(sleep, encoding="utf-8")
    process = started("crosscheck --program", f"{sys.executable} {program}")
    seconds, words = interrupted(process, begun.exists)
    assert seconds < 2.5 and words == "monfknn-ref crosscheck: interrupted\n"


# ------------------------------------------------------------------------------ tables larger than memory


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training file, and a file of 500 rows to predict."""
    folder = tmp_path_factory.mktemp("tables")
    dataset, generator = artiset(60), random.Random(0)
    rows = [f"{float(a)},{float(b)},{label}\n" for (a, b), label in zip(dataset.X, dataset.y, strict=True)]
    (folder / "train.csv").write_text("a,b,class\n" + "".join(rows), encoding="utf-8")
    rows = [f"{generator.random():.3f},x,{generator.random():.3f}\n" for _ in range(500)]
    (folder / "query.csv").write_text("b,other,a\n" + "".join(rows), encoding="utf-8")
    return folder


def asked(tables: Path, out: Path, query: str | Path = "query.csv") -> str:
    files = f"--train {tables / 'train.csv'} --query {tables / query} --out {out}"
    return f"predict {files} --implementation stdlib"


@pytest.mark.parametrize("scaled", [False, True])
def test_predictions_in_blocks_are_those_of_the_model(
    tables: Path, tmp_path: Path, commands: CommandLine, scaled: bool
) -> None:
    out = tmp_path / "out.csv"
    more = "--scaled" if scaled else ""
    commands.printed(f"{asked(tables, out)} --proba --block 150 {more}")
    train = read_csv(tables / "train.csv")
    with open(tables / "query.csv", encoding="utf-8") as file:
        rows = [(float(row["a"]), float(row["b"])) for row in csv.DictReader(file)][:40]
    if scaled:
        rows = train.scaled(rows=rows)
    model = MonFkNN().fit(train.scaled() if scaled else train.X, train.y, train.classes)
    with open(out, encoding="utf-8") as file:
        heading, *lines = csv.reader(file)
    assert heading == ["class", *(f"u({label})" for label in train.classes)]
    assert len(lines) == 500
    assert [line[0] for line in lines[:40]] == [str(label) for label in model.predict(rows)]
    assert [[float(u) for u in line[1:]] for line in lines[:40]] == model.predict_proba(rows)


def test_the_same_bytes_with_any_blocks_and_processes(
    tables: Path, tmp_path: Path, commands: CommandLine
) -> None:
    written = []
    for number, more in enumerate(["", "--block 1", "--block 199 --jobs 2"]):
        out = tmp_path / f"{number}.csv"
        commands.printed(f"{asked(tables, out)} {more}")
        written.append(out.read_bytes())
    assert written[0] == written[1] == written[2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.csv", "1.csv", "2.csv"]


@pytest.mark.parametrize("kind", ["float64", "float32", "int64"])
def test_arrays_are_read_from_their_file(
    tables: Path, tmp_path: Path, np: Any, commands: CommandLine, kind: str
) -> None:
    pytest.importorskip("scipy")
    array = (np.random.default_rng(0).random((300, 2)) * 3).astype(kind)
    np.save(tmp_path / "query.npy", array)
    train = read_csv(tables / "train.csv")
    wanted = MonFkNN().fit(train.X, train.y, train.classes).predict(array[:50])
    for implementation in ("stdlib", "numpy"):
        out = tmp_path / f"{implementation}.csv"
        line = asked(tables, out, tmp_path / "query.npy")
        commands.printed(f"{line} --block 128 --implementation {implementation}")
        written = out.read_text(encoding="utf-8").split()
        assert written[1:51] == [str(label) for label in wanted]
        assert len(written) == 301


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "three dimensions",
            "a table of numbers, two dimensions of them, got 3 dimensions of float64",
        ),
        ("text", "must be a table of numbers, two dimensions of them, got 2 dimensions of <U1"),
        ("three columns", "must have 2 columns (a, b), got 3"),
        ("cut", "must be an array in NumPy's format, got one with a fault"),
        ("objects", "must be an array in NumPy's format, got one with a fault"),
        ("nan", "row 0 of X must hold finite numbers, got "),
    ],
)
def test_arrays_that_are_no_tables_are_refused(
    tables: Path, tmp_path: Path, np: Any, commands: CommandLine, content: str, message: str
) -> None:
    path, out = tmp_path / "query.npy", tmp_path / "out.csv"
    array = {
        "three dimensions": np.zeros((2, 2, 2)),
        "text": np.array([["a", "b"]]),
        "three columns": np.zeros((2, 3)),
        "objects": np.array([[1, {}]], dtype=object),
        "nan": np.array([[np.nan, 1.0]]),
    }.get(content, np.zeros((2, 2)))
    np.save(path, array)
    if content == "cut":
        path.write_bytes(path.read_bytes()[:-1])
    assert message in commands.refused(asked(tables, out, path))
    assert not out.exists()


def test_a_fault_in_the_middle_leaves_the_old_file(
    tables: Path, tmp_path: Path, commands: CommandLine
) -> None:
    query, out = tmp_path / "query.csv", tmp_path / "out.csv"
    query.write_text("a,b\n" + "1,2\n" * 1500 + "1,x\n", encoding="utf-8")
    out.write_text("old", encoding="utf-8")
    said = commands.refused(asked(tables, out, query))
    assert "query.csv, line 1502: expected a number for b, got 'x'" in said
    assert out.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "query.csv"]


MEMORY = """
import sys
from monfknn_ref.commands import main
code = main(sys.argv[1:])
[peak] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")]
print(code, peak, file=sys.stderr)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to tell the memory used")
def test_memory_does_not_grow_with_the_table(tmp_path: Path) -> None:
    """Sixteen times the rows, which as a list would take 15 MB more, and hardly a megabyte more of memory."""
    (tmp_path / "train.csv").write_text("a,class\n1,0\n3,1\n", encoding="utf-8")
    peaks, out = [], tmp_path / "out.csv"
    for rows in (5_000, 80_000):
        query = tmp_path / f"{rows}.csv"
        query.write_text("a\n" + "".join(f"{i % 97}.5\n" for i in range(rows)), encoding="utf-8")
        result = python("-c", MEMORY, *asked(tmp_path, out, query).split(), "--block", "500", check=True)
        code, peak = result.stderr.split()
        assert code == "0" and len(out.read_text(encoding="utf-8").splitlines()) == rows + 1
        peaks.append(int(peak))
    assert peaks[1] - peaks[0] < 4_000  # kilobytes


def test_blocks_of_a_file(tables: Path) -> None:
    train = read_csv(tables / "train.csv")
    sizes = [len(block) for block in blocks_of_file(tables / "query.csv", train, 200)]
    assert sizes == [200, 200, 100]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("--json", "--json goes with predictions that are printed, got it with --out"),
        ("--block 0", "--block must be a whole number of at least 1, got 0"),
        ("--block 10000000", "--block must be a whole number of at most 1000000, got 10000000"),
        ("--query 1,2", "--query must be a file when --out is given, got '1,2'"),
        ("--dask x --jobs 2", "--jobs is for this machine and must be left away with --dask, got 2"),
    ],
)
def test_errors_of_predict_to_a_file(
    tables: Path, tmp_path: Path, commands: CommandLine, more: str, message: str
) -> None:
    assert commands.refused(f"{asked(tables, tmp_path / 'out.csv')} {more}") == message


GRID = "a,b,class\n" + "".join(f"{i},{j},{(i + j) // 4}\n" for i in range(6) for j in range(6) if (i * j) % 3)


def certificate(tmp_path: Path, more: str = "") -> dict[str, Any]:
    """A certificate, but for the time it took."""
    (tmp_path / "grid.csv").write_text(GRID, encoding="utf-8")
    line = f"certify MonFkNN-PM --train {tmp_path / 'grid.csv'} --json {more}"
    result = python(*COMMAND, *line.split())
    assert result.returncode in (0, 1, 2), result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    del found["seconds"]
    return found


@pytest.mark.parametrize("kind", ["", "--continuous"])
def test_certificates_by_two_processes_are_the_same(tmp_path: Path, kind: str) -> None:
    assert certificate(tmp_path, kind) == certificate(tmp_path, f"{kind} --jobs 2")


# ------------------------------------------------------------------------------------------- a Dask cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A real cluster of two workers, each a process of its own; one that is killed is started again."""
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_a_cluster_is_an_executor(cluster: Any) -> None:
    with open_workers(dask=cluster.scheduler_address) as workers:
        everything(workers)


def test_the_same_bytes_on_a_cluster_and_with_processes(cluster: Any, tables: Path, tmp_path: Path) -> None:
    dask = f"--dask {cluster.scheduler_address}"
    assert output(f"{NOISE} {dask}") == output(f"{NOISE} --jobs 2") == output(NOISE)
    for name, more in (("here.csv", ""), ("cluster.csv", dask)):
        output(f"{asked(tables, tmp_path / name)} {more} --block 60 --proba")
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "cluster.csv").read_bytes()
    assert certificate(tmp_path) == certificate(tmp_path, dask)


@pytest.mark.posix
def test_the_same_bytes_when_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "folds"
    process = started(f"{NOISE} --out {out} --dask {cluster.scheduler_address}")
    wait_for(lambda: process.poll() is not None or finished(out))
    assert process.poll() is None
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    printed, words = process.communicate(timeout=120)
    assert process.returncode == 0, words
    assert printed == output(NOISE)
    with Store(out) as store:
        assert len(store.found) == 11 * 2 + 1  # levels and folds, and the surface


@pytest.mark.posix
def test_ctrl_c_leaves_the_cluster_within_two_seconds(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "folds"
    folds = f"--folds 100 --dask {cluster.scheduler_address} --out {out}"
    process = started(f"evaluate --dataset car --method MonFkNN-PM {folds}")
    seconds, words = interrupted(process, lambda: finished(out) > 0)
    assert seconds < 2 and words.splitlines()[-1] == "monfknn-ref evaluate: interrupted"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "", "tcp://"])
def test_an_address_without_a_scheduler_is_refused(
    address: str, commands: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs the package distributed, of the extra cluster")
    monkeypatch.setattr("monfknn_ref.evaluation.executors.SECONDS_TO_CONNECT", 1)
    said = commands("evaluate --dataset balance --method OLM --dask", address)
    assert said.code == 2
    wanted = "the cluster must be the address of a Dask scheduler, such as tcp://HOST:8786, got "
    assert wanted in said.err


def test_without_the_package_the_message_says_what_to_install(
    commands: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = commands.refused("evaluate --dataset balance --method OLM --dask tcp://127.0.0.1:1")
    assert f"{install_command('cluster')} brings it" in said


def test_the_readers_own_methods_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    """The workers started elsewhere, and find the file all the same."""
    (tmp_path / "own_median.py").write_text(
        "class Median:\n"
        "    def fit(self, X, y):\n"
        "        self.label = sorted(y)[len(y) // 2]\n"
        "    def predict(self, X):\n"
        "        return [self.label] * len(X)\n",
        encoding="utf-8",
    )
    line = "evaluate --dataset balance --folds 3 --method own_median.py:Median --format json"
    here = python(*COMMAND, *line.split(), cwd=tmp_path)
    there = python(*COMMAND, *line.split(), "--dask", cluster.scheduler_address, cwd=tmp_path)
    assert here.returncode == there.returncode == 0, there.stderr
    assert here.stdout == there.stdout
