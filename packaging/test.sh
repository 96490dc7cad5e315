#!/bin/sh
# Runs the tests, offscreen, in up to four processes. Arguments are pytest's (`-n 0 --pdb`: one process, to debug).
set -eu
cd "$(dirname "$0")/.."

QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
export QT_QPA_PLATFORM
# Tests start many processes: each would compile the package anew.
unset PYTHONDONTWRITEBYTECODE

# Tests write thousands of small files, which takes a third of the time in memory, where there is room for them.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'END { print $4 }')" -gt 1000000 ]; then
    export TMPDIR=/dev/shm
fi

.venv/bin/python packaging/build_kernel.py || true

# worksteal: neighbours stay in one process, and what they share is loaded once.
set -- -n auto --maxprocesses 4 --dist worksteal "$@"

if .venv/bin/python packaging/qt_libraries.py offscreen >/dev/null; then
    exec .venv/bin/python -m pytest "$@"
fi
status=0
# Without the plugin its options in pyproject.toml are unknown, which is an error otherwise.
.venv/bin/python -m pytest -p no:pytest-qt -o strict_config=false --ignore=tests/gui "$@" || status=$?
echo "LEFT OUT: tests/gui, because Qt's system libraries are missing (packaging/system-packages.txt)."
exit $status
