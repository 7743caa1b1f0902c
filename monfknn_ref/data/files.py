"""Files: input that is safe to open, and output that is written beside its place and put there at once.

Only regular files are opened where a file is meant, and "-", the standard input: a plain `open` of a pipe
waits until somebody writes to it, which may be never, and a device may have no end.

Whoever reads the place of an output finds the old file or the new one, never a part. When the disk is full,
when a size limit is reached or when the program is killed, the old file is as it was. A file called - is the
standard output, which gets what is written at once.
"""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, TypeAlias

PathLike: TypeAlias = str | os.PathLike[str]
STANDARD_INPUT = "-"
LARGEST_FILE = 2**30
"""A file that is read as a whole has at most so many bytes."""


class DataError(ValueError):
    """A data set is not at hand, or its file does not say what it should."""


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


def check_size(path: PathLike) -> None:
    """Refuse a file that is too large to be read as a whole."""
    if os.fspath(path) != STANDARD_INPUT and os.path.getsize(path) > LARGEST_FILE:
        raise OSError(f"{os.fspath(path)!r} must be a file of at most {LARGEST_FILE} bytes, got a larger one")


def read_text(path: PathLike, largest: int = LARGEST_FILE) -> str:
    """The text of a file in UTF-8."""
    try:
        return read_file(path, largest).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{os.fspath(path)!r} must be text in UTF-8, got the byte 0x{error.object[error.start]:02x} "
            f"at position {error.start}"
        ) from None


# --- Writing ----------------------------------------------------------------------------------------------

STANDARD_OUTPUT = "-"

kept_for_files: list[TextIO] = []
"""The standard output while it is kept for a file."""


@contextmanager
def standard_output_for_a_file() -> Iterator[None]:
    """Meanwhile the standard output is for a file called -; what is printed goes to the standard error."""
    kept_for_files.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        kept_for_files.pop()


def check_place(name: str, path: PathLike) -> None:
    """Refuse a place that no file can be written to, before the work whose result is to go there.

    `name` is what the caller calls it, such as an option of the command line.

    >>> check_place("--out", "missing/map.svg")
    Traceback (most recent call last):
    OSError: --out must be a file that can be written, got 'missing/map.svg' (there is no folder 'missing')
    """
    if os.fspath(path) == STANDARD_OUTPUT:
        return
    try:
        try_folder(os.path.dirname(target_of(path)))
    except (OSError, ValueError) as error:
        why = reason(error)
        raise OSError(f"{name} must be a file that can be written, got {os.fspath(path)!r} ({why})") from None


def check_folder(name: str, folder: PathLike) -> None:
    """Refuse a folder that takes no files, or that cannot be made where it is not there yet."""
    try:
        there = os.path.abspath(folder)
        while not os.path.lexists(there):
            there = os.path.dirname(there)
        if not os.path.isdir(there):
            raise OSError(f"{there!r} is no folder")
        try_folder(there)
    except (OSError, ValueError) as error:
        why = reason(error)
        raise OSError(
            f"{name} must be a folder that can be written to, got {os.fspath(folder)!r} ({why})"
        ) from None


def try_folder(folder: str) -> None:
    """Make a file in a folder, and remove it."""
    name = new_name(folder)
    os.close(create(name))
    os.unlink(name)


@contextmanager
def replacing(path: PathLike) -> Iterator[BinaryIO]:
    """A file to write to, which is put in its place when the block ends without an error."""
    if os.fspath(path) == STANDARD_OUTPUT:
        stream = kept_for_files[-1] if kept_for_files else sys.stdout
        stream.flush()
        yield stream.buffer
        stream.buffer.flush()
        return
    with FileBeside(path) as written:
        yield written.file
        written.put_in_place()


def write_bytes(path: PathLike, content: bytes) -> None:
    """Write a whole file."""
    with replacing(path) as file:
        file.write(content)


def write_text(path: PathLike, text: str) -> None:
    """Write a whole file of text in UTF-8, its lines ended alike on every system."""
    write_bytes(path, text.encode("utf-8"))


def write_files(folder: PathLike, contents: Mapping[str, bytes]) -> None:
    """Write several files of a folder, which is made if it is not there; none is put in its place before all
    are written."""
    os.makedirs(folder, exist_ok=True)
    with ExitStack() as stack:
        all_written = []
        for name, content in contents.items():
            written = stack.enter_context(FileBeside(Path(folder) / name))
            written.file.write(content)
            all_written.append(written)
        for written in all_written:
            written.put_in_place()


class FileBeside:
    """A new file next to a path, to be put in the path's place; if it is not, it is gone after the block."""

    def __init__(self, path: PathLike) -> None:
        self.path = path

    def __enter__(self) -> FileBeside:
        try:
            self.target = target_of(self.path)
            self.name = new_name(os.path.dirname(self.target))
            self.file: BinaryIO = open(create(self.name), "wb")
        except (OSError, ValueError) as error:
            raise self.failed(error) from error
        return self

    def put_in_place(self) -> None:
        """The file, complete and on the disk, takes the place of the one that is there."""
        try:
            self.file.flush()
            os.fsync(self.file.fileno())
            self.file.close()
            if os.path.exists(self.target):
                shutil.copymode(self.target, self.name)
            os.replace(self.name, self.target)
            sync_folder(os.path.dirname(self.target))
        except OSError as error:
            raise self.failed(error) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with suppress(OSError):
            self.file.close()  # tries once more to write what is left
        with suppress(OSError):
            os.unlink(self.name)
        if isinstance(error, OSError) and error.errno is not None and error.filename is None:
            raise self.failed(error) from error  # a write to the file, which does not say where

    def failed(self, error: Exception) -> OSError:
        return OSError(
            f"{os.fspath(self.path)!r} could not be written ({reason(error)}); what was there is unchanged"
        )


def target_of(path: PathLike) -> str:
    """The file that a path stands for, links followed; refused if it is there and no file to be replaced."""
    text = os.fspath(path)
    target = os.path.realpath(text)
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise OSError(f"there is no folder {os.path.dirname(text) or folder!r}")
    if text.endswith(("/", os.sep)) or os.path.isdir(target):
        raise OSError("it is a folder")
    try:
        mode = os.stat(target).st_mode  # refuses names that are too long
    except FileNotFoundError:
        return target
    if not stat.S_ISREG(mode):
        raise OSError("it is no regular file")  # a device or a pipe would be replaced by a file
    if not os.access(target, os.W_OK):
        raise OSError("it is read-only")
    return target


def new_name(folder: str) -> str:
    return os.path.join(folder, f".monfknn-{secrets.token_hex(8)}")


def create(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)


def sync_folder(folder: str) -> None:
    """See to it that the new name of a file is on the disk, where folders can be synchronized."""
    with suppress(OSError, AttributeError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def reason(error: Exception) -> str:
    """Why the operating system refused, in its words."""
    words = getattr(error, "strerror", None)
    return words[:1].lower() + words[1:] if words else str(error)
