"""Opening input files. Only regular files are opened where a file is meant, and "-", the standard input.

A plain `open` of a pipe waits until somebody writes to it, which may be never, and a device may have no end.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from monfknn_ref.data.files.writing import PathLike

__all__ = ["LARGEST_FILE", "STANDARD_INPUT", "check_size", "is_file", "open_file", "read_file", "read_text"]

STANDARD_INPUT = "-"
LARGEST_FILE = 2**30
"""A file that is read as a whole has at most so many bytes."""


def is_file(path: PathLike) -> bool:
    """Whether there is something to be read: a file of any kind that is no folder, or the standard input.

    Pipes and devices count, so that `open_file` can say what is wrong with them.
    """
    text = os.fspath(path)
    if text == STANDARD_INPUT:
        return True
    try:
        return not stat.S_ISDIR(os.stat(text).st_mode)
    except (OSError, ValueError):  # ValueError: a name with a null character
        return False


@contextmanager
def open_file(path: PathLike) -> Iterator[BinaryIO]:
    """A file for reading bytes; what is no regular file is refused instead of waited for."""
    text = os.fspath(path)
    if text == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    descriptor = os.open(text, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(f"{text!r} must be a regular file, or - for the standard input, got {kind(mode)}")
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def kind(mode: int) -> str:
    """What a file that is no regular file is, in words."""
    kinds = {
        stat.S_IFDIR: "a folder",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")


def read_file(path: PathLike, largest: int = LARGEST_FILE) -> bytes:
    """The bytes of a file that is not larger than a limit."""
    with open_file(path) as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise OSError(f"{os.fspath(path)!r} must be a file of at most {largest} bytes, got a larger one")
    return content


def check_size(path: PathLike, largest: int = LARGEST_FILE) -> None:
    """Refuse a file that is too large to be read as a whole."""
    if os.fspath(path) != STANDARD_INPUT and os.path.getsize(path) > largest:
        raise OSError(f"{os.fspath(path)!r} must be a file of at most {largest} bytes, got a larger one")


def read_text(path: PathLike, largest: int = LARGEST_FILE) -> str:
    """The text of a file in UTF-8."""
    try:
        return read_file(path, largest).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{os.fspath(path)!r} must be text in UTF-8, got the byte 0x{error.object[error.start]:02x} "
            f"at position {error.start}"
        ) from None
