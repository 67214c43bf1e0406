/* See hdf.h. */
#include "hdf.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "io/bytes.h"

static char reason[256]; /* of HDF5's latest failure */

/* HDF5 says much about a failed system call: only the system's message is kept. */
static herr_t reason_copy(unsigned depth, const H5E_error2_t *error, void *to) {
  static const char said[] = "error message = '";
  (void)depth; /* walked outermost to innermost: the last one stays */
  if (!error->desc) return 0;
  const char *system = strstr(error->desc, said);
  if (system)
    snprintf(to, sizeof reason, "%.*s", (int)strcspn(system + strlen(said), "'"), system + strlen(said));
  else
    snprintf(to, sizeof reason, "%s", error->desc);
  return 0;
}

/* Called by HDF5 instead of printing. The error stack is read now: the next call of HDF5 empties it. */
static herr_t reason_keep(hid_t stack, void *unused) {
  (void)unused;
  H5Ewalk2(stack, H5E_WALK_DOWNWARD, reason_copy, reason);
  return 0;
}

/* HDF5 closes nothing at exit: for a file that could not be closed because its disk failed it would try for ever. All other files are
 * closed by then. */
void hdf5_quiet(void) {
  H5dont_atexit(); /* counts if this is the first call of all */
  reason[0] = 0;
  H5Eset_auto2(H5E_DEFAULT, reason_keep, NULL);
  H5PLset_loading_state(0);
}

void hdf5_errors_keep(Hdf5Errors *out) {
  *out = (Hdf5Errors){0, NULL, NULL};
  H5Eget_auto2(H5E_DEFAULT, &out->report, &out->data);
  H5PLget_loading_state(&out->plugins);
}

void hdf5_errors_restore(const Hdf5Errors *kept) {
  H5Eset_auto2(H5E_DEFAULT, kept->report, kept->data);
  H5PLset_loading_state(kept->plugins);
}

Status link_check(const char *path, hid_t group, const char *name) {
  H5L_info_t info;
  if (H5Lexists(group, name, H5P_DEFAULT) <= 0 || H5Lget_info(group, name, &info, H5P_DEFAULT) < 0)
    FAIL(ERR_FORMAT, "%s: expected %s, found none", path, name);
  if (info.type != H5L_TYPE_HARD)
    FAIL(ERR_FORMAT, "%s: %s: expected data in the file itself, found a link to elsewhere", path, name);
  return OK;
}

/* HDF5 takes a path: that of the descriptor, whatever is at `path` by now. */
static const char *descriptor_path(int fd, const char *path, char own[MEMORY_PATH_MAX]) {
  c_snprintf(own, MEMORY_PATH_MAX, MEMORY_FILE_FOLDER "%d", fd);
  return access(own, F_OK) == 0 ? own : path; /* without /proc */
}

hid_t hdf5_file_create(int fd, const char *path) {
  char own[MEMORY_PATH_MAX];
  hid_t how = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  herr_t rc = H5Pset_userblock(how, FILE_BLOCK_BYTES);
  rc |= H5Pset_obj_track_times(how, 0);
  rc |= H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  rc |= H5Pset_file_locking(access, 0, 1);
  hid_t file =
      rc < 0 ? H5I_INVALID_HID : H5Fcreate(descriptor_path(fd, path, own), H5F_ACC_TRUNC, how, access);
  H5Pclose(access);
  H5Pclose(how);
  return file;
}

/* HDF5 asks for the real path of what it opens, which a file in memory has not: it gets the bytes, and a name that no file has. */
static Status memory_open(const char *path, hid_t access, hid_t *file) {
  char name[64];
  void *bytes;
  size_t count;
  TRY(memory_file_read(path, &bytes, &count));
  snprintf(name, sizeof name, "%s image", path);
  const herr_t rc = H5Pset_fapl_core(access, 1 << 16, 0) | H5Pset_file_image(access, bytes, count);
  *file = rc < 0 ? H5I_INVALID_HID : H5Fopen(name, H5F_ACC_RDONLY, access);
  free(bytes);
  return OK;
}

