"""Programs behind the line protocol: right ones, wrong ones, and all the ways to misbehave."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from programs import BEHAVED, REFERENCE, child

import monfknn_ref.oracle.program as protocol
from monfknn_ref import AUTHORS
from monfknn_ref.commands import main
from monfknn_ref.oracle import FAMILIES, Report, cases, check_program
from monfknn_ref.oracle.families import quick
from monfknn_ref.oracle.vector_checks import load_schema, schema_problems

pytestmark = pytest.mark.system

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(__file__).resolve().parents[1] / "programs"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on this machine")
needs_perl = pytest.mark.skipif(
    shutil.which("perl") is None or subprocess.run(["perl", "-MJSON::PP", "-e1"]).returncode != 0,
    reason="perl with JSON::PP is not on this machine",
)


def run(command: list[str], timeout: float = 20.0, **options: Any) -> Report:
    return check_program(command, families=["one-row"], **{"timeout": timeout, **options})


def command(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """The command crosscheck, run in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "monfknn_ref", "crosscheck", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def verdicts(report: Report) -> list[str]:
    return [result.verdict for result in report.results]


# Right and wrong programs


def test_a_well_behaved_program(tmp_path: Path) -> None:
    report = run(child(tmp_path))
    assert report.ok, str(report)
    assert (report.candidate, report.language, report.trouble) == ("child", "Python", "")
    assert verdicts(report) == ["agree"] * 8


@needs_node
def test_a_right_program_in_javascript_agrees() -> None:
    report = check_program(["node", str(PROGRAMS / "monfknn.mjs")], cases=quick(cases()))
    assert {result.verdict for result in report.results} == {"agree"}, str(report)
    in_python_only = {"memberships-first", "pickled", "inputs-unchanged", "parameters-unchanged"}
    assert {case.family for case in cases()} - set(report.counts()) == in_python_only
    assert report.ok


@needs_node
@pytest.mark.parametrize(
    ("mistake", "family", "stage"),
    [
        ("own-range", "own-range", "Alg 1.17"),
        ("squared", "other-m", "Alg 3.14"),
        ("argmax", "wide-gap", "Alg 3.15"),
    ],
)
def test_a_wrong_program_in_javascript_is_found_out(mistake: str, family: str, stage: str) -> None:
    report = check_program(["node", str(PROGRAMS / "monfknn.mjs"), mistake], families=[family])
    assert not report.ok and not report.trouble
    [example] = report.examples
    assert example.stage == stage
    question = json.dumps(example.case.question())
    assert question in str(report), "the smallest case is shown as the program is asked it"
    assert len(example.case.X) <= 4


