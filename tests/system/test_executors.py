"""Work here, in processes and on a Dask cluster: the same bytes, also when workers end; Ctrl-C ends at once."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from monfknn_ref import MonFkNN
from monfknn_ref.commands import main
from monfknn_ref.data import artiset, read_csv
from monfknn_ref.data.tables import blocks_of_file
from monfknn_ref.evaluation.executors import Workers, open_workers
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.model.checks import install_command

pytestmark = pytest.mark.system

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "monfknn_ref"]
NOISE = ["reproduce", "noise", "--seeds", "1", "--folds", "2", "--method", "OLM", "--format", "json"]


def output(*arguments: str) -> str:
    """What a command prints, in a process of its own."""
    result = subprocess.run([*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return result.stdout


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


def interrupted(arguments: list[str], ready: Any, tmp_path: Path) -> tuple[float, str]:
    """How long a command takes to end after Ctrl-C, which reaches all processes of its group, and its words."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not ready():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    out, err = process.communicate(timeout=30)  # ends when the last process has closed its end
    assert (process.returncode, out) == (130, "")
    return time.monotonic() - start, err


def finished(path: Path) -> int:
    """How many results a store has, read while others write to it."""
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return int(database.execute("SELECT count(*) FROM results").fetchone()[0])
        finally:
            database.close()
    except sqlite3.Error:  # not there yet, or just being written
        return 0