static Status file_open(const char *path, hid_t *file) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (memory_file_is(path)) {
    const Status status = memory_open(path, access, file);
    H5Pclose(access);
    return status == OK && *file < 0 ? hdf5_fail(ERR_FORMAT, path, "cannot open") : status;
  }
  H5Pset_file_locking(access, 0, 1); /* HDF5_USE_FILE_LOCKING, if set, overrides this */
  *file = H5Fopen(path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (*file < 0) return hdf5_fail(ERR_FORMAT, path, "cannot open");
  return OK;
}

static Status unfiltered_check(const char *path, const char *name, hid_t group) {
  const hid_t how = H5Gget_create_plist(group);
  const int filters = how < 0 ? -1 : H5Pget_nfilters(how);
  if (how >= 0) H5Pclose(how);
  if (filters < 0) return hdf5_fail(ERR_FORMAT, path, name);
  if (filters > 0)
    FAIL(ERR_FORMAT, "%s: %s: expected a group without filters, found %d", path, name, filters);
  return OK;
}

Status hdf5_file_open(const char *path, hid_t *file) {
  hdf5_quiet();
  TRY(file_open(path, file));
  const hid_t root = H5Gopen2(*file, "/", H5P_DEFAULT);
  const Status status =
      root < 0 ? hdf5_fail(ERR_FORMAT, path, "its root") : unfiltered_check(path, "its root", root);
  if (root >= 0) H5Gclose(root);
  if (status != OK) H5Fclose(*file);
  return status;
}

Status hdf5_group_open(const char *path, hid_t file, const char *name, hid_t *group) {
  TRY(link_check(path, file, name));
  *group = H5Gopen2(file, name, H5P_DEFAULT);
  if (*group < 0) return hdf5_fail(ERR_FORMAT, path, name);
  const Status status = unfiltered_check(path, name, *group);
  if (status != OK) H5Gclose(*group);
  return status;
}

hid_t hdf5_memory_type(Dtype dtype) {
  const hid_t types[DTYPE_COUNT] = {
      [DTYPE_I32] = H5T_NATIVE_INT32,  [DTYPE_U32] = H5T_NATIVE_UINT32, [DTYPE_I64] = H5T_NATIVE_INT64,
      [DTYPE_U64] = H5T_NATIVE_UINT64, [DTYPE_F32] = H5T_NATIVE_FLOAT,  [DTYPE_F64] = H5T_NATIVE_DOUBLE};
  return types[dtype];
}

hid_t hdf5_file_type(Dtype dtype) {
  const hid_t types[DTYPE_COUNT] = {
      [DTYPE_I32] = H5T_STD_I32LE, [DTYPE_U32] = H5T_STD_U32LE,  [DTYPE_I64] = H5T_STD_I64LE,
      [DTYPE_U64] = H5T_STD_U64LE, [DTYPE_F32] = H5T_IEEE_F32LE, [DTYPE_F64] = H5T_IEEE_F64LE};
  return types[dtype];
}

hid_t hdf5_text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

hid_t hdf5_word_type(size_t bytes) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, bytes);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

herr_t hdf5_text_write(hid_t object, const char *name, const char *value) {
  hid_t type = hdf5_text_type(), space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  herr_t rc = attribute < 0 ? -1 : H5Awrite(attribute, type, &value);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  return rc;
}

herr_t hdf5_text_read(hid_t attribute, char *to, size_t bytes) {
  hid_t type = hdf5_text_type(), found = H5Aget_type(attribute), space = H5Aget_space(attribute);
  char *text = NULL;
  const bool one = H5Sget_simple_extent_npoints(space) == 1 && H5Tis_variable_str(found) > 0;
  herr_t rc = one ? H5Aread(attribute, type, &text) : -1;
  if (rc >= 0 && snprintf(to, bytes, "%s", text ? text : "") >= (int)bytes) rc = -1;
  if (text) H5free_memory(text);
  H5Sclose(space);
  H5Tclose(found);
  H5Tclose(type);
  return rc;
}

Dtype hdf5_dtype(hid_t type) {
  for (Dtype d = 0; d < DTYPE_COUNT; d++)
    if (H5Tequal(type, hdf5_file_type(d)) > 0) return d;
  return DTYPE_COUNT;
}

Status hdf5_fail(Status status, const char *path, const char *what) {
  FAIL(status, "%s: %s: %s (HDF5)", path, what, reason[0] ? reason : "no reason given");
}
