/* Fields: see field.h. */
#include "field.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t bytes;
} dtypes[DTYPE_COUNT] = {[DTYPE_I32] = {"i32", 4}, [DTYPE_U32] = {"u32", 4}, [DTYPE_I64] = {"i64", 8},
                         [DTYPE_U64] = {"u64", 8}, [DTYPE_F32] = {"f32", 4}, [DTYPE_F64] = {"f64", 8}};

size_t dtype_bytes(Dtype dtype) { return dtypes[dtype].bytes; }
const char *dtype_name(Dtype dtype) { return dtypes[dtype].name; }

const char *field_group_name(FieldGroup group) { return group == FIELD_ISLAND ? "islands" : "searches"; }

const char *field_name_now(const FieldRename *renamed, FieldGroup group, const char *name) {
  for (; renamed && renamed->old; renamed++)
    if (renamed->now && renamed->group == group && strcmp(renamed->old, name) == 0) return renamed->now;
  return name;
}

bool field_obsolete(const FieldRename *renamed, FieldGroup group, const char *name) {
  for (; renamed && renamed->old; renamed++)
    if (!renamed->now && renamed->group == group && strcmp(renamed->old, name) == 0) return true;
  return false;
}

Status fieldset_add(FieldSet *set, FieldGroup group, const char *name, Dtype dtype, size_t rows,
                    size_t columns, void **data) {
  if (set->count == FIELDS_MAX) FAIL(ERR_INTERNAL, "more than %d fields", FIELDS_MAX);
  Field *f = &set->field[set->count];
  *f = (Field){.group = group, .dtype = dtype, .rows = rows, .columns = columns};
  strncpy(f->name, name, FIELD_NAME_MAX - 1);
  if (rows && columns) {
    f->data = calloc(rows * columns, dtype_bytes(dtype));
    if (!f->data) FAIL(ERR_MEMORY, "no memory for %zu x %zu values of %s", rows, columns, name);
  }
  set->count++;
  *data = f->data;
  return OK;
}

Status fieldset_get(const FieldSet *set, FieldGroup group, const char *name, Dtype dtype, size_t columns,
                    const Field **out) {
  for (int i = 0; i < set->count; i++) {
    const Field *f = &set->field[i];
    if (f->group != group || strcmp(f->name, name) != 0) continue;
    if (f->dtype != dtype || f->columns != columns)
      FAIL(ERR_FORMAT, "field %s/%s: expected %s with %zu columns, found %s with %zu",
           field_group_name(group), name, dtype_name(dtype), columns, dtype_name(f->dtype), f->columns);
    *out = f;
    return OK;
  }
  FAIL(ERR_FORMAT, "expected a field %s/%s, found none", field_group_name(group), name);
}

Status fieldset_get_rows(const FieldSet *set, FieldGroup group, const char *name, Dtype dtype, size_t rows,
                         size_t columns, const Field **out) {
  TRY(fieldset_get(set, group, name, dtype, columns, out));
  if ((*out)->rows != rows)
    FAIL(ERR_FORMAT, "field %s: expected %zu rows, found %zu", name, rows, (*out)->rows);
  return OK;
}

void fieldset_free(FieldSet *set) {
  for (int i = 0; i < set->count; i++) free(set->field[i].data);
  *set = (FieldSet){0};
}
