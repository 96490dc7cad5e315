#!/bin/sh
# Makes .venv from the lock and looks after Qt's system libraries. Does nothing, and needs no network, when the
# installed versions are those of pyproject.toml and requirements.lock already.
#
#   packaging/bootstrap.sh        what `make run` needs
#   packaging/bootstrap.sh dev    what `make test` needs
set -eu
cd "$(dirname "$0")/.."
extra=${1:-}

say() { printf '%s\n' "$*" >&2; }

# --- apt-get, where it is there and allowed without a question -------------------------------------------------

if [ "$(id -u)" -eq 0 ]; then as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root="sudo -n"
else as_root=refused
fi

apt_install() { # PACKAGE…: installs them, or fails after telling the exact line to type
    if [ "$as_root" != refused ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing with apt-get (about a minute): $*"
        apt_log=$(mktemp)
        if { $as_root apt-get update -qq &&
             $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
           } >"$apt_log" 2>&1; then
            rm -f "$apt_log"
            return 0
        fi
        tail -n 5 "$apt_log" >&2
        rm -f "$apt_log"
    fi
    say "Please install them yourself, then run make again:"
    say "    sudo apt-get install $*"
    return 1
}

# --- Python ----------------------------------------------------------------------------------------------------

works() { # PYTHON CODE
    "$1" -c "$2" >/dev/null 2>&1
}
recent='import sys; sys.exit(sys.version_info < (3, 11))'
can_make_venv='import ensurepip, venv'

found=
for name in python3.13 python3.12 python3.11 python3 python3.14; do
    works "$name" "$recent" || continue
    found=${found:-$name}
    if works "$name" "$can_make_venv"; then found=$name; break; fi
done
if [ -z "$found" ]; then
    say "Python 3.11 or later was not found. On Debian 12+ and Ubuntu 24.04+:"
    say "    sudo apt-get install python3 python3-venv"
    exit 1
fi

python=.venv/bin/python
if ! works $python "$recent" || { ! works $python 'import pip' && ! $python -m ensurepip >/dev/null 2>&1; }; then
    if ! works "$found" "$can_make_venv"; then
        # Debian and Ubuntu ship venv apart, one package for each version of Python.
        say "$found comes without venv."
        apt_install "$("$found" -c 'import sys; print(f"python3.{sys.version_info[1]}-venv")')" || exit 1
    fi
    say "Making .venv with $("$found" --version)"
    "$found" -m venv --clear .venv
fi

# --- libraries from the lock -----------------------------------------------------------------------------------

# A stamp holds what was installed from what; the folder is part of it because .venv does not survive a move.
stamp() { { pwd; $python --version; cat pyproject.toml requirements.lock; } | sha256sum | cut -d ' ' -f 1; }
wanted=$(stamp)
installed() { [ "$(cat ".venv/installed-$1" 2>/dev/null)" = "$wanted" ]; }

if ! installed dev && { [ "$extra" = dev ] || ! installed run; }; then
    if installed run; then say "Adding the libraries for development to .venv (once; less than a minute) …"
    else say "Installing the libraries of requirements.lock into .venv (once; one to five minutes, 800 MB on disk) …"
    fi
    $python -m pip install --quiet --disable-pip-version-check --no-input --constraint requirements.lock \
        --editable ".${extra:+[$extra]}"
    printf '%s\n' "$wanted" >".venv/installed-${extra:-run}"
fi

# --- the kernel of detection, where a compiler is; a failure is told, and Python does its work -----------------

$python packaging/build_kernel.py || true

# --- modules as bytecode: where Python is told to write none, each process would compile them anew, a second long --

$python -m compileall -q -j 0 deid_studio || true

# --- what the first start would have to make; without it that takes five seconds longer ---------------------------

$python packaging/keep_tables.py || true

# --- Qt's system libraries -------------------------------------------------------------------------------------

if ! $python packaging/qt_libraries.py >/dev/null; then
    say "Qt's window needs system libraries that are missing here."
    # shellcheck disable=SC2046  # one word a package
    apt_install $(sed 's/#.*//' packaging/system-packages.txt) || true
    # No failure: without a window, `deid` works all the same, and make run and make test say what they leave out.
fi
