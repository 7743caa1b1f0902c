"""Finished pieces of work kept in a database, so that a run that was stopped goes on where it was.

The file is an SQLite database with a row for each finished task: what it was, as JSON, which tells all the
options that its result belongs to, the result, and the version of the package. A task is written in a
transaction of its own, and is on the disk before the run goes on.

Several runs may use one file at the same time: each claims a task before it carries it out, and leaves alone
what another one has claimed. As long as a run lives it holds a lock on a small file beside the database. The
operating system takes the lock away however the run ends, and the claims of a run without its lock are void.
"""

from __future__ import annotations

import glob
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from monfknn_ref.data import DataError
from monfknn_ref.data.files import PathLike, check_place
from monfknn_ref.evaluation.executors import package_version

APPLICATION = 0x4D4B4E4E  # "MKNN", which tells this database from those of other programs
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE results (task TEXT PRIMARY KEY, result TEXT NOT NULL, version TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE claims (task TEXT PRIMARY KEY, run TEXT NOT NULL) WITHOUT ROWID;
"""
VOID = "DELETE FROM claims WHERE run = ?"
PATIENCE = 60.0
"""Seconds to wait for other programs that use the file."""
PAUSES = (0.01, 0.1, 0.5)
"""Seconds before what failed is tried again."""

Found = TypeVar("Found")


def text_of_task(identity: Mapping[str, Any]) -> str:
    """What tells one task from another, the same text for the same task.

    >>> text_of_task({"b": 1, "a": "x"})
    '{"a": "x", "b": 1}'
    """
    return json.dumps(identity, sort_keys=True)


class Store:
    """The results in a file, or in memory only when there is no path; to be used in a `with` block."""

    def __init__(self, path: PathLike | None = None) -> None:
        self.path = None if path is None else Path(os.path.realpath(path))
        self.found: dict[str, Any] = {}
        self.run = secrets.token_hex(8)
        self.database: sqlite3.Connection | None = None
        self.lock: sqlite3.Connection | None = None

    def __enter__(self) -> Store:
        if self.path is not None:
            check_place("out", self.path)
            try:
                self.patiently(self.take_lock)
                self.persistently(self.read)
            except BaseException:
                self.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.path is not None:
            with suppress(OSError):  # claims of a run that has ended are void in any case
                self.persistently(lambda database: database.execute(VOID, (self.run,)))
        self.close()

    def close(self) -> None:
        """Let go of the files, and remove the locks of this run and of runs that were killed."""
        for connection in (self.database, self.lock):
            if connection is not None:
                with suppress(sqlite3.Error):
                    connection.close()
        self.database = self.lock = None
        if self.path is not None:
            with suppress(OSError):
                for lock in self.path.parent.glob(f"{glob.escape(self.path.name)}.*.running"):
                    if lock == self.lock_of(self.run) or not lives(lock):
                        lock.unlink()

    def __contains__(self, identity: Mapping[str, Any]) -> bool:
        return text_of_task(identity) in self.found

    def add(self, identity: Mapping[str, Any], result: Any) -> None:
        """Keep a result, in the file first."""
        task = text_of_task(identity)
        row = (task, json.dumps(result), package_version())

        def write(database: sqlite3.Connection) -> None:
            database.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", row)
            database.execute("DELETE FROM claims WHERE task = ?", (task,))

        if self.path is not None:
            self.persistently(write)
        self.found[task] = result

    def claim(self, identity: Mapping[str, Any]) -> bool:
        """Whether this run is to carry out the task: nobody has finished it, and no other run is about to.

        The result of a task that another run has finished is taken in.
        """
        task = text_of_task(identity)
        if task in self.found or self.path is None:
            return task not in self.found

        def ask(database: sqlite3.Connection) -> tuple[str | None, str | None]:
            [known] = database.execute("SELECT max(result) FROM results WHERE task = ?", (task,)).fetchone()
            [run] = database.execute("SELECT max(run) FROM claims WHERE task = ?", (task,)).fetchone()
            if known is None and run not in (None, self.run) and not lives(self.lock_of(run)):
                database.execute(VOID, (run,))
                run = None
            if known is None and run is None:
                database.execute("INSERT INTO claims VALUES (?, ?)", (task, self.run))
            return known, run

        known, run = self.persistently(ask)
        if known is not None:
            self.found[task] = json.loads(known)
        return known is None and run in (None, self.run)

    # --- The database ---------------------------------------------------------------------------------

    def read(self, database: sqlite3.Connection) -> None:
        """Take in the results of the file, which is made a database if it is empty."""
        [version] = database.execute("PRAGMA user_version").fetchone()
        [application] = database.execute("PRAGMA application_id").fetchone()
        [tables] = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION and (application or version or tables):
            raise not_ours(self.path)
        if not version:
            for statement in SCHEMA.split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        elif version != SCHEMA_VERSION:
            raise DataError(
                f"{self.path} was written in version {version} of the format, this program knows "
                f"{SCHEMA_VERSION}; use the newer program or another file"
            )
        for task, result in database.execute("SELECT task, result FROM results"):
            self.found[task] = json.loads(result)

    def persistently(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Do something in a transaction, in a new connection where the last one has failed."""

        def once() -> Found:
            assert self.path is not None
            database = self.database = self.database or connect(self.path, PATIENCE)
            try:
                with database:  # all of what is done in the block, or nothing of it
                    database.execute("BEGIN IMMEDIATE")
                    return work(database)
            except sqlite3.Error:
                self.database = None
                with suppress(sqlite3.Error):
                    database.close()
                raise

        return self.patiently(once)

    def patiently(self, work: Callable[[], Found]) -> Found:
        """Do something; when it fails try again, and say what to do if it fails for good."""
        pauses = iter(PAUSES)
        while True:
            try:
                return work()
            except sqlite3.Error as error:
                pause = None if is_damage(error) else next(pauses, None)
                if pause is None:
                    raise failure(self.path, error) from error
                time.sleep(pause)

    def take_lock(self) -> None:
        """Show that this run lives."""
        self.lock = locked(self.lock_of(self.run))

    def lock_of(self, run: str) -> Path:
        """The file on which a run holds its lock."""
        assert self.path is not None
        return self.path.with_name(f"{self.path.name}.{run}.running")


def lives(lock: Path) -> bool:
    """Whether the run of this lock still holds it."""
    if not lock.exists():
        return False
    try:
        locked(lock).close()
    except sqlite3.Error:
        return True
    return False


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """A connection whose transactions begin and end where it is said, and are on the disk when they end."""
    database = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA synchronous = FULL")
    return database


def locked(path: Path) -> sqlite3.Connection:
    """A connection that holds the lock on a file, if no other does.

    A file that another run has removed by then is no longer locked: SQLite begins no journal for it.
    """
    lock = connect(path, 0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is no database, or a spoiled one: nothing that would be better the next time."""
    return type(error) is sqlite3.DatabaseError


def failure(path: Path | None, error: sqlite3.Error) -> Exception:
    """What SQLite could not do, and what can be done about it."""
    words = str(error)
    if words == "file is not a database":
        return not_ours(path)
    if is_damage(error):
        return DataError(
            f"{path} is damaged ({words}) and is left as it is; move it away, or recover what is in it with "
            f"the program sqlite3 and its command .recover"
        )
    if "locked" in words or "busy" in words:
        return OSError(
            f"{path} has been in use by another program for {PATIENCE:.0f} s; run again when it is free"
        )
    return OSError(
        f"{path} could not be written ({words}); what was finished before is in it. Free some space, or see "
        "to it that the place can be written, and run the same command again: it goes on from there"
    )


def not_ours(path: object) -> DataError:
    return DataError(f"{path} is not a file of results, and is left as it is")
