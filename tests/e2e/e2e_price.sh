#!/usr/bin/env bash
# `cordee price`: prices of a book are the same on any ranks and threads, after any stop and kill; rows that are malformed fail alone.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/items.sh

# ---- one option ----
single=(--S 50 --T 0.25 --sigma 0.4 --r 0.1)
expect single 0 "price 7.8086294546" $cordee price "${single[@]}" --steps 1000 --check 1
expect single_full 0 "price 7.8086294546" $cordee price "${single[@]}" --steps 1000 --method full --check 1
expect single_published 0 "price 7.8086294546" $cordee price "${single[@]}" --steps 1000 --method published --check 1
expect single_precision 0 "price 7.80" $cordee price "${single[@]}" --steps 1000 --method published --precision single --check 1
expect single_european 0 "price 7.609955684" $cordee price "${single[@]}" --style european
expect single_call 0 "price 7.9059285183" $cordee price "${single[@]}" --type call --check 1
expect tolerance 0 "price 7.9888" $cordee price "${single[@]}" --tolerance 1e-4
expect older 0 "steps" $cordee price "${single[@]}" --M0 60 --extrapolate two --check 1
expect single_refused 65 "T: expected a number above 0" $cordee price --S 50 --sigma 0.4 --T 0 --r 0.1
expect single_short 64 "price: expected options S, T, sigma and r, found no T and no r" $cordee price --S 50 --sigma 0.4
expect single_out 64 "--out: expected none" $cordee price "${single[@]}" --out "$work/x.h5"
expect not_both 64 "--steps: expected none beside --tolerance" $cordee price "${single[@]}" --steps 9 --tolerance 1

# ---- finite differences ----
known=(--S 100 --T 0.5 --sigma 0.3 --r 0.08 --q 0.03 --method grid)
expect grid_put 0 "price 16.87501" $cordee price "${known[@]}" --check 1
expect grid_steps 0 "256 steps" $cordee price "${known[@]}" --steps 200 --check 1
expect grid_european 0 "price 16.41455" $cordee price "${known[@]}" --style european --check 1
expect grid_seasoned 0 "price 18.5117" $cordee price "${known[@]}" --type call --M0 90 --check 1
expect grid_tolerance 0 "price 16.87501" $cordee price "${known[@]}" --tolerance 1e-4 --check 1
expect grid_chosen 0 "256 steps by finite differences" $cordee price "${known[@]:0:10}" --tolerance 1e-4 --check 1
check grid_not_chosen bash -c '! "$@" | grep differences' - $cordee price "${known[@]:0:10}" --tolerance 1e-2
expect grid_still 0 "price 20, delta nan, gamma nan" $cordee price "${known[@]}" --sigma 0 --M0 120 --check 1
expect grid_no_terms 64 "--extrapolate: expected none with --method grid" $cordee price "${known[@]}" --extrapolate one
expect grid_no_vanilla 64 "--payoff vanilla: expected none with --method grid" $cordee price "${known[@]}" --payoff vanilla
expect grid_too_fine 65 "N: expected at most 1024 steps, as --method grid has them, found 2000" $cordee price "${known[@]}" --steps 2000
$cordee price book:n=400,seed=4 --method grid --out "$work/g1.h5" --quiet >/dev/null
ranks 3 $cordee price book:n=400,seed=4 --method grid --out "$work/g3.h5" --check 100 --quiet >/dev/null 2>&1
csv "$work/g1.h5" >"$work/g1.csv"
csv "$work/g3.h5" >"$work/g3.csv"
check grid_ranks cmp "$work/g1.csv" "$work/g3.csv"
expect grid_verified 0 "0 wrong" $cordee verify "$work/g1.h5" --check-every 40

