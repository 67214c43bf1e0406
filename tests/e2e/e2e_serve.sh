#!/usr/bin/env bash
# The service: tests/python/check_serve.py asks it as clients do. Without the Python modules the program says what is missing.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
export PYTHONDONTWRITEBYTECODE=1
mkdir "$work/none"
echo "raise ModuleNotFoundError('none here', name='uvicorn')" >"$work/none/uvicorn.py"
$python -c 'import numpy' 2>/dev/null && expect no-uvicorn 69 "python3-uvicorn" env PYTHONPATH="$work/none" CORDEE_PYTHON=$python $cordee serve --port 0 --folder "$work/no"
expect no-python 66 "CORDEE_PYTHON" env CORDEE_PYTHON="$work/no-python" $cordee serve --port 0
expect port-bounds 64 "--port: expected 0 to 65535, found 65536" $cordee serve --port 65536
expect several 64 "expected one process" ranks 2 $cordee serve --port 0
$python -c 'import starlette, uvicorn, numpy' 2>/dev/null || { skip serve "no starlette, uvicorn or numpy for $python"; finish; }
case $(basename "$(dirname "$(dirname "$(readlink -f $cordee)")")") in asan* | coverage*) skip serve "the library is not a plain one"; finish;; esac
count_lines < <($python -W ignore tests/python/check_serve.py $cordee "$work/serve" 20 2>"$work/err")
[ "$(grep -c Traceback "$work/err")" = 0 ] && ok no-traceback || not_ok no-traceback "$(tail -5 "$work/err")"
finish