@pytest.mark.posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_within_two_seconds_and_keeps_what_is_finished(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "folds"
    arguments = ["evaluate", "--dataset", "car", "--method", "MonFkNN-PM", "--folds", "20", "--seeds", "1"]
    arguments += ["--out", str(out), "--jobs", jobs, "--quiet"]

    seconds, words = interrupted(arguments, lambda: finished(out) > 0, tmp_path)
    assert seconds < 2
    assert words.endswith("monfknn-ref evaluate: interrupted\n")
    with Store(out) as store:
        assert 1 <= len(store.found) < 20
    assert [path.name for path in tmp_path.iterdir()] == ["folds"]


@pytest.mark.posix
@pytest.mark.parametrize("delay", [0, 0.01, 0.02])
def test_ctrl_c_while_processes_begin(tmp_path: Path, delay: float) -> None:
    out = tmp_path / "folds"
    arguments = ["evaluate", "--dataset", "car", "--method", "MonFkNN-PM", "--jobs", "2", "--out", str(out)]

    def soon() -> bool:
        return out.exists() and time.sleep(delay) is None

    seconds, words = interrupted(arguments, soon, tmp_path)
    assert seconds < 2 and words.endswith("monfknn-ref evaluate: interrupted\n")


@pytest.mark.posix
def test_ctrl_c_ends_a_foreign_program_too(tmp_path: Path) -> None:
    program, started = tmp_path / "sleeper.py", tmp_path / "started"
    program.write_text(
        f"import time; open({str(started)!r}, 'w').close(); time.sleep(60)\n", encoding="utf-8"
    )
    arguments = ["crosscheck", "--program", f"{sys.executable} {program}"]
    seconds, words = interrupted(arguments, started.exists, tmp_path)
    assert seconds < 2.5 and words == "monfknn-ref crosscheck: interrupted\n"


# ------------------------------------------------------------------------------ tables larger than memory


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training file, and a file of 500 rows to predict."""
    folder = tmp_path_factory.mktemp("tables")
    dataset = artiset(60)
    with open(folder / "train.csv", "w", encoding="utf-8") as file:
        file.write("a,b,class\n")
        file.writelines(
            f"{float(a)},{float(b)},{label}\n" for (a, b), label in zip(dataset.X, dataset.y, strict=True)
        )
    generator = random.Random(0)
    with open(folder / "query.csv", "w", encoding="utf-8") as file:
        file.write("b,other,a\n")
        file.writelines(f"{generator.random():.3f},x,{generator.random():.3f}\n" for _ in range(500))
    return folder


def asked(tables: Path, out: Path, *more: str, query: str = "query.csv") -> list[str]:
    files = ["--train", str(tables / "train.csv"), "--query", str(tables / query), "--out", str(out)]
    return ["predict", *files, "--implementation", "stdlib", *more]


@pytest.mark.parametrize("scaled", [False, True])
def test_predictions_in_blocks_are_those_of_the_model(tables: Path, tmp_path: Path, scaled: bool) -> None:
    out = tmp_path / "out.csv"
    more = ["--scaled"] if scaled else []
    assert main(asked(tables, out, "--proba", "--block", "150", *more)) == 0
    train = read_csv(tables / "train.csv")
    with open(tables / "query.csv", encoding="utf-8") as file:
        rows = [(float(row["a"]), float(row["b"])) for row in csv.DictReader(file)][:40]
    if scaled:
        model = MonFkNN().fit(train.scaled(), train.y, train.classes)
        rows = train.scaled(rows=rows)
    else:
        model = MonFkNN().fit(train.X, train.y, train.classes)
    with open(out, encoding="utf-8") as file:
        heading, *lines = csv.reader(file)
    assert heading == ["class", *(f"u({label})" for label in train.classes)]
    assert len(lines) == 500
    assert [line[0] for line in lines[:40]] == [str(label) for label in model.predict(rows)]
    assert [[float(u) for u in line[1:]] for line in lines[:40]] == model.predict_proba(rows)


def test_the_same_bytes_with_any_blocks_and_processes(tables: Path, tmp_path: Path) -> None:
    written = []
    for number, more in enumerate([[], ["--block", "1"], ["--block", "199", "--jobs", "2"]]):
        out = tmp_path / f"{number}.csv"
        assert main(asked(tables, out, *more)) == 0
        written.append(out.read_bytes())
    assert written[0] == written[1] == written[2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.csv", "1.csv", "2.csv"]


@pytest.mark.parametrize("kind", ["float64", "float32", "int64"])
def test_arrays_are_read_from_their_file(tables: Path, tmp_path: Path, kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    array = (numpy.random.default_rng(0).random((300, 2)) * 3).astype(kind)
    numpy.save(tmp_path / "query.npy", array)
    train = read_csv(tables / "train.csv")
    wanted = MonFkNN().fit(train.X, train.y, train.classes).predict(array[:50])
    files = ["--train", str(tables / "train.csv"), "--query", str(tmp_path / "query.npy")]
    for implementation in ("stdlib", "numpy"):
        out = tmp_path / f"{implementation}.csv"
        more = ["--out", str(out), "--block", "128", "--implementation", implementation]
        if implementation == "numpy":
            pytest.importorskip("scipy")
        assert main(["predict", *files, *more]) == 0
        assert out.read_text(encoding="utf-8").split()[1:51] == [str(label) for label in wanted]
        assert len(out.read_text(encoding="utf-8").split()) == 301


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "three dimensions",
            "must be a table of numbers, two dimensions of them, got 3 dimensions of float64",
        ),
        ("text", "must be a table of numbers, two dimensions of them, got 2 dimensions of <U1"),
        ("three columns", "must have 2 columns (a, b), got 3"),
        ("cut", "must be an array in NumPy's format, got one with a fault"),
        ("objects", "must be an array in NumPy's format, got one with a fault"),
        ("nan", "row 0 of X must hold finite numbers, got "),
    ],
)
def test_arrays_that_are_no_tables_are_refused(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, message: str
) -> None:
    numpy = pytest.importorskip("numpy")
    path, out = tmp_path / "query.npy", tmp_path / "out.csv"
    array = {
        "three dimensions": numpy.zeros((2, 2, 2)),
        "text": numpy.array([["a", "b"]]),
        "three columns": numpy.zeros((2, 3)),
        "objects": numpy.array([[1, {}]], dtype=object),
        "nan": numpy.array([[numpy.nan, 1.0]]),
    }.get(content, numpy.zeros((2, 2)))
    numpy.save(path, array)
    if content == "cut":
        path.write_bytes(path.read_bytes()[:-1])
    files = ["--train", str(tables / "train.csv"), "--query", str(path), "--out", str(out)]
    assert main(["predict", *files, "--implementation", "stdlib"]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert not out.exists()


def test_a_fault_in_the_middle_leaves_the_old_file(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "query.csv").write_text("a,b\n" + "1,2\n" * 1500 + "1,x\n", encoding="utf-8")
    out = tmp_path / "out.csv"
    out.write_text("old", encoding="utf-8")
    files = ["--train", str(tables / "train.csv"), "--query", str(tmp_path / "query.csv"), "--out", str(out)]
    assert main(["predict", *files, "--implementation", "stdlib"]) == 2
    assert "query.csv, line 1502: expected a number for b, got 'x'" in capsys.readouterr().err
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
    peaks = []
    for rows in (5_000, 80_000):
        query = tmp_path / f"{rows}.csv"
        query.write_text("a\n" + "".join(f"{i % 97}.5\n" for i in range(rows)), encoding="utf-8")
        arguments = ["predict", "--train", str(tmp_path / "train.csv"), "--query", str(query)]
        arguments += ["--out", str(tmp_path / "out.csv"), "--implementation", "stdlib", "--block", "500"]
        result = subprocess.run(
            [sys.executable, "-c", MEMORY, *arguments], capture_output=True, text=True, cwd=ROOT, check=True
        )
        code, peak = result.stderr.split()
        assert (
            code == "0" and len((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()) == rows + 1
        )
        peaks.append(int(peak))
    assert peaks[1] - peaks[0] < 4_000  # kilobytes


def test_blocks_of_a_file(tables: Path) -> None:
    train = read_csv(tables / "train.csv")
    sizes = [len(block) for block in blocks_of_file(tables / "query.csv", train, 200)]
    assert sizes == [200, 200, 100]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--json"], "--json goes with predictions that are printed, got it with --out"),
        (["--block", "0"], "--block must be a whole number of at least 1, got 0"),
        (["--block", "10000000"], "--block must be a whole number of at most 1000000, got 10000000"),
        (["--query", "1,2"], "--query must be a file when --out is given, got '1,2'"),
        (
            ["--dask", "x", "--jobs", "2"],
            "--jobs is for this machine and must be left away with --dask, got 2",
        ),
    ],
)
def test_errors_of_predict_to_a_file(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], message: str
) -> None:
    assert main(asked(tables, tmp_path / "out.csv", *more)) == 2
    assert capsys.readouterr().err == f"monfknn-ref predict: {message}\n"


GRID = "a,b,class\n" + "".join(f"{i},{j},{(i + j) // 4}\n" for i in range(6) for j in range(6) if (i * j) % 3)


def certificate(tmp_path: Path, *more: str) -> dict[str, Any]:
    """A certificate, but for the time it took."""
    (tmp_path / "grid.csv").write_text(GRID, encoding="utf-8")
    arguments = ["certify", "MonFkNN-PM", "--train", str(tmp_path / "grid.csv"), "--json", *more]
    result = subprocess.run([*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode in (0, 1, 2), result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    del found["seconds"]
    return found


@pytest.mark.parametrize("continuous", [[], ["--continuous"]], ids=["finite", "continuous"])
def test_certificates_by_two_processes_are_the_same(tmp_path: Path, continuous: list[str]) -> None:
    assert certificate(tmp_path, *continuous) == certificate(tmp_path, *continuous, "--jobs", "2")


# ------------------------------------------------------------------------------------------- a Dask cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A real cluster of two workers, each a process of its own; one that is killed is started again."""
    distributed = pytest.importorskip(
        "distributed", reason="needs the package distributed, of the extra cluster"
    )
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_a_cluster_is_an_executor(cluster: Any) -> None:
    with open_workers(dask=cluster.scheduler_address) as workers:
        everything(workers)


def test_the_same_bytes_on_a_cluster_and_with_processes(cluster: Any, tables: Path, tmp_path: Path) -> None:
    address = cluster.scheduler_address
    assert output(*NOISE, "--dask", address) == output(*NOISE, "--jobs", "2") == output(*NOISE)
    for name, more in (("here.csv", []), ("cluster.csv", ["--dask", address])):
        output(*asked(tables, tmp_path / name, *more, "--block", "60", "--proba"))
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "cluster.csv").read_bytes()
    assert certificate(tmp_path) == certificate(tmp_path, "--dask", address)