# ---- vanilla options ----
vanilla=(--payoff vanilla --S 40 --T 0.5833 --sigma 0.3 --r 0.0488)
expect vanilla_put 0 "price 6.2436" $cordee price "${vanilla[@]}" --strike 45 --extrapolate one --check 1
expect vanilla_call 0 "price 4.1859" $cordee price "${vanilla[@]}" --strike 40 --type call --check 1
expect vanilla_european 0 "price 3.0634136" $cordee price "${vanilla[@]}" --strike 40 --style european --check 1
expect vanilla_tolerance 0 "513 steps" $cordee price "${vanilla[@]}" --strike 40 --tolerance 1e-4 --check 1
expect vanilla_no_strike 65 "strike: expected a number above 0" $cordee price "${vanilla[@]}"
expect vanilla_no_maximum 65 "M0: expected none of a vanilla option, found 50" $cordee price "${vanilla[@]}" --strike 45 --M0 50
expect vanilla_not_published 64 "--payoff vanilla: expected none with --method published" $cordee price "${vanilla[@]}" --strike 45 --method published
expect lookback_strike 65 "strike: expected floating of a lookback option, found 45" $cordee price "${single[@]}" --strike 45
printf '%s\n' S,T,sigma,r,q,type,payoff,strike 100,1,.2,.05,.03,call,vanilla,95 100,1,.2,.05,.03,call,lookback,floating \
  100,1,.2,.05,.03,put,vanilla, 100,1,.2,.05,.03,put,vanilla,110 >"$work/both.csv"
expect both_payoffs 1 "4 options: 3 priced, 1 failed" $cordee price "$work/both.csv" --out "$work/both.h5" --check 1
cp "$work/out" "$work/said"
check both_says grep -q "both.csv:4: strike: expected a number above 0, at most 1e+20, found 0" "$work/said"
expect both_verified 0 "4 options: 4 checked, 0 wrong" $cordee verify "$work/both.h5" --check-every 1
expect both_strikes 0 "4 options: 4 priced, 0 failed" $cordee price "$work/both.csv" --strike 90 --out "$work/strikes.h5" --check 1
generated=book:n=3000,N=200,seed=4
$cordee price $generated --payoff vanilla --out "$work/v1.h5" --quiet >/dev/null
ranks 3 $cordee price $generated --payoff vanilla --out "$work/v3.h5" --check 500 --quiet >/dev/null 2>&1
csv "$work/v1.h5" >"$work/v1.csv"
csv "$work/v3.h5" >"$work/v3.csv"
check vanilla_ranks cmp "$work/v1.csv" "$work/v3.csv"

# ---- a book that comes with the program: golden prices ----
expect shipped 0 "12 options: 12 priced, 0 failed" $cordee price instances/options-12.csv --out "$work/12.h5" --csv "$work/12.csv" --check 1
/usr/bin/python3 -c "
import csv, sys
print(' '.join('%.9g' % float(row['price']) for row in csv.DictReader(open(sys.argv[1]))))" "$work/12.csv" >"$work/prices"
check golden grep -qx "7.80862945 6.67720644 12.6709291 4.91323965 9.4779618 16.2233146 14.2710265 25.2977044 14.4138887 16.7062228 20.9705243 22.8312761" "$work/prices"
check handed_through grep -q '"Hull, Technical Note 13, with 1,000 steps",2,7.80862' "$work/12.csv"

# ---- rows that fail alone ----
sed -e '4s/0.3/-0.3/' -e '6s/60,/60,5,nan/' -e '9s/120,100/120,130/' instances/options-12.csv >"$work/bad.csv"
expect some_failed 1 "12 options: 9 priced, 3 failed" $cordee price "$work/bad.csv" --out "$work/bad.h5"
cp "$work/out" "$work/said"
check says_line_4 grep -q "bad.csv:4: sigma: expected a number above 0, at most 10, found -0.3" "$work/said"
check says_line_6 grep -q "bad.csv:6: expected 11 columns as in the first line, found 12" "$work/said"
check says_line_9 grep -q "bad.csv:9: M0: expected the minimum so far, S = 120 or less, found 130" "$work/said"
csv "$work/12.h5" | sed -e '4d;6d;9d' >"$work/good"
csv "$work/bad.h5" | sed -e '4d;6d;9d' >"$work/rest"
check others_are_priced cmp "$work/good" "$work/rest"
expect too_strict 1 "expected an error within the tolerance" $cordee price instances/options-12.csv --tolerance 1e-11 --out "$work/strict.h5"

# ---- the same book as an HDF5 file; what is handed through ----
if /usr/bin/python3 -c 'import h5py, numpy' 2>/dev/null; then
  /usr/bin/python3 - instances/options-12.csv "$work/book.h5" <<'PYTHON'
