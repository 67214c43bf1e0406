/* See altering.h. */
#include "altering.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/checkpoint_digest.h"
#include "io/checkpoint_file.h"
#include "io/checkpoint_hdf5.h"

const char *const alteration_names[ALTER_COUNT] = {
    "minus", "least", "most", "huge",   "nan",   "zero", "one-more", "twice", "missing", "type",    "shorter",
    "longer", "forever", "cube", "scalar", "chunk", "group", "self", "soft", "link", "outside", "virtual"};

static hid_t file_open(const char *path, unsigned flags) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = H5Fopen(path, flags, access);
  if (file < 0) abort();
  H5Pclose(access);
  return file;
}

/* ---- what there is ---- */

typedef struct Parts {
  Part *part;
  size_t count, most;
} Parts;

static void part_add(Parts *all, const char *name, bool attribute, hid_t type, hid_t space) {
  hsize_t size[2] = {1, 1};
  if (all->count == all->most) abort();
  Part *p = &all->part[all->count++];
  *p = (Part){.attribute = attribute, .dtype = hdf5_dtype(type)};
  if (!attribute) H5Sget_simple_extent_dims(space, size, NULL);
  snprintf(p->name, sizeof p->name, "%s%s", attribute ? "run/" : "", name);
  p->rows = size[0], p->columns = size[1];
  H5Tclose(type), H5Sclose(space);
}

static herr_t attribute_add(hid_t group, const char *name, const H5A_info_t *info, void *all) {
  (void)info;
  hid_t attribute = H5Aopen(group, name, H5P_DEFAULT);
  part_add(all, name, true, H5Aget_type(attribute), H5Aget_space(attribute));
  return H5Aclose(attribute);
}

static herr_t link_add(hid_t file, const char *name, const H5L_info_t *info, void *all) {
  (void)info;
  hid_t object = H5Oopen(file, name, H5P_DEFAULT);
  if (H5Iget_type(object) == H5I_DATASET) part_add(all, name, false, H5Dget_type(object), H5Dget_space(object));
  return H5Oclose(object);
}

size_t parts_list(const char *path, Part *part, size_t most) {
  Parts all = {part, 0, most};
  hid_t file = file_open(path, H5F_ACC_RDONLY), run = H5Gopen2(file, "run", H5P_DEFAULT);
  H5Aiterate2(run, H5_INDEX_NAME, H5_ITER_INC, NULL, attribute_add, &all);
  H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, link_add, &all);
  H5Gclose(run), H5Fclose(file);
  return all.count;
}

/* ---- values ---- */

static int64_t integer_of(Alteration how, Dtype dtype, int64_t now, int64_t before) {
  const bool wide = dtype == DTYPE_I64 || dtype == DTYPE_U64;
  const int64_t values[ALTER_VALUES] = {[ALTER_MINUS] = -1,
                                        [ALTER_LEAST] = wide ? INT64_MIN : INT32_MIN,
                                        [ALTER_MOST] = wide ? INT64_MAX : INT32_MAX,
                                        [ALTER_HUGE] = 1 << 30,
                                        [ALTER_NAN] = 1 << 20,
                                        [ALTER_ONE_MORE] = (int64_t)((uint64_t)now + 1),
                                        [ALTER_TWICE] = before};
  return values[how];
}

static double real_of(Alteration how, double now, double before) {
  const double values[ALTER_VALUES] = {[ALTER_MINUS] = -1,         [ALTER_LEAST] = -INFINITY,  [ALTER_MOST] = INFINITY,
                                       [ALTER_HUGE] = 1e308,       [ALTER_NAN] = NAN,          [ALTER_ONE_MORE] = now + 1,
                                       [ALTER_TWICE] = before};
  return values[how];
}

/* Element `at` of data; false: it has that value. */
static bool value_alter(void *data, Dtype dtype, size_t at, Alteration how) {
  const size_t bytes = dtype_bytes(dtype), from = at ? at - 1 : 0;
  char before[8];
  memcpy(before, (char *)data + at * bytes, bytes);
  int32_t *w = data;
  int64_t *l = data;
  float *f = data;
  double *d = data;
  if (dtype == DTYPE_F32) f[at] = (float)real_of(how, f[at], f[from]);
  if (dtype == DTYPE_F64) d[at] = real_of(how, d[at], d[from]);
  if (bytes == 4 && dtype != DTYPE_F32) w[at] = (int32_t)integer_of(how, dtype, w[at], w[from]);
  if (bytes == 8 && dtype != DTYPE_F64) l[at] = integer_of(how, dtype, l[at], l[from]);
  return memcmp(before, (char *)data + at * bytes, bytes) != 0;
}

static bool values_alter(hid_t file, const Part *p, Alteration how, unsigned random) {
  const size_t values = p->rows * p->columns;
  if (values == 0 || p->dtype == DTYPE_COUNT) return false;
  char *data = calloc(values, dtype_bytes(p->dtype));
  const hid_t type = hdf5_memory_type(p->dtype),
              run = H5Gopen2(file, "run", H5P_DEFAULT), /* stays open as long as its attribute */
              object = p->attribute ? H5Aopen(run, p->name + 4, H5P_DEFAULT)
                                    : H5Dopen2(file, p->name, H5P_DEFAULT);
  bool changed = (p->attribute ? H5Aread(object, type, data)
                               : H5Dread(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data)) >= 0;
  changed = changed && value_alter(data, p->dtype, random % values, how);
  if (changed && (p->attribute ? H5Awrite(object, type, data)
                               : H5Dwrite(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data)) < 0)
    abort();
  p->attribute ? H5Aclose(object) : H5Dclose(object);
  H5Gclose(run);
  free(data);
  return changed;
}

