"""`VectorStore`: vectors in one SQLite file, shared by threads and processes, that may fail at any time.

A cache must never be the reason for a crash. A damaged file is set aside and begun anew; a disk that
cannot be written turns the store off and says why; a busy file is a miss.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

#: Part of the file's name: a file of another layout is another file.
LAYOUT = 1

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL)
"""
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

#: Keys asked for in one statement; older SQLite allows 999 variables.
_KEYS_AT_ONCE = 500
_BUSY_SECONDS = 5.0


class VectorStore:
    """Bytes by key on disk. `problem` is empty, or says why the store is off."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        """Opens nothing yet. Once the file holds more than `max_bytes`, the oldest vectors go."""
        self.path = path
        self.max_bytes = max_bytes
        self.problem = ""
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there."""

        def read(connection: sqlite3.Connection) -> dict[bytes, bytes]:
            found: dict[bytes, bytes] = {}
            for start in range(0, len(keys), _KEYS_AT_ONCE):
                part = keys[start : start + _KEYS_AT_ONCE]
                wanted = f"SELECT key, vector FROM vectors WHERE key IN ({','.join('?' * len(part))})"
                found.update(connection.execute(wanted, part))
            return found

        return self._run(read, {}) if keys else {}

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        """Adds or replaces vectors, then makes room if the bound is passed."""

        def write(connection: sqlite3.Connection) -> None:
            insert = "INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)"
            _transaction(connection, insert, vectors.items())
            while _bytes_used(connection) > self.max_bytes:
                rows = connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
                if not rows:
                    break
                # An eighth at a time, so that a full store does not make room with every batch.
                oldest = "SELECT id FROM vectors ORDER BY id LIMIT ?"
                _transaction(connection, f"DELETE FROM vectors WHERE id IN ({oldest})", [(rows // 8 + 1,)])

        if vectors:
            self._run(write, None)

    def clear(self) -> None:
        """Forgets every vector and gives the disk space back."""

        def empty(connection: sqlite3.Connection) -> None:
            _transaction(connection, "DELETE FROM vectors", [()])
            connection.execute("VACUUM")

        self._run(empty, None)

    def close(self) -> None:
        """Closes the file; the next call opens it again."""
        with self._lock:
            self._close()

    def _run(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        with self._lock:
            for attempt in ("first", "after setting a damaged file aside"):
                if self.problem:
                    return otherwise
                try:
                    return work(self._open())
                except (sqlite3.Error, OSError) as error:
                    code = getattr(error, "sqlite_errorcode", -1) & 0xFF
                    if code in _BUSY:
                        return otherwise
                    self._close()
                    if code not in _DAMAGED or attempt != "first" or not self._set_aside():
                        self.problem = f"{type(error).__name__}: {error}"
            return otherwise

    def _open(self) -> sqlite3.Connection:
        if self._process != os.getpid():
            # SQLite's connections must not be used, nor closed, on the other side of a fork.
            self._connection = None
            self._process = os.getpid()
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._connection = connection
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(_SCHEMA)
        return self._connection

    def _close(self) -> None:
        if self._connection is not None and self._process == os.getpid():
            self._connection.close()
        self._connection = None

    def _set_aside(self) -> bool:
        """Renames the damaged file; whether there is now room for a new one."""
        try:
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            os.replace(self.path, self.path.with_name(self.path.name + ".damaged"))
        except FileNotFoundError:
            pass  # another process was faster
        except OSError:
            return False
        return True


def _transaction(connection: sqlite3.Connection, statement: str, rows: Iterable[Sequence[object]]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(statement, rows)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _bytes_used(connection: sqlite3.Connection) -> int:
    names = ("page_count", "freelist_count", "page_size")
    pages, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    return (pages - free) * size