import csv, sys
import h5py
rows = list(csv.DictReader(line for line in open(sys.argv[1]) if not line.startswith("#")))
numbers = ("S", "T", "sigma", "r", "M0", "q", "N")
with h5py.File(sys.argv[2], "w") as file:
    for name in rows[0]:
        column = [row[name] for row in rows]
        if name == "N" and not all(column):
            continue
        file[name] = [float(v or 0) for v in column] if name in numbers else column
PYTHON
  expect hdf5_book 0 "12 options: 12 priced, 0 failed" $cordee price "$work/book.h5" --csv "$work/book.csv"
  csv "$work/book.price.h5" | cut -d, -f1,2,4- >"$work/hdf5" # without the line
  csv "$work/12.h5" | cut -d, -f1,2,4- >"$work/text"
  check hdf5_prices cmp "$work/text" "$work/hdf5"
  /usr/bin/python3 - "$work/12.h5" "$work/book.price.h5" instances/options-12.csv <<'PYTHON' >"$work/out" 2>&1
import csv, sys
import h5py
rows = list(csv.DictReader(line for line in open(sys.argv[3]) if not line.startswith("#")))
for path in sys.argv[1:3]:
    with h5py.File(path) as file:
        assert sorted(file["items"]) == ["id", "source"], list(file["items"])
        assert [v.decode() for v in file["items/source"]] == [row["source"] for row in rows]
        assert [str(v.decode() if isinstance(v, bytes) else v) for v in file["items/id"]] == [row["id"] for row in rows]
PYTHON
  check kept_in_the_records [ $? = 0 ]
  /usr/bin/python3 -c "
import h5py, sys
with h5py.File(sys.argv[1], 'r+') as file: file['sigma'][4] = -0.3" "$work/book.h5"
  expect hdf5_row 1 "book.h5: row 5: sigma: expected a number above 0, at most 10, found -0.3" $cordee price "$work/book.h5" --out "$work/row.h5"
  check none_is_nan /usr/bin/python3 -c "
import h5py, math, sys
with h5py.File(sys.argv[1]) as file:
  assert [math.isnan(x) for x in file['price']] == [code != 0 for code in file['code']] == [False, False, True, False], file['price'][:]" "$work/both.h5"
else skip hdf5_book "no h5py here"; fi

# ---- records checked again ----
expect verifies 0 "12 options: 12 checked, 0 wrong" $cordee verify "$work/12.h5" --check-every 1
expect verifies_failures 0 "12 options: 12 checked, 0 wrong" ranks 2 $cordee verify "$work/bad.h5" --check-every 1
cp instances/options-12.csv "$work/moved.csv"
$cordee price "$work/moved.csv" --steps 50 --style european --out "$work/moved.h5" --quiet >/dev/null && mv "$work/moved.csv" "$work/there.csv"
expect gone 66 "moved.h5: cannot open" $cordee verify "$work/moved.h5"
expect elsewhere 0 "12 options: 4 checked, 0 wrong" $cordee verify "$work/moved.h5" --items "$work/there.csv" --check-every 3
expect another_list 65 "made for another list of 12 options" $cordee verify "$work/moved.h5" --items "$work/bad.csv"
expect no_other_options 64 "beside a file of records" $cordee verify "$work/12.h5" --path open
expect records_quiet 0 "12 options: 12 checked, 0 wrong" $cordee verify "$work/12.h5" --quiet
expect records_only 64 "beside a file of records" $cordee verify instances/uniform-60-1.tsp "$work/none.tour" --items x
if /usr/bin/python3 -c 'import h5py, ctypes; ctypes.CDLL("libxxhash.so.0")' 2>/dev/null; then
  # alter FILE COLUMN ROW VALUE MARK: MARK 1: the mark of the chunk, of one row, fits it
  alter() {
    /usr/bin/python3 - "$@" <<'PYTHON'
import ctypes, sys
import h5py
path, column, row, value, mark = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5]
digest = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
digest.restype, digest.argtypes = ctypes.c_uint64, (ctypes.c_char_p, ctypes.c_size_t)
with h5py.File(path, "r+") as file:
    file[column][row] = value
    names = ["code", "line", "price", "delta", "gamma", "error", "steps"]
    data = row.to_bytes(8, "little") + b"".join(file[name][row].tobytes() for name in names)
    if mark == "1":
        file["mark"][row] = digest(data, len(data))