/* ---- structures ---- */

static bool attribute_alter(hid_t file, const Part *p, Alteration how) {
  const char *name = p->name + 4;
  const hsize_t many = 3;
  if (how != ALTER_MISSING && how != ALTER_TYPE && how != ALTER_LONGER) return false;
  hid_t group = H5Gopen2(file, "run", H5P_DEFAULT), attribute = H5Aopen(group, name, H5P_DEFAULT),
        type = how == ALTER_TYPE ? H5Tcopy(p->dtype == DTYPE_F64 ? H5T_STD_I32LE : H5T_IEEE_F64LE) : H5Aget_type(attribute),
        space = how == ALTER_LONGER ? H5Screate_simple(1, &many, NULL) : H5Screate(H5S_SCALAR);
  H5Aclose(attribute), H5Adelete(group, name);
  if (how != ALTER_MISSING) H5Aclose(H5Acreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
  H5Tclose(type), H5Sclose(space), H5Gclose(group);
  return true;
}

static hid_t space_make(const Part *p, Alteration how) {
  hsize_t size[3] = {p->rows, p->columns, 1};
  if (how == ALTER_SCALAR) return H5Screate(H5S_SCALAR);
  if (how == ALTER_SHORTER) size[0]--;
  if (how == ALTER_LONGER) size[0]++;
  if (how == ALTER_FOREVER) size[0] = (hsize_t)1 << 40;
  return H5Screate_simple(how == ALTER_CUBE ? 3 : p->columns > 1 ? 2 : 1, size, NULL);
}

static hid_t how_make(const Part *p, Alteration how, const char *other, hid_t space) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[3] = {p->columns > 1 ? 100 : (hsize_t)3 << 24, p->columns > 1 ? (hsize_t)3 << 17 : 1, 1};
  if (how == ALTER_CHUNK) H5Pset_chunk(create, p->columns > 1 ? 2 : 1, chunk);
  if (how == ALTER_OUTSIDE) H5Pset_external(create, other, 0, H5F_UNLIMITED);
  if (how == ALTER_VIRTUAL) H5Pset_virtual(create, space, other, p->name, space);
  return create;
}

static bool dataset_alter(hid_t file, const char *other, const Part *p, Alteration how) {
  if (how == ALTER_SHORTER && p->rows == 0) return false;
  hid_t set = H5Dopen2(file, p->name, H5P_DEFAULT), found = H5Dget_type(set),
        type = how == ALTER_TYPE ? H5Tcopy(p->dtype == DTYPE_F64 ? H5T_STD_I32LE : H5T_IEEE_F64LE) : H5Tcopy(found),
        space = space_make(p, how), create = how_make(p, how, other, space), made = H5I_INVALID_HID;
  H5Dclose(set);
  if (how == ALTER_SOFT) H5Lmove(file, p->name, file, "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
  if (how != ALTER_SOFT) H5Ldelete(file, p->name, H5P_DEFAULT);
  if (how == ALTER_SELF || how == ALTER_SOFT)
    H5Lcreate_soft(how == ALTER_SOFT ? "/elsewhere" : p->name, file, p->name, H5P_DEFAULT, H5P_DEFAULT);
  else if (how == ALTER_LINK)
    H5Lcreate_external(other, p->name, file, p->name, H5P_DEFAULT, H5P_DEFAULT);
  else if (how == ALTER_GROUP)
    H5Gclose(H5Gcreate2(file, p->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  else if (how != ALTER_MISSING)
    made = H5Dcreate2(file, p->name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  if (made >= 0) H5Dclose(made);
  H5Tclose(found), H5Tclose(type), H5Sclose(space), H5Pclose(create);
  return true;
}

bool part_alter(const char *path, const char *other, const Part *p, Alteration how, unsigned random) {
  hid_t file = file_open(path, H5F_ACC_RDWR);
  const bool changed = how < ALTER_VALUES ? values_alter(file, p, how, random)
                       : p->attribute     ? attribute_alter(file, p, how)
                                          : dataset_alter(file, other, p, how);
  H5Fclose(file);
  return changed;
}

bool options_alter(const char *path, const char *text) {
  char *now = NULL;
  hid_t file = file_open(path, H5F_ACC_RDWR), run = H5Gopen2(file, "run", H5P_DEFAULT),
        attribute = H5Aopen(run, "options", H5P_DEFAULT), type = hdf5_text_type();
  const bool changed = H5Aread(attribute, type, &now) >= 0 && strcmp(now, text) != 0;
  if (changed && H5Awrite(attribute, type, &text) < 0) abort();
  H5free_memory(now);
  H5Tclose(type), H5Aclose(attribute), H5Gclose(run), H5Fclose(file);
  return changed;
}

void file_stamp(const char *path) {
  struct stat info;
  int fd = open(path, O_RDWR);
  if (fd < 0 || fstat(fd, &info) != 0) abort();
  const uint64_t bytes = (uint64_t)info.st_size;
  uint64_t *sums = checkpoint_sums_alloc(path, bytes);
  const DigestJob job = {path, bytes, 0, 1, ERR_IO};
  if (!sums || checkpoint_digest_part(&job, fd, sums + 2) != OK || checkpoint_stamp(fd, path, bytes, sums) != OK) abort();
  free(sums), close(fd);
}
