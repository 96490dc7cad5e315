#!/bin/sh
# Opens the window on a folder of reports; without one, on a copy of the sample reports. Without a display it
# annotates the same reports into a folder instead.
#
#   packaging/run.sh [FOLDER]
set -eu
cd "$(dirname "$0")/.."
folder=${1:-}

if [ -z "$folder" ]; then
    # A copy, so that nobody's review changes the bundled reports; what was reviewed there before stays.
    folder=work/samples
    mkdir -p "$folder"
    for report in resources/samples/*.txt; do
        [ -e "$folder/${report##*/}" ] || cp "$report" "$folder/"
    done
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && .venv/bin/python packaging/qt_libraries.py >/dev/null; then
    echo "Opening $folder"
    exec .venv/bin/deid-studio "$folder"
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "Qt's system libraries are missing (packaging/system-packages.txt): annotating without a window."
else
    echo "There is no display here: annotating without a window."
fi
.venv/bin/deid annotate "$folder" --out work/annotated --force
echo "They are in $PWD/work/annotated: BRAT .ann beside each .txt."