PYTHON
  }
  cp "$work/12.h5" "$work/price.h5" && alter "$work/price.h5" price 4 9.47797 1
  expect wrong_price 70 "options-12.csv:6: its record says a price of 9.47797, its whole lattice 9.47796" $cordee verify "$work/price.h5" --check-every 1
  alter "$work/price.h5" price 2 12 1
  expect first_wrong 70 "options-12.csv:4: its record says a price of 12," ranks 2 $cordee verify "$work/price.h5" --check-every 1
  for column in delta gamma; do
    cp "$work/12.h5" "$work/$column.h5" && alter "$work/$column.h5" $column 4 0.3 1
    expect wrong_$column 70 "options-12.csv:6: its record says a $column of 0.3, its whole lattice" $cordee verify "$work/$column.h5" --check-every 1
  done
  cp "$work/12.h5" "$work/error.h5" && alter "$work/error.h5" error 4 -1 1
  expect wrong_error 70 "options-12.csv:6: its record says an error of -1" $cordee verify "$work/error.h5" --check-every 1
  cp "$work/12.h5" "$work/code.h5" && alter "$work/code.h5" code 7 65 1
  expect wrong_code 70 "options-12.csv:9: its record says that it cannot be priced" $cordee verify "$work/code.h5" --check-every 1
  cp "$work/12.h5" "$work/steps.h5" && alter "$work/steps.h5" steps 0 999 1
  expect wrong_steps 70 "options-12.csv:2: its record says 999 steps, expected 1000" $cordee verify "$work/steps.h5" --check-every 1
  cp "$work/12.h5" "$work/torn.h5" && alter "$work/torn.h5" price 3 0 0
  expect torn 75 "12 options: 11 checked, 0 wrong, 1 pending" $cordee verify "$work/torn.h5" --check-every 1
else skip altered "no h5py, or no libxxhash.so.0"; fi

# ---- refused ----
expect no_book 66 "none.csv" $cordee price "$work/none.csv"
printf 'a,b\n1,2\n' >"$work/other.csv"
expect no_columns 65 "other.csv:1: expected columns S, T, sigma and r" $cordee price "$work/other.csv"
expect other_book 64 "made for another list" $cordee price instances/options-12.csv --steps 7 --out "$work/12.h5"
expect needs_out 64 "--out: expected a file" $cordee price book:n=5
expect same_file 64 "--csv" $cordee price instances/options-12.csv --out "$work/z.h5" --csv instances/options-12.csv
expect options_of_one 64 "--sigma: expected none beside a book" $cordee price instances/options-12.csv --sigma 0.3 --out "$work/z.h5"

# ---- any ranks, threads and instruction sets; stops and kills ----
book=book:n=20000,N=400,seed=5
expect generated 0 "20000 options: 20000 priced" $cordee price $book --out "$work/one.h5"
csv "$work/one.h5" >"$work/one.csv"
for n in 2 3; do
  ranks $n $cordee price $book --out "$work/$n.h5" --check 5000 --quiet >"$work/out" 2>&1
  csv "$work/$n.h5" >"$work/$n.csv"
  check "ranks-$n" cmp "$work/one.csv" "$work/$n.csv"
done
CORDEE_SIMD=avx2 $cordee price $book --out "$work/avx2.h5" --threads 2 --quiet >/dev/null
csv "$work/avx2.h5" >"$work/avx2.csv"
check threads_and_avx2 cmp "$work/one.csv" "$work/avx2.csv"
expect goes_on 0 "20000 by earlier runs" $cordee price $book --out "$work/one.h5"
slow=book:n=30000,N=4000,seed=2
$cordee price $slow --out "$work/slow.h5" --quiet >/dev/null
csv "$work/slow.h5" >"$work/slow.csv"
stopped_goes_on "$work/slow.csv" 0.05 $cordee price $slow
$cordee price book:n=300000,N=4000,seed=2 --out "$work/u.h5" --quiet >"$work/out" 2>&1 &
pid=$!
sleep 1
kill -USR1 $pid
wait $pid; rc=$?
check signal [ $rc = 75 ]
killed_goes_on "$work/slow.csv" 0 $cordee price $slow
finish
