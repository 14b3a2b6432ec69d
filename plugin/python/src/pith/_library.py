"""The C interface (plugin/c/pith.h) by ctypes, which releases the interpreter's lock during every call."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint32, c_void_p
from typing import Any, Optional, Union

Bytes = Union[bytes, bytearray, memoryview]


class PithError(Exception):
    """What Pith could not do. `code` is a short stable word, such as "not_html"; the text names the thing and what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Bytes(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


class _Error(ctypes.Structure):
    _fields_ = [("code", c_char_p), ("message", c_char_p)]


class Page(ctypes.Structure):
    _fields_ = [("url", _Bytes), ("headers", _Bytes), ("body", _Bytes), ("fetched", c_int64), ("status", c_int32),
                ("cut", c_int32)]


class ChunkSize(ctypes.Structure):
    _fields_ = [("tokens", c_uint32), ("overlap", c_uint32), ("per_word", c_double)]


class Parameter(ctypes.Structure):
    _fields_ = [("name", _Bytes), ("value", _Bytes)]


def _load() -> ctypes.CDLL:
    here = pathlib.Path(__file__).parent
    named = os.environ.get("PITH_LIBRARY")
    beside = [str(path) for path in sorted(here.glob("libpith.so*"))]
    for path in [named] if named else [*beside, "libpith.so.1"]:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            failure = error
    raise ImportError(f"libpith.so cannot be loaded: {failure}; PITH_LIBRARY may name another one")


_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "error_clear": (None, [POINTER(_Error)]),
    "result_bytes": (_Bytes, [c_void_p]),
    "result_free": (None, [c_void_p]),
    "config_open": (c_void_p, [_Bytes, POINTER(_Error)]),
    "config_parse": (c_void_p, [_Bytes, POINTER(_Error)]),
    "config_set": (c_int, [c_void_p, _Bytes, _Bytes, POINTER(_Error)]),
    "config_free": (None, [c_void_p]),
    "extract": (c_void_p, [c_void_p, c_void_p, POINTER(Page), POINTER(_Error)]),
    "document_view": (_Bytes, [c_void_p, c_int]),
    "document_chunks": (c_void_p, [c_void_p, POINTER(ChunkSize), POINTER(_Error)]),
    "document_free": (None, [c_void_p]),
    "learner_new": (c_void_p, [c_void_p, POINTER(_Error)]),
    "learner_add": (c_int, [c_void_p, POINTER(Page), POINTER(_Error)]),
    "learner_site": (c_void_p, [c_void_p, POINTER(_Error)]),
    "learner_free": (None, [c_void_p]),
    "site_save": (c_void_p, [c_void_p, POINTER(_Error)]),
    "site_load": (c_void_p, [c_void_p, _Bytes, POINTER(_Error)]),
    "site_pages": (c_size_t, [c_void_p]),
    "site_free": (None, [c_void_p]),
    "reader_open": (c_void_p, [c_void_p, _Bytes, _Bytes, POINTER(_Error)]),
    "reader_next": (c_int, [c_void_p, POINTER(Page), c_int64, POINTER(_Error)]),
    "reader_report": (c_void_p, [c_void_p, POINTER(_Error)]),
    "reader_free": (None, [c_void_p]),
    "documents_open": (c_void_p, [c_void_p, POINTER(_Bytes), c_size_t, _Bytes, c_uint, POINTER(ChunkSize),
                                  POINTER(_Error)]),
    "documents_next": (c_int, [c_void_p, POINTER(_Bytes), c_int64, POINTER(_Error)]),
    "documents_report": (c_void_p, [c_void_p, POINTER(_Error)]),
    "documents_free": (None, [c_void_p]),
    "recorder_open": (c_void_p, [c_void_p, _Bytes, POINTER(_Error)]),
    "recorder_submit": (None, [c_void_p, POINTER(Page)]),
    "recorder_close": (c_void_p, [c_void_p, c_int, POINTER(_Error)]),
    "recorder_free": (None, [c_void_p]),
    "index_open": (c_void_p, [c_void_p, POINTER(_Error)]),
    "index_reopen": (c_int, [c_void_p, POINTER(_Error)]),
    "index_search": (c_void_p, [c_void_p, POINTER(Parameter), c_size_t, POINTER(_Error)]),
    "index_suggest": (c_void_p, [c_void_p, POINTER(Parameter), c_size_t, POINTER(_Error)]),
    "index_get": (c_void_p, [c_void_p, _Bytes, c_int, POINTER(_Error)]),
    "index_count": (c_int64, [c_void_p, POINTER(_Error)]),
    "index_free": (None, [c_void_p]),
}

_functions: dict[str, Any] = {}


def function(name: str) -> Any:
    if not _functions:
        library = _load()
        for each, (result, arguments) in _SIGNATURES.items():
            bound = getattr(library, "pith_" + each)
            bound.restype, bound.argtypes = result, arguments
            _functions[each] = bound
    return _functions[name]


class View:
    """Bytes of Python's, lent to Pith for as long as this object lives: never copied."""

    def __init__(self, value: Union[str, Bytes]) -> None:
        kept: Any = value.encode("utf-8", "replace") if isinstance(value, str) else value
        if isinstance(kept, bytes):
            self._kept = c_char_p(kept)  # points at the bytes themselves
            self.bytes = _Bytes(ctypes.cast(self._kept, c_void_p), len(kept))
            return
        view = memoryview(kept).cast("B")
        if view.readonly:
            self._kept = c_char_p(view.tobytes())  # ctypes takes no read-only buffers
            self.bytes = _Bytes(ctypes.cast(self._kept, c_void_p), len(view))
            return
        self._array = (ctypes.c_char * len(view)).from_buffer(view)
        self.bytes = _Bytes(ctypes.addressof(self._array), len(view))


def call(name: str, *arguments: Any) -> Any:
    """Calls a function whose last argument is an error, and raises that."""
    error = _Error()
    result = function(name)(*arguments, byref(error))
    if error.code is not None:
        code, message = error.code.decode(), (error.message or b"").decode("utf-8", "replace")
        function("error_clear")(byref(error))
        raise PithError(code, message)
    if result is None:
        raise MemoryError(f"pith_{name}")
    return result


def copied(view: _Bytes) -> bytes:
    return ctypes.string_at(view.data, view.size) if view.size else b""


def text(view: _Bytes) -> str:
    return copied(view).decode("utf-8", "replace")


def taken_bytes(result: int) -> bytes:
    """The bytes of a result, which is freed."""
    try:
        return copied(function("result_bytes")(result))
    finally:
        function("result_free")(result)


def taken_json(result: int) -> Any:
    return json.loads(taken_bytes(result))


class Handle:
    """Something of Pith's, freed with this object."""

    _free: str

    def __init__(self, handle: int) -> None:
        self._handle: Optional[int] = handle

    @property
    def handle(self) -> int:
        if self._handle is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return self._handle

    def close(self) -> None:
        """Frees what it holds. Afterwards it is of no use; closing it again does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            function(self._free)(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()
