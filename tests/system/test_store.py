"""The store of results: a database that loses nothing, whatever happens to it and whoever else uses it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from command_line import ROOT, environment, python
from refusals import refused
from results_database import finished, rows, wait_for
from squares import Square, carried_out

from monfknn_ref import AUTHORS
from monfknn_ref.data import DataError, balance
from monfknn_ref.evaluation import finished_tasks
from monfknn_ref.evaluation.cross_validation import cross_validate, stratified_folds
from monfknn_ref.evaluation.finished_tasks import Store
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.evaluation.task_runner import run

pytestmark = pytest.mark.system

HELPERS = ROOT / "tests" / "helpers"
PROGRAMS = ROOT / "tests" / "programs"


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    (tmp_path / "traces").mkdir()
    return tmp_path / "traces"


def test_finished_tasks_are_not_run_again(tmp_path: Path, traces: Path) -> None:
    out = tmp_path / "results.db"
    first = [Square(number, traces) for number in range(3)]
    assert run(first, out=out) == [0, 1, 4]
    assert run([*first, Square(5, traces), Square(5, traces)], out=out) == [0, 1, 4, 25, 25]
    assert carried_out(traces) == [0, 1, 2, 5]
    assert rows(out) == {f'{{"square": {n}}}': str(n * n) for n in (0, 1, 2, 5)}
    assert [path.name for path in tmp_path.iterdir() if path != traces] == ["results.db"]


def test_the_file_says_what_it_is(tmp_path: Path, traces: Path) -> None:
    run([Square(2, traces)], out=tmp_path / "results.db")
    with closing(sqlite3.connect(tmp_path / "results.db")) as database:
        assert database.execute("PRAGMA application_id").fetchone() == (0x4D4B4E4E,)
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.execute("PRAGMA user_version = 7")
    with refused(
        DataError,
        f"{tmp_path / 'results.db'} was written in version 7 of the format, this program knows 1; use the newer "
        "program or another file",
    ):
        run([Square(2, traces)], out=tmp_path / "results.db")


def test_files_of_something_else_are_left_alone(tmp_path: Path, traces: Path) -> None:
    letter, other = tmp_path / "letter.txt", tmp_path / "other.db"
    letter.write_text("Dear reader,", encoding="utf-8")
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE addresses (name)")
    for path in (letter, other):
        before = path.read_bytes()
        with refused(DataError, f"{path} is not a file of results, and is left as it is"):
            run([Square(2, traces)], out=path)
        assert path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "other.db", "traces"]


def test_a_damaged_file_is_left_alone(tmp_path: Path, traces: Path) -> None:
    out = tmp_path / "results.db"
    with Store(out) as store:
        for number in range(5):
            store.add({"square": number}, "x" * 5000)
    content = bytearray(out.read_bytes())
    content[4096:] = b"x" * (len(content) - 4096)
    out.write_bytes(content)
    with pytest.raises(DataError, match="is damaged .* and is left as it is; move it away, or recover"):
        run([Square(301, traces)], out=out)
    assert out.read_bytes() == content


SHARING = """
import sys, time
from pathlib import Path
from squares import Square
from monfknn_ref.evaluation.task_runner import run
traces, count, pause, out = sys.argv[1:]
class Slow(Square):
    def carry_out(self):
        time.sleep(float(pause))
        return super().carry_out()
