"""Settings: those of pith.yaml, deploy/manual/configuration.md in the sources."""

from __future__ import annotations

import os
import threading
from typing import Any, Mapping, Optional, Union

from ._library import Handle, View, call

Settings = Union["Config", str, "os.PathLike[str]", Mapping[str, Any], None]


class Config(Handle):
    """A checked configuration.

    `path` names a pith.yaml; without one, the defaults hold, whatever files there are. `settings` are keys and values on
    top of it, as --set of the program takes them.

    >>> Config(settings={"extract.limits.max_seconds": 5}) is not None
    True
    >>> Config(settings={"extract.limits.max_secnds": 5})
    Traceback (most recent call last):
    ...
    pith._library.PithError: pith_config_set: extract.limits.max_secnds: unknown key; did you mean extract.limits.max_seconds?
    """

    _free = "config_free"

    def __init__(self, path: Optional[Union[str, "os.PathLike[str]"]] = None,
                 settings: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(call("config_open", View(os.fsencode(path) if path is not None else b"").bytes))
        for key, value in (settings or {}).items():
            written = str(value).lower() if isinstance(value, bool) else str(value)
            call("config_set", self.handle, View(key).bytes, View(written).bytes)


_defaults: Optional[Config] = None
_lock = threading.Lock()


def config_of(settings: Settings) -> Config:
    global _defaults
    if isinstance(settings, Config):
        return settings
    if isinstance(settings, Mapping):
        return Config(settings=settings)
    if settings is not None:
        return Config(settings)
    with _lock:
        if _defaults is None:
            _defaults = Config()
        return _defaults