@pytest.mark.posix
def test_the_same_bytes_when_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "folds"
    arguments = [*NOISE, "--out", str(out)]
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--dask", cluster.scheduler_address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not finished(out):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    printed, words = process.communicate(timeout=120)
    assert process.returncode == 0, words
    assert printed == output(*NOISE)
    with Store(out) as store:
        assert len(store.found) == 11 * 2 + 1  # levels and folds, and the surface


@pytest.mark.posix
def test_ctrl_c_leaves_the_cluster_within_two_seconds(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "folds"
    arguments = ["evaluate", "--dataset", "car", "--method", "MonFkNN-PM", "--out", str(out)]
    arguments += ["--folds", "100", "--dask", cluster.scheduler_address]
    seconds, words = interrupted(arguments, lambda: finished(out) > 0, tmp_path)
    assert seconds < 2 and words.splitlines()[-1] == "monfknn-ref evaluate: interrupted"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "", "tcp://"])
def test_an_address_without_a_scheduler_is_refused(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs the package distributed, of the extra cluster")
    monkeypatch.setattr("monfknn_ref.evaluation.executors.SECONDS_TO_CONNECT", 1)
    assert main(["evaluate", "--dataset", "balance", "--method", "OLM", "--dask", address]) == 2
    said = capsys.readouterr().err
    assert "the cluster must be the address of a Dask scheduler, such as tcp://HOST:8786, got " in said


def test_without_the_package_the_message_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["evaluate", "--dataset", "balance", "--method", "OLM", "--dask", "tcp://127.0.0.1:1"]) == 2
    assert f"{install_command('cluster')} brings it" in capsys.readouterr().err


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
    command = [sys.executable, "-m", "monfknn_ref", "evaluate", "--dataset", "balance", "--folds", "3"]
    command += ["--method", "own_median.py:Median", "--format", "json"]
    shown = [
        subprocess.run(
            [*command, *more],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for more in ([], ["--dask", cluster.scheduler_address])
    ]
    assert shown[0].returncode == shown[1].returncode == 0, shown[1].stderr
    assert shown[0].stdout == shown[1].stdout
