"""spaCy without its command line, which nobody here calls: that brings network libraries and a third of its import."""

from __future__ import annotations

import sys
import threading
from types import ModuleType
from typing import Any

# What `import spacy` takes of the command line is one function that prints how spaCy was installed.
_COMMAND = "spacy.cli.info"
_lock = threading.Lock()


def spacy_library() -> Any:
    """The library, imported at the first call: that takes half a second."""
    with _lock:
        instead = None if "spacy" in sys.modules or _COMMAND in sys.modules else ModuleType(_COMMAND)
        if instead is not None:
            instead.__dict__["info"] = None
            sys.modules[_COMMAND] = instead
        try:
            import spacy
        finally:
            # Who wants the command line after all imports the real one.
            if instead is not None and sys.modules.get(_COMMAND) is instead:
                del sys.modules[_COMMAND]
    return spacy
