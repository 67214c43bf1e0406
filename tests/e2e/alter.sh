# Sourced by scripts that alter checkpoints.
python=/usr/bin/python3

can_alter() { $python -c 'import h5py, ctypes; ctypes.CDLL("libxxhash.so.0")' 2>/dev/null; }

# alter FILE WHAT: by h5py; the user block is made anew with libxxhash.
alter() {
  $python - "$1" "$2" <<'PYTHON'
import ctypes, sys
import h5py, numpy
path, what = sys.argv[1:]
xxhash = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
xxhash.restype, xxhash.argtypes = ctypes.c_uint64, (ctypes.c_char_p, ctypes.c_size_t)
with h5py.File(path, "r+") as file:
    exec(what)
data = open(path, "rb").read()
segments = [data[at:at + (16 << 20)] for at in range(4096, len(data), 16 << 20)]
sums = numpy.array([3, len(data)] + [xxhash(s, len(s)) for s in segments], dtype="<u8").tobytes()
line = b"cordee checkpoint 3 bytes %d digest %016x\n" % (len(data), xxhash(sums, len(sums)))
with open(path, "r+b") as file:
    file.write(line.ljust(4096, b"\0"))
PYTHON
}