print(run([Slow(n, Path(traces)) for n in range(int(count))], out=out))
"""


def sharing(tmp_path: Path, traces: Path, count: int, pause: float = 0.01) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SHARING, traces, str(count), str(pause), tmp_path / "results"]
    return subprocess.Popen(
        command, env=environment(HELPERS), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("processes", [2, 4])
def test_several_runs_share_the_work(tmp_path: Path, traces: Path, processes: int) -> None:
    runs = [sharing(tmp_path, traces, 40) for _ in range(processes)]
    for one in runs:
        out, err = one.communicate(timeout=60)
        assert (json.loads(out), err) == ([n * n for n in range(40)], "")
    assert carried_out(traces) == list(range(40))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results", "traces"]


def claims(path: Path) -> set[str]:
    """The runs that are about to carry out a task; none while somebody writes."""
    try:
        with closing(sqlite3.connect(path, timeout=0)) as database:
            return {run for (run,) in database.execute("SELECT run FROM claims")}
    except sqlite3.Error:
        return set()


def kill_with_a_claim(process: subprocess.Popen[str], path: Path, run: str) -> None:
    """Kill a run while it is about to carry out a task, and not while it asks for one."""
    while True:
        os.kill(process.pid, signal.SIGSTOP)
        if run in claims(path):
            os.kill(process.pid, signal.SIGKILL)
            return
        os.kill(process.pid, signal.SIGCONT)
        time.sleep(0.01)


@pytest.mark.posix
def test_what_a_killed_run_was_about_to_do_is_done_by_another(tmp_path: Path, traces: Path) -> None:
    first = sharing(tmp_path, traces, 6, pause=0.2)
    wait_for(lambda: len(carried_out(traces)) >= 2)
    seen: set[str] = set()
    wait_for(lambda: seen.update(claims(tmp_path / "results")) or seen)
    second = sharing(tmp_path, traces, 6, pause=0.2)
    kill_with_a_claim(first, tmp_path / "results", *seen)
    first.communicate()
    out, err = second.communicate(timeout=30)
    assert (json.loads(out), err) == ([0, 1, 4, 9, 16, 25], "")
    assert set(carried_out(traces)) == set(range(6)) and len(carried_out(traces)) <= 7
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results", "traces"]


@pytest.mark.posix
def test_what_a_killed_run_leaves_is_removed_by_the_next(tmp_path: Path) -> None:
    """Also where it had claimed nothing at that moment, so that no claim leads to its lock."""
    code = f"from monfknn_ref.evaluation.finished_tasks import Store; Store({str(tmp_path / 'results')!r}).__enter__()"
    python("-c", code + "; import os; os.kill(os.getpid(), 9)")
    assert [path.name for path in tmp_path.glob("results.*.running")]
    with Store(tmp_path / "results") as first, Store(tmp_path / "results"):
        assert first.lock_of(first.run).exists()  # the lock of a run that lives stays
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_a_lock_that_is_removed_before_it_is_held_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = finished_tasks.connect
    removed: list[Path] = []

    def removing(path: Path, patience: float) -> sqlite3.Connection:
        database = connect(path, patience)
        if path.suffix == ".running" and not removed:
            removed.append(path)
            path.unlink()
        return database

    monkeypatch.setattr(finished_tasks, "connect", removing)
    with Store(tmp_path / "results") as store:
        assert removed == [store.lock_of(store.run)] and removed[0].exists()


def test_a_file_in_use_for_too_long_is_said_to_be(
    tmp_path: Path, traces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "results"
    run([Square(1, traces)], out=out)
    monkeypatch.setattr(finished_tasks, "PATIENCE", 0.1)
    message = "results has been in use by another program for .* run again when it is free"
    with closing(sqlite3.connect(out, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match=message):
            run([Square(2, traces)], out=out)
    assert run([Square(2, traces)], out=out) == [4]


@pytest.mark.posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_is_killed_goes_on(tmp_path: Path, jobs: str) -> None:
    """kill -9 in the middle of a run: no process of it stays; the next run does the rest and comes to the same."""
    out = tmp_path / "folds.db"
    line = (
        "evaluate --dataset balance --method MonFkNN-AM --reading authors --folds 40 --format json --seeds 1"
    )
    command = [sys.executable, "-m", "monfknn_ref", *line.split(), "--out", str(out), "--jobs", jobs]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    wait_for(lambda: process.poll() is not None or finished(out) >= 3)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)  # the pipe closes when the last process that could write to it has ended
    kept = Store(out)  # which takes back what was written in part
    with kept:
        before = dict(kept.found)
    assert 3 <= len(before) < 40
    again = python(*command[1:], check=True)
    with kept:
        assert len(kept.found) == 40 and before.items() <= kept.found.items()
    [outcome] = json.loads(again.stdout)["runs"]
    dataset = balance()
    model = METHODS["MonFkNN-AM"].build(AUTHORS, 0)
    splits = stratified_folds(dataset.y, 40, classes=dataset.classes)
    wanted = cross_validate(model, dataset, splits, dataset.scaled(doubles=True))
    assert outcome["predictions"] == wanted
    assert [path.name for path in tmp_path.iterdir()] == ["folds.db"]


LIMITED = """
import resource, sys
from pathlib import Path
from squares import Square
from monfknn_ref.evaluation import finished_tasks
from monfknn_ref.evaluation.task_runner import run
finished_tasks.PAUSES = ()
limit, out, traces = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
class Long(Square):
    def carry_out(self):
        return ["x" * 500, super().carry_out()]
told = []
def tell(task, result, left):
    told.append(task.number)
try:
    run([Long(n, Path(traces)) for n in range(80)], out=out, report=tell)
except OSError as error:
    print(error, file=sys.stderr)
print(told)
"""


@pytest.mark.posix
@pytest.mark.parametrize("limit", [0, 4000, 20_000, 40_000])
def test_a_size_limit_keeps_what_was_finished(tmp_path: Path, limit: int) -> None:
    """Below a limit on the size of files a run ends with a message, and a run without it goes on from there."""
    out = tmp_path / "results"
    traces = tmp_path / "traces"
    traces.mkdir()
    unmeasured = {
        name: value for name, value in environment(HELPERS).items() if not name.startswith("COVERAGE_")
    }
    result = python("-c", LIMITED, str(limit), out, traces, env=unmeasured, check=True)
    told = json.loads(result.stdout)
    if len(told) < 80:
        assert "could not be written" in result.stderr and "run the same command again" in result.stderr
    with Store(out) as store:
        assert set(store.found) >= {json.dumps({"square": n}) for n in told}
    assert run([Square(n, traces) for n in range(90)], out=out)[89] == 89 * 89


@pytest.fixture
def preloaded(tmp_path: Path) -> str:
    """The library that makes calls fail."""
    if not sys.platform.startswith("linux") or shutil.which("cc") is None:
        pytest.skip("needs Linux and a C compiler called cc")
    library = tmp_path / "faults.so"
    command = ["cc", "-shared", "-fPIC", "-o", library, PROGRAMS / "faults.c", "-ldl"]
    subprocess.run(command, check=True)
    return str(library)


@pytest.fixture
def in_memory(tmp_path: Path) -> Iterator[Path]:
    """A folder whose files are written at once, if there is one: thousands of them are."""
    shared_memory = Path("/dev/shm")
    base = shared_memory if os.access(shared_memory, os.W_OK) else tmp_path
    folder = base / f"monfknn-faults-{os.getpid()}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("tasks", "least"), [(3, 400), pytest.param(12, 2000, marks=pytest.mark.slow)], ids=["few", "thousands"]
)
def test_every_call_fails_once(preloaded: str, in_memory: Path, tasks: int, least: int) -> None:
    """Every n-th write, sync and open fails once: nothing that was finished is lost, nothing is read in part."""
    command = [PROGRAMS / "store_faults.py", in_memory, str(tasks)]
    result = python(*command, env=environment(LD_PRELOAD=preloaded), timeout=None)
    assert result.returncode == 0, result.stderr
    words = result.stdout.split()
    assert words[1:2] == ["faults,"] and int(words[0]) >= least, result.stdout
