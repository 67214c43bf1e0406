/* Reads results: see results.h. Members are found by their names, so their order and size in the file do not matter. */
#include "results.h"

#include <hdf5.h>
#include <stdlib.h>
#include <unistd.h>
#include "checkpoint_hdf5.h"

typedef enum MemberKind { TEXT, I32, U32, I64, U64, F64 } MemberKind;

typedef struct Member {
  const char *name;
  MemberKind kind;
  size_t offset, bytes;
  hsize_t count; /* above 1: an array */
} Member;

#define ONE(member, kind)                                                                                    \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member), 1 }
#define MANY(member, kind)                                                                                   \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member[0]), RESULT_TRACE }
static const Member members[] = {ONE(key, U64),
                                 ONE(section, TEXT),
                                 ONE(instance, TEXT),
                                 ONE(options, TEXT),
                                 ONE(state, I32),
                                 ONE(exit_code, I32),
                                 ONE(message, TEXT),
                                 ONE(end, TEXT),
                                 ONE(name, TEXT),
                                 ONE(size_text, TEXT),
                                 ONE(problem, TEXT),
                                 ONE(n, I32),
                                 ONE(decimals, I32),
                                 ONE(method, TEXT),
                                 ONE(seed, U64),
                                 ONE(islands, U64),
                                 ONE(climbers, U64),
                                 ONE(moves, U64),
                                 ONE(best, I64),
                                 ONE(best_known, I64),
                                 ONE(bound, I64),
                                 ONE(best_island, U32),
                                 ONE(batch, U32),
                                 ONE(elapsed_s, F64),
                                 ONE(finished_unix_s, F64),
                                 ONE(ranks, I32),
                                 ONE(host, TEXT),
                                 ONE(backend, TEXT),
                                 ONE(device, TEXT),
                                 ONE(version, TEXT),
                                 ONE(trace_rows, I32),
                                 MANY(trace_s, F64),
                                 MANY(trace_climbers, U64),
                                 MANY(trace_best, I64),
                                 ONE(solution_first, U64),
                                 ONE(digest, U64),
                                 ONE(done, U32)};
enum { MEMBERS = sizeof members / sizeof *members };

/* HDF5's type of a member; the caller closes it. */
static hid_t member_type(const Member *m) {
  const hid_t numbers[] = {[I32] = H5T_NATIVE_INT32,
                           [U32] = H5T_NATIVE_UINT32,
                           [I64] = H5T_NATIVE_INT64,
                           [U64] = H5T_NATIVE_UINT64,
                           [F64] = H5T_NATIVE_DOUBLE};
  if (m->kind != TEXT)
    return m->count > 1 ? H5Tarray_create2(numbers[m->kind], 1, &m->count) : H5Tcopy(numbers[m->kind]);
  hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, m->bytes), H5Tset_strpad(text, H5T_STR_NULLPAD);
  return text;
}

static hid_t row_type(void) {
  hid_t row = H5Tcreate(H5T_COMPOUND, sizeof(ResultRow));
  for (int k = 0; k < MEMBERS; k++) {
    hid_t type = member_type(&members[k]);
    H5Tinsert(row, members[k].name, members[k].offset, type);
    H5Tclose(type);
  }
  return row;
}

static Status rows_read(const char *path, hid_t set, ResultRow **rows, size_t *count) {
  hid_t space = H5Dget_space(set), type = row_type(), file_type = H5Dget_type(set);
  hssize_t points = H5Sget_simple_extent_npoints(space);
  ResultRow *out = points < 0 ? NULL : calloc((size_t)points + 1, sizeof *out);
  int fits = H5Tget_class(file_type) == H5T_COMPOUND && H5Tget_member_index(file_type, "key") >= 0;
  Status status = OK;
  if (!out) FAIL_GOTO(cleanup, ERR_MEMORY, "%s: no memory for %lld rows", path, (long long)points);
  if (!fits) FAIL_GOTO(cleanup, ERR_FORMAT, "%s: /task: expected rows with a key, found none", path);
  if (points > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) < 0)
    status = hdf5_fail(ERR_FORMAT, path, "/task");
cleanup:
  H5Tclose(file_type), H5Tclose(type), H5Sclose(space);
  for (hssize_t r = 0; status == OK && r < points; r++)
    if (!out[r].done) out[r].state = RESULT_PENDING;
  if (status == OK) *rows = out, *count = (size_t)points, out = NULL;
  free(out);
  return status;
}

Status results_read(const char *path, ResultRow **rows, size_t *count) {
  if (access(path, R_OK) != 0) FAIL(ERR_NO_INPUT, "%s: no such file, or not readable", path);
  hdf5_quiet();
  hid_t access_list = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(access_list, 0, 1);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access_list), set = H5I_INVALID_HID;
  H5Pclose(access_list);
  if (file < 0) return hdf5_fail(ERR_FORMAT, path, "not a results file");
  Status status = (set = H5Dopen2(file, "task", H5P_DEFAULT)) < 0
                      ? hdf5_fail(ERR_FORMAT, path, "not a results file: /task")
                      : rows_read(path, set, rows, count);
  if (set >= 0) H5Dclose(set);
  H5Fclose(file);
  return status;
}