@needs_perl
def test_a_wrong_program_in_perl_through_the_command(capsys: Any) -> None:
    command = f"perl {PROGRAMS / 'nearest.pl'}"
    families = ["--family", "wide-gap", "--family", "magnitudes"]
    assert main(["crosscheck", "--program", command, *families, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert schema_problems(report, load_schema("crosscheck")) == []
    assert (report["candidate"], report["language"], report["ok"]) == ("nearest.pl", "Perl", False)
    assert report["families"]["wide-gap"]["disagree"] > 0
    assert report["families"]["magnitudes"]["unsupported"] > 0
    assert {example["stage"] for example in report["examples"]} == {"Alg 3.15"}


def test_the_adapter_in_the_documentation_works(tmp_path: Path) -> None:
    _, adapter = protocol.__doc__.split("by name:\n")  # type: ignore[union-attr]
    adapter = textwrap.dedent(adapter[: adapter.index("A program that hangs")])
    solve = """
        from monfknn_ref import MonFkNN
        from monfknn_ref.oracle.cases import number

        def solve(X, y, classes, queries, RCr, pOR, m, **others):
            X, queries = ([[number(value) for value in row] for row in table] for table in (X, queries))
            model = MonFkNN(RCr=number(RCr), pOR=number(pOR), m=number(m), **others)
            return model.fit(X, y, classes).predict(queries)
    """
    (tmp_path / "adapter.py").write_text(textwrap.dedent(solve) + adapter, encoding="utf-8")
    words = f"{sys.executable} {tmp_path / 'adapter.py'}"
    result = command("--program", words, "--family", "random", "--family", "magnitudes", folder=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.startswith("mine (Python), reading paper\n")
    assert result.stderr == "", "no progress unless on a terminal"


# Programs that misbehave: three failures end the check, with what was learned until then


def once(tmp_path: Path, action: str) -> str:
    """The action at the third case of the first program that is started, and never again."""
    mark = tmp_path / "done"
    return f"if n == 3 and not os.path.exists({str(mark)!r}): open({str(mark)!r}, 'w').close(); {action}"


NO_OBJECT = "printed something that is not a JSON object: "
MISBEHAVIORS = {
    "hangs": ("time.sleep(60)", "gave no answer to {} within 1 s"),
    "dies": ("os._exit(3)", "ended with status 3 before it answered {}"),
    "is killed": ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by signal 11 before it answered {}"),
    "raises": (
        "raise MemoryError('no more')",
        "ended with status 1 before it answered {}; its standard error ends with ",
    ),
    "prints garbage": ("print('Segmentation fault', flush=True)", NO_OBJECT + "'Segmentation fault'"),
    "prints bytes": ("os.write(1, bytes(range(128, 200)) + b'\\n')", NO_OBJECT),
    "prints a list": ("say([1, 2])", NO_OBJECT + "'[1, 2]'"),
    "nests deeply": ("print('[' * 100_000, flush=True)", NO_OBJECT + "'[[["),
    "never ends its line": ("os.write(1, b'x' * 2_000_000)", "printed a line of 1000000 bytes or more"),
    "answers another case": ("answer['id'] = 'one-row/7'", "answered 'one-row/7' when it was asked '{}'"),
    "has an id of its own": ("answer['id'] = {'n': 3}", "answered {{'n': 3}} when it was asked '{}'"),
    "dies in the middle of a line": ("os.write(1, b'[1, '); os._exit(3)", NO_OBJECT + "'[1, '"),
    "has no id": ("del answer['id']", "answered None when it was asked '{}'"),
    "closes its output": ("os.close(1); time.sleep(60)", "closed its output before it answered {}"),
    "closes its input": ("os.close(0); time.sleep(60)", "gave no answer to {} within 1 s"),
}


@pytest.mark.parametrize(
    "what",
    [pytest.param(what, marks=[pytest.mark.posix] if what == "is killed" else []) for what in MISBEHAVIORS],
)
def test_what_a_program_did_is_reported_and_the_check_goes_on(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    action, message = MISBEHAVIORS[what]
    monkeypatch.setattr(protocol, "LONGEST_LINE", 1_000_000)
    before = threading.active_count()
    report = run(child(tmp_path, once(tmp_path, action)), timeout=1.0)
    assert verdicts(report) == ["agree"] * 2 + ["error"] + ["agree"] * 5
    assert report.results[2].detail.startswith("the program " + message.format("one-row/3"))
    assert not report.ok and not report.trouble
    assert threading.active_count() == before, "no thread is left behind"


def test_answering_twice_is_found_at_the_next_case(tmp_path: Path) -> None:
    report = run(child(tmp_path, once(tmp_path, "say(answer)")))
    assert verdicts(report) == ["agree"] * 3 + ["error"] + ["agree"] * 4
    assert report.results[3].detail == "the program answered one-row/3 more than once"


@pytest.mark.parametrize(
    ("line", "stop", "trouble"),
    [
        ("if n == 8: say(answer)", "break", "answered more than it was asked: "),
        ("pass", "time.sleep(60)", "did not end within 1 s of being told to stop"),
        ("pass", "sys.exit(4)", "ended with status 4"),
    ],
)
def test_trouble_after_the_last_case_is_reported(tmp_path: Path, line: str, stop: str, trouble: str) -> None:
    started = time.monotonic()
    report = run(child(tmp_path, line, BEHAVED.replace("break", stop)), timeout=1.0)
    assert verdicts(report) == ["agree"] * 8 and not report.ok
    assert report.trouble.startswith(f"after the last case the program {trouble}")
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(("asked", "allowed"), [({}, 3), ({"crashes": 1}, 1), ({"crashes": 5}, 5)])
def test_after_as_many_failures_as_allowed_the_check_ends_with_what_was_learned(
    tmp_path: Path, asked: dict[str, int], allowed: int
) -> None:
    report = run(child(tmp_path, "os._exit(7)"), **asked)
    assert verdicts(report) == ["error"] * (allowed - 1)
    times = "once" if allowed == 1 else f"{allowed} times"
    assert report.trouble == (
        f"given up: the program failed {times}; the last time it ended with status 7 "
        f"before it answered one-row/{allowed}; {9 - allowed} of 8 cases were not answered"
    )


def test_two_failures_do_not_end_the_check(tmp_path: Path) -> None:
    report = run(child(tmp_path, "if n >= 3: os._exit(7)"))
    assert verdicts(report) == ["agree", "agree", "error"] * 2 + ["agree"] * 2


def test_a_program_that_floods_standard_error_is_no_trouble(tmp_path: Path) -> None:
    assert run(child(tmp_path, "sys.stderr.write('x' * 3_000_000)")).ok


def test_a_program_that_floods_standard_output_is_ended(tmp_path: Path) -> None:
    flood = 'while True: say({"id": "one-row/1", "predictions": []})'
    started = time.monotonic()
    report = run(child(tmp_path, flood))
    assert "error" in verdicts(report) or report.trouble
    assert not report.ok
    assert time.monotonic() - started < 30


def test_answers_without_reading_are_found_out(tmp_path: Path) -> None:
    """It never reads, answers blindly, and is given more than a pipe holds."""
    blind = """
import json, time
print(json.dumps({"name": "blind", "language": "Python", "readings": ["paper"]}), flush=True)
for n in range(1, 9):
    print(json.dumps({"id": f"one-row/{n}", "predictions": [1] * 4}), flush=True)
time.sleep(60)
"""
    report = run(child(tmp_path, program=blind), timeout=0.5)
    assert "disagree" in verdicts(report)
    assert not report.ok


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_what_a_program_started_is_ended_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "grandchild"
    action = (
        "import subprocess; "
        f"p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
        f"open({str(mark)!r}, 'w').write(str(p.pid)); time.sleep(60)"
    )
    run(child(tmp_path, once(tmp_path, action)), timeout=1.0)
    pid = int(mark.read_text(encoding="utf-8"))
    deadline = time.monotonic() + 5
    while alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").split(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


# Answers that are none


NO_NUMBERS = "'{}' in the answer must hold rows of numbers: "
NO_CLASS = "the prediction of query (3, 3) is {}, which is none of the classes"
ANSWERS = [
    ("answer = {'id': message['id']}", "error", "the answer has no list 'predictions'"),
    ("answer['predictions'] = 3", "error", "the answer has no list 'predictions'"),
    ("answer['memberships'] = [['a']]", "error", NO_NUMBERS.format("memberships")),
    ("answer['memberships'] = [[float('nan')]]", "error", NO_NUMBERS.format("memberships")),
    ("answer['memberships'] = [['1/0']]", "error", NO_NUMBERS.format("memberships")),
    ("answer['memberships'] = [['1e400']]", "error", NO_NUMBERS.format("memberships")),
    ("answer['memberships'] = [['1e999999999']]", "error", NO_NUMBERS.format("memberships")),
    ("answer['memberships'] = [[10 ** 400]]", "error", NO_NUMBERS.format("memberships")),
    (
        "answer['trace'] = [3]",
        "error",
        "'trace' in the answer must be a list of events: line 1: an event must be ",
    ),
    ("answer['trace'] = 3", "error", "'trace' in the answer must be a list of events: "),
    ("answer = {'id': message['id'], 'error': 'no memory'}", "error", "the program says: no memory"),
    ("answer = {'id': message['id'], 'unsupported': 'one row'}", "unsupported", "one row"),
    ("answer['predictions'] = [[1]] * 4", "error", NO_CLASS.format("[1]")),
    ("answer['predictions'] = [None] * 4", "error", NO_CLASS.format("None")),
    ("answer['predictions'] = [float('nan')] * 4", "error", NO_CLASS.format("nan")),
    ("answer['predictions'] = [-1] * 4", "error", NO_CLASS.format("-1")),
    ("answer['predictions'] = []", "error", "0 predictions for 4 queries"),
    ("answer['predictions'] = [2] * 5", "error", "5 predictions for 4 queries"),
    ("answer['memberships'] = [[0, 1, 0]]", "error", "1 row of memberships for 4 queries"),
    ("answer['memberships'] = [[0, 1]] * 4", "error", "memberships have 2 columns for 3 classes"),
    ("answer['training_labels'] = [7]", "error", "training_labels hold 7, which is none of the classes"),
    ("answer['training_rows'] = [[None, 3]]", "error", NO_NUMBERS.format("training_rows")),
    ("answer['training_rows'] = [['1e999999999', 3]]", "error", NO_NUMBERS.format("training_rows")),
    ("answer['training_rows'] = [[3, 4]]", "disagree", "distinct rows "),
]


@pytest.mark.parametrize(("line", "verdict", "detail"), ANSWERS)
def test_answers_that_are_none(tmp_path: Path, line: str, verdict: str, detail: str) -> None:
    report = run(child(tmp_path, f"if n == 1: {line}"))
    assert verdicts(report) == [verdict] + ["agree"] * 7
    assert report.results[0].detail.startswith(detail)


# Programs that cannot be started


@pytest.mark.parametrize(
    ("program", "asked", "message"),
    [
        (BEHAVED, {"reading": AUTHORS}, r"does not know the reading 'authors'; it knows \['paper'\]"),
        ("import sys; sys.exit(5)", {}, "ended with status 5 before it answered start"),
        (
            "import time; time.sleep(60)",  # it never reads its input
            {"timeout": 0.5, "start_timeout": 0.5},
            "gave no answer to start within 0.5 s",
        ),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(
    tmp_path: Path, program: str, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        run(child(tmp_path, program=program), **asked)


def test_a_command_without_a_program() -> None:
    with pytest.raises(ValueError, match="command must name a program, got '  '"):
        check_program("  ")


# The command


def test_the_command_checks_a_class(capsys: Any) -> None:
    assert main(["crosscheck", "monfknn_ref:MonFkNN", "--case", "one-row/1", "--case", "noise/2"]) == 0
    assert "all          2    .         .      .            ." in capsys.readouterr().out
    options = ["--family", "one-row", "--reading", "authors", "--json"]
    assert main(["crosscheck", "monfknn_ref:MonFkNN", *options]) == 0
    report = json.loads(capsys.readouterr().out)
    assert schema_problems(report, load_schema("crosscheck")) == []
    assert (report["reading"], report["ok"]) == ("authors", True)


def test_the_command_finds_a_module_of_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from monfknn_ref import MonFkNN\n"
        "class Mine(MonFkNN):\n"
        "    def predict(self, X):\n"
        "        return [self.classes_[0]] * len(X)\n",
        encoding="utf-8",
    )
    result = command("mine:Mine", "--family", "wide-gap", "--seed", "3", folder=tmp_path)
    assert result.returncode == 1, result.stderr
    assert "    model = Mine(k=1, K=1, " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give either MODULE:NAME or --program COMMAND"),
        (["a:b", "--program", "c"], "give either MODULE:NAME or --program COMMAND"),
        (["monfknn_ref"], "the candidate must be given as MODULE:NAME, got 'monfknn_ref'"),
        (["no.such.module:Name"], "No module named 'no'"),
        (["--program", "/no/such/program"], "No such file or directory: '/no/such/program'"),
        (["monfknn_ref:MonFkNN", "--family", "nothing"], "no family is called 'nothing'; the families are "),
        (["monfknn_ref:MonFkNN", "--case", "one-row/99"], "no case is called 'one-row/99'"),
        (
            ["monfknn_ref:__version__"],
            "the candidate must be a class or a function that makes a model, got '0.",
        ),
        (["--program", "true", "--timeout", "inf"], "timeout must be a positive number, got inf"),
        (["--program", "true", "--timeout", "-1"], "timeout must be a positive number, got -1.0"),
        (["monfknn_ref:MonFkNN", "--seconds", "-1"], "--seconds must be"),
    ],
)
def test_the_command_says_what_it_cannot_do(arguments: list[str], message: str, capsys: Any) -> None:
    assert main(["crosscheck", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "fails: ZeroDivisionError: division by zero"),
        ("def (", "fails: SyntaxError: "),
        ("raise SystemExit(0)", "fails: SystemExit: 0"),
        ("import no_such_module", "No module named 'no_such_module'"),
    ],
)
def test_a_module_that_cannot_be_imported_is_exit_code_2(
    source: str, message: str, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    (tmp_path / "cannot_be_imported.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["crosscheck", "cannot_be_imported:Name", "--family", "one-row"]) == 2
    assert message in capsys.readouterr().err


def test_what_a_candidate_prints_is_no_part_of_the_report(
    tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    (tmp_path / "talks.py").write_text(
        "from monfknn_ref import MonFkNN\n"
        "print('imported')\n"
        "class Talks(MonFkNN):\n"
        "    def predict(self, X):\n"
        "        print('predicting')\n"
        "        return super().predict(X)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["crosscheck", "talks:Talks", "--family", "one-row", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["ok"] and printed.err.count("predicting") == 8


def test_trouble_is_exit_code_2_and_says_what_was_learned(tmp_path: Path) -> None:
    words = child(tmp_path, "if n >= 2: os._exit(7)")
    result = command("--program", " ".join(words), "--family", "one-row")
    assert result.returncode == 2
    assert "given up: the program failed 3 times" in result.stdout
    assert "one-row      " in result.stdout


def test_progress_is_shown_on_a_terminal(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["crosscheck", "monfknn_ref:MonFkNN", "--family", "one-row"]) == 0
    shown = capsys.readouterr().err
    assert "8/8 one-row/8" in shown and shown.endswith("\r\x1b[K")


def test_the_families_are_listed(capsys: Any) -> None:
    assert main(["crosscheck", "--list"]) == 0
    printed = capsys.readouterr().out
    assert all(f"{name} " in printed for name in FAMILIES)


# Programs that keep models, and misbehave with them

WITH_MODELS = {
    "dies when it is fitted": ("if ask == 'fit': os._exit(3)", "ended with status 3 before it answered {}"),
    "dies when it is fitted again": ("if n == 4: os._exit(3)", "ended with status 3 before it answered {}.2"),
    "hangs when it is asked": ("if ask == 'predict': time.sleep(60)", "gave no answer to {}.1 within 1 s"),
    "answers a fit with another id": ("if ask == 'fit': answer['id'] = 'x'", "answered 'x' when it was "),
    "answers a fit twice": ("if ask == 'fit': say(answer)", "answered {} more than once"),
    "answers a fit with a list": ("if ask == 'fit': answer = [1]", NO_OBJECT + "'[1]'"),
    "forgets its models": ("models = {}", "ended with status 1 before it answered {}.1"),
    "closes its output": ("if ask == 'fit': os.close(1); time.sleep(60)", "closed its output before "),
}


@pytest.mark.parametrize("what", WITH_MODELS)
def test_what_a_program_with_models_did_is_reported(tmp_path: Path, what: str) -> None:
    action, message = WITH_MODELS[what]
    command = child(tmp_path, action, REFERENCE)
    report = check_program(command, cases=cases(["fit-again"])[:1], timeout=1.0 if "hangs" in what else 20.0)
    assert verdicts(report) == ["error"]
    assert report.results[0].detail.startswith("the program " + message.format("fit-again/1"))
    assert not report.ok


ANSWERS_WITH_MODELS = [
    ("predict", "answer['predictions'] = answer['predictions'][1:]", "error", "39 predictions for 40"),
    ("predict", "answer['predictions'] = None", "error", "the answer has no list 'predictions'"),
    ("predict", "answer['memberships'] = [[0]]", "error", "1 row of memberships for 40 queries"),
    ("fit", "answer['unsupported'] = 'no refit'", "unsupported", "no refit"),
    ("predict", "answer['unsupported'] = 'only once'", "unsupported", "only once"),
    ("fit", "answer['error'] = 'no room'", "error", "the program says: no room"),
    ("start", "answer['models'] = 'yes'", "error", "the program ended with status 1 before it "),
    ("fit", "pass", "agree", ""),
]


@pytest.mark.parametrize(("ask", "action", "verdict", "detail"), ANSWERS_WITH_MODELS)
def test_what_a_program_with_models_says(
    tmp_path: Path, ask: str, action: str, verdict: str, detail: str
) -> None:
    line = f"assert ask != 'case'\n    if ask == '{ask}': {action}"
    report = check_program(child(tmp_path, line, REFERENCE), cases=cases(["fit-again"])[:1])
    assert verdicts(report) == [verdict]
    assert report.results[0].detail.startswith(detail)


def test_limits_must_make_sense(tmp_path: Path) -> None:
    for name, value in (("timeout", 0), ("start_timeout", -1), ("crashes", 0), ("crashes", 1.5)):
        with pytest.raises((ValueError, TypeError), match=f"^{name} must be "):
            run(child(tmp_path), **{name: value})


def test_a_program_may_take_longer_for_many_rows(tmp_path: Path) -> None:
    slow = "time.sleep(0.4 if len(message['X']) > 200 else 0)"
    case = cases(["one-row"])[0]
    many = replace(case, X=case.X * 500, y=case.y * 500)
    for line, chosen, verdict in (
        (slow, case, "agree"),
        (slow, many, "agree"),
        ("time.sleep(0.8)", case, "error"),
    ):
        assert verdicts(check_program(child(tmp_path, line), cases=[chosen], timeout=0.3)) == [verdict]
