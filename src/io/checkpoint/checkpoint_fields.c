/* Reads fields: see checkpoint.h. Each rank reads the rows of its islands; before that the shapes are compared with what the plan makes
 * of the instance, so that no file decides how much memory is taken. */
#include "checkpoint_parts.h"
#include "io/hdf/dataset.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The group's name in this file: in schema 1 and 2, searches under way were climbers. */
static const char *group_name(hid_t file, FieldGroup which) {
  static const char old[] = "climbers";
  const char *now = field_group_name(which);
  if (which == FIELD_SEARCH && H5Lexists(file, now, H5P_DEFAULT) == 0 &&
      H5Lexists(file, old, H5P_DEFAULT) > 0)
    return old;
  return now;
}

static hsize_t links(hid_t group) {
  H5G_info_t info = {0};
  return H5Gget_info(group, &info) < 0 ? 0 : info.nlinks;
}

/* The first of the ascending island[rows] that is not below `value`. */
static uint64_t rows_below(const uint32_t *island, uint64_t rows, uint64_t value) {
  uint64_t low = 0;
  for (uint64_t high = rows; low < high;) {
    uint64_t middle = low + (high - low) / 2;
    if (island[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool ascending(const uint32_t *island, uint64_t rows) {
  for (uint64_t r = 1; r < rows; r++)
    if (island[r] < island[r - 1]) return false;
  return true;
}

/* Rows of a group that belong to the span: island ids are row numbers in one, a column in the other. */
static Status rows_find(const char *path, hid_t group, FieldGroup which, Span span, uint64_t *first,
                        uint64_t *count) {
  *first = span.first;
  *count = span.count;
  if (which == FIELD_ISLAND || links(group) == 0) return OK;
  void *island;
  uint64_t rows;
  TRY(matrix_read(path, group, "island", DTYPE_U32, 1, &island, &rows));
  if (!ascending(island, rows)) {
    free(island);
    FAIL(ERR_FORMAT, "%s: searches/island: expected numbers that ascend, found others", path);
  }
  *first = rows_below(island, rows, span.first);
  *count = rows_below(island, rows, (uint64_t)span.first + span.count) - *first;
  free(island);
  return OK;
}

/* The field `name` of the file becomes the field `now`. */
static Status field_read(const char *path, hid_t group, FieldGroup which, const char *name, const char *now,
                         uint64_t first, uint64_t count, FieldSet *out) {
  Shape shape;
  void *data;
  hid_t set;
  TRY(dataset_open(path, group, name, &set));
  Status status = dataset_shape(path, name, set, &shape);
  if (status == OK && first + count > shape.rows)
    status = status_fail(ERR_FORMAT, "%s: %s/%s: expected %" PRIu64 " rows, found %" PRIu64, path,
                         field_group_name(which), name, first + count, shape.rows);
  if (status == OK) status = fieldset_add(out, which, now, shape.dtype, count, shape.columns, &data);
  if (status == OK) status = dataset_read(path, name, set, shape, first, count, data);
  H5Dclose(set);
  return status;
}

/* The name of the group's i-th link. */
static Status name_get(const char *path, hid_t group, hsize_t i, char name[FIELD_NAME_MAX]) {
  const ssize_t length =
      H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, FIELD_NAME_MAX, H5P_DEFAULT);
  if (length > 0 && length < FIELD_NAME_MAX) return OK;
  FAIL(ERR_FORMAT, "%s: expected names of fields below %d bytes, found %.20s...", path, FIELD_NAME_MAX,
       length > 0 ? name : "");
}

static Status group_read(const char *path, hid_t file, FieldGroup which, Span span,
                         const FieldRename *renamed, FieldSet *out) {
  hid_t group;
  uint64_t first, count;
  char name[FIELD_NAME_MAX] = "";
  TRY(hdf5_group_open(path, file, group_name(file, which), &group));
  Status status = rows_find(path, group, which, span, &first, &count);
  for (hsize_t i = 0; i < links(group) && status == OK; i++) {
    status = name_get(path, group, i, name);
    if (status == OK)
      status = field_read(path, group, which, name, field_name_now(renamed, which, name), first, count, out);
  }
  H5Gclose(group);
  return status;
}

Status checkpoint_read_fields(const char *path, Span span, const FieldRename *renamed, FieldSet *out) {
  hid_t file;
  FieldSet set = {0};
  TRY(hdf5_file_open(path, &file));
  Status status = OK;
  for (FieldGroup g = 0; g < FIELD_GROUP_COUNT && status == OK; g++)
    status = group_read(path, file, g, span, renamed, &set);
  H5Fclose(file);
  if (status == OK)
    *out = set;
  else
    fieldset_free(&set);
  return status;
}

/* ---- shapes ---- */

static const Field *field_find(const FieldSet *set, FieldGroup which, const char *name) {
  for (int k = 0; k < set->count; k++)
    if (set->field[k].group == which && strcmp(set->field[k].name, name) == 0) return &set->field[k];
  return NULL;
}

static bool field_unread(const FieldSet *expected, const FieldRename *renamed, FieldGroup which,
                         const char *name) {
  return !field_find(expected, which, name) && field_obsolete(renamed, which, name);
}

/* A field of the file is one of those expected, of its type and size. */
static Status shape_check(const char *path, hid_t group, const char *name, const FieldSet *expected,
                          const FieldRename *renamed, FieldGroup which, uint64_t rows) {
  Shape shape = {0};
  hid_t set;
  const char *now = field_name_now(renamed, which, name);
  const Field *f = field_find(expected, which, now);
  if (field_unread(expected, renamed, which, now)) return OK;
  if (!f)
    FAIL(ERR_FORMAT, "%s: expected the fields of its solver, found %s/%s", path, field_group_name(which),
         name);
  TRY(dataset_open(path, group, name, &set));
  Status status = dataset_shape(path, name, set, &shape);
  H5Dclose(set);
  TRY(status);
  if (shape.dtype != f->dtype || shape.columns != f->columns ||
      (which == FIELD_ISLAND ? shape.rows != rows : shape.rows > rows))
    FAIL(ERR_FORMAT, "%s: %s/%s: expected %s, %" PRId64 " x %zu, found %s, %" PRIu64 " x %" PRIu64, path,
         field_group_name(which), name, dtype_name(f->dtype), (int64_t)rows, f->columns,
         dtype_name(shape.dtype), shape.rows, shape.columns);
  return OK;
}

/* The rows' islands are those of the ring. */
static Status islands_check(const char *path, hid_t group, uint64_t islands) {
  void *island;
  uint64_t rows;
  TRY(matrix_read(path, group, "island", DTYPE_U32, 1, &island, &rows));
  const uint32_t *id = island;
  const bool sound = ascending(id, rows) && (rows == 0 || id[rows - 1] < islands);
  free(island);
  if (!sound)
    FAIL(ERR_FORMAT, "%s: searches/island: expected numbers below %" PRIu64 " that ascend, found others",
         path, islands);
  return OK;
}

static int fields_of(const FieldSet *set, FieldGroup which) {
  int count = 0;
  for (int k = 0; k < set->count; k++) count += set->field[k].group == which;
  return count;
}

/* Counts the fields of older files that their solver no longer needs. */
static Status obsolete_count(const char *path, hid_t group, const FieldSet *expected,
                             const FieldRename *renamed, FieldGroup which, hsize_t *obsolete) {
  char name[FIELD_NAME_MAX] = "";
  *obsolete = 0;
  for (hsize_t i = 0; i < links(group); i++) {
    TRY(name_get(path, group, i, name));
    const char *now = field_name_now(renamed, which, name);
    *obsolete += field_unread(expected, renamed, which, now);
  }
  return OK;
}

static Status group_check(const char *path, hid_t file, const FieldSet *expected, const FieldRename *renamed,
                          FieldGroup which, const uint64_t rows[FIELD_GROUP_COUNT]) {
  hid_t group;
  char name[FIELD_NAME_MAX] = "";
  TRY(hdf5_group_open(path, file, group_name(file, which), &group));
  const hsize_t found = links(group), count = (hsize_t)fields_of(expected, which);
  hsize_t obsolete;
  Status status = obsolete_count(path, group, expected, renamed, which, &obsolete);
  if (status == OK && found != count + obsolete)
    status = status_fail(ERR_FORMAT, "%s: expected %d fields of %s, found %d", path, (int)count,
                         field_group_name(which), (int)found);
  for (hsize_t i = 0; i < found && status == OK; i++) {
    status = name_get(path, group, i, name);
    if (status == OK) status = shape_check(path, group, name, expected, renamed, which, rows[which]);
  }
  if (status == OK && which == FIELD_SEARCH && count) status = islands_check(path, group, rows[FIELD_ISLAND]);
  H5Gclose(group);
  return status;
}

Status checkpoint_check_fields(const char *path, const FieldSet *expected, const FieldRename *renamed,
                               const uint64_t rows[FIELD_GROUP_COUNT]) {
  hid_t file;
  TRY(hdf5_file_open(path, &file));
  Status status = OK;
  for (FieldGroup g = 0; g < FIELD_GROUP_COUNT && status == OK; g++)
    status = group_check(path, file, expected, renamed, g, rows);
  H5Fclose(file);
  return status;
}
