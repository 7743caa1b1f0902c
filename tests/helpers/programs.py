"""Programs behind the line protocol, in which a test puts one more line."""

from __future__ import annotations

import sys
from pathlib import Path

BEHAVED = """
import json, os, signal, sys, time

def say(answer):
    print(json.dumps(answer), flush=True)

n = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["ask"] == "start":
        say({"name": "child", "language": "Python", "readings": ["paper"]})
    elif message["ask"] == "case":
        n += 1
        answer = {"id": message["id"], "predictions": [message["y"][0]] * len(message["queries"])}
        if message["id"] == "one-row/8":
            answer["predictions"] = [2] * 4
        @
        say(answer)
    else:
        break
"""
"""It answers every case of the family one-row right, and starts quickly, as it does without the package."""

REFERENCE = """
import json, os, sys, time
from monfknn_ref import MonFkNN
from monfknn_ref.oracle.cases import number

def say(answer):
    print(json.dumps(answer), flush=True)

def table(rows):
    return [[number(value) for value in row] for row in rows]

def fitted(message):
    given = {name: number(message[name]) for name in ("RCr", "pOR", "m")}
    given |= {name: message[name] for name in ("k", "K", "typeRange", "directions")}
    return MonFkNN(**given).fit(table(message["X"]), message["y"], message["classes"])

models, n = {}, 0
for line in sys.stdin:
    message = json.loads(line)
    ask, n = message["ask"], n + 1
    if ask == "stop":
        break
    answer = {"id": message.get("id")}
    if ask == "start":
        answer = {"name": "child", "language": "Python", "readings": ["paper"], "models": True}
    elif ask == "fit":
        models[message["model"]] = fitted(message)
    else:
        model = models[message["model"]] if ask == "predict" else fitted(message)
        answer["predictions"] = model.predict(table(message["queries"]))
    @
    say(answer)
"""
"""It answers every case right, and keeps models."""


def child(folder: Path, line: str = "pass", program: str = BEHAVED) -> list[str]:
    """The command of a program that is well-behaved but for one line."""
    path = folder / "child.py"
    path.write_text(program.replace("@", line), encoding="utf-8")
    return [sys.executable, str(path)]
