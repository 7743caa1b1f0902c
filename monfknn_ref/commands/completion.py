"""Print a script that lets a shell complete the commands, their options and the values of these.

One line in the file that the shell reads when it starts is enough:

  bash  eval "$(monfknn-ref completion bash)"     in ~/.bashrc
  zsh   eval "$(monfknn-ref completion zsh)"      in ~/.zshrc, after compinit
  fish  monfknn-ref completion fish | source      in ~/.config/fish/config.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from monfknn_ref.beyond.guarantees.statements import STATEMENTS
from monfknn_ref.commands import build_parser, module_of
from monfknn_ref.data import PAPER_TABLE
from monfknn_ref.evaluation.methods import METHODS
from monfknn_ref.oracle.families import FAMILIES

SUMMARY = "let a shell complete commands, options and values"
EXAMPLE = "python -m monfknn_ref completion bash"

KNOWN_WORDS = {
    "dataset": tuple(PAPER_TABLE),
    "train": tuple(PAPER_TABLE),
    "method": tuple(METHODS),
    "model": tuple(METHODS),
    "family": tuple(FAMILIES),
    "id": tuple(statement.id for statement in STATEMENTS),
}
"""Words for arguments that take more than these, by their names."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SCRIPTS, help="the shell that is to complete")


def run(arguments: argparse.Namespace) -> int:
    print(SCRIPTS[arguments.shell](commands_of(build_parser())))
    return 0


# --- What there is to complete ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Argument:
    """An option, or a place without one, of a command."""

    flags: tuple[str, ...]
    takes_value: bool
    words: tuple[str, ...]
    takes_file: bool
    help: str


@dataclass(frozen=True)
class Completed:
    """A command and what can stand after it."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    @property
    def flags(self) -> list[str]:
        return [flag for argument in self.arguments for flag in argument.flags]

    @property
    def places(self) -> list[Argument]:
        return [argument for argument in self.arguments if not argument.flags]


def commands_of(parser: argparse.ArgumentParser) -> list[Completed]:
    """The program itself, its name "", and its commands."""
    own = [action for action in actions_of(parser) if action.option_strings]
    found = [Completed("", "", tuple(argument_of(action, "") for action in own))]
    for action in actions_of(parser):
        if isinstance(action.choices, dict):  # the commands
            for name, subparser in action.choices.items():
                arguments = tuple(argument_of(one, name) for one in actions_of(subparser))
                found.append(Completed(name, module_of(name).SUMMARY, arguments))
    return found


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments of a parser, of which argparse has no public list."""
    return list(vars(parser)["_actions"])


def argument_of(action: argparse.Action, command: str) -> Argument:
    """What an argument of a parser takes: words, a file or a folder, or something else."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    words: tuple[str, ...] = ()
    if action.choices is not None:
        words = tuple(map(str, action.choices))
    elif command != "predict" and command != "explain":  # these train on files alone
        words = KNOWN_WORDS.get(action.dest, ())
    return Argument(
        tuple(action.option_strings),
        action.nargs != 0,
        words,
        any(kind in metavar for kind in ("FILE", "DIR", "FOLDER")),
        " ".join((action.help or "").replace("%(default)s", str(action.default)).split()),
    )


# --- The scripts ------------------------------------------------------------------------------------------


def for_bash(commands: Sequence[Completed]) -> str:
    """The script for bash: what stands before the cursor decides what is offered."""
    top, *others = commands
    lines = [
        "_monfknn_ref() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
        "  local command=${COMP_WORDS[1]} words= files=",
        '  if [ "$COMP_CWORD" -le 1 ]; then',
        f"    words={quoted([*(one.name for one in others), *top.flags])}",
        "  else",
        "    case $command:$before in",
    ]
    for one in others:
        for argument in one.arguments:
            if argument.flags and argument.takes_value:
                pattern = "|".join(f"{one.name}:{flag}" for flag in argument.flags)
                lines.append(f"      {pattern}) {offer(argument)} ;;")
    lines += ["      *) case $command in"]
    for one in others:
        words = [word for place in one.places for word in place.words]
        files = " files=1" if any(place.takes_file for place in one.places) else ""
        lines.append(f"        {one.name}) words={quoted([*words, *one.flags])}{files} ;;")
    lines += [
        "      esac ;;",
        "    esac",
        "  fi",
        '  COMPREPLY=( $(compgen -W "$words" -- "$current") )',
        '  if [ -n "$files" ] && [[ $current != -* ]]; then',
        "    local IFS=$'\\n'; COMPREPLY+=( $(compgen -f -- \"$current\") )",
        "  fi",
        "}",
        "complete -o filenames -F _monfknn_ref monfknn-ref",
    ]
    return "\n".join(lines)


def offer(argument: Argument) -> str:
    """What bash offers after an option."""
    files = " files=1" if argument.takes_file else ""
    return f"words={quoted(argument.words)}{files}"


def for_zsh(commands: Sequence[Completed]) -> str:
    """The script for zsh."""
    top, *others = commands
    lines = [
        "_monfknn_ref() {",
        "  local -a commands",
        "  commands=(",
        *(f"    {single(f'{one.name}:{one.help}')}" for one in others),
        "  )",
        "  if (( CURRENT == 2 )); then",
        "    _describe command commands",
        f"    compadd -- {' '.join(top.flags)}",
        "    return",
        "  fi",
        "  case $words[2] in",
    ]
    for one in others:
        specifications = [spec for argument in one.arguments for spec in zsh_specifications(argument)]
        body = " \\\n        ".join(map(single, specifications))
        lines.append(f"    {one.name}) shift words; (( CURRENT-- ))\n      _arguments \\\n        {body} ;;")
    lines += ["  esac", "}", "compdef _monfknn_ref monfknn-ref"]
    return "\n".join(lines)


def zsh_specifications(argument: Argument) -> list[str]:
    """What zsh is told of an argument."""
    words = f"({' '.join(argument.words)})"
    if argument.takes_file and argument.words:
        action = f"{{_alternative 'words:word:{words}' 'files:file:_files'}}"
    else:
        action = "_files" if argument.takes_file else words if argument.words else " "
    said = argument.help.replace("[", "(").replace("]", ")").replace(":", ",")
    if not argument.flags:
        return [f"*:{said or 'value'}:{action}"]
    return [
        f"*{flag}[{said}]" + (f":value:{action}" if argument.takes_value else "") for flag in argument.flags
    ]


def for_fish(commands: Sequence[Completed]) -> str:
    """The script for fish."""
    top, *others = commands
    lines = ["complete -c monfknn-ref -f"]
    for one in others:
        lines.append(f"complete -c monfknn-ref -n __fish_use_subcommand -a {one.name} -d {single(one.help)}")
    for one in commands:
        where = "__fish_use_subcommand" if one is top else single(f"__fish_seen_subcommand_from {one.name}")
        for argument in one.arguments:
            line = f"complete -c monfknn-ref -n {where}"
            for flag in argument.flags:
                line += f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"
            if argument.takes_value and argument.flags:
                line += " -r"
            if argument.takes_file:
                line += " -F"
            if argument.words:
                line += f" -a {quoted(argument.words)}"
            lines.append(f"{line} -d {single(argument.help)}")
    return "\n".join(lines)


SCRIPTS = {"bash": for_bash, "zsh": for_zsh, "fish": for_fish}


def quoted(words: Sequence[str]) -> str:
    return single(" ".join(words))


def single(text: str) -> str:
    """A text between single quotes, as the three shells take it.

    >>> print(single("the paper's"))
    'the paper'"'"'s'
    """
    return "'" + text.replace("'", "'\"'\"'") + "'"
