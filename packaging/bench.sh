#!/bin/sh
# Measures this program beside others (docs/performance.md). What only they need lies in .bench-venv, apart from the
# program's own libraries; arguments are those of tests/benchmarks/bench_peers.py.
set -eu
cd "$(dirname "$0")/.."

lock=packaging/bench-requirements.lock
wanted=$({ pwd; .venv/bin/python --version; cat "$lock"; } | sha256sum | cut -d ' ' -f 1)
if [ "$(cat .bench-venv/installed 2>/dev/null)" != "$wanted" ]; then
    echo "Installing Presidio into .bench-venv (once; a few minutes, 400 MB on disk) …" >&2
    .venv/bin/python -m venv --clear .bench-venv
    .bench-venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --requirement "$lock"
    printf '%s\n' "$wanted" >.bench-venv/installed
fi
PYTHONPATH=. exec .venv/bin/python tests/benchmarks/bench_peers.py "$@"
