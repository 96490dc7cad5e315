"""Of phonenumbers the numbering plan, without the names of places and carriers."""

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("phonenumbers.data")
