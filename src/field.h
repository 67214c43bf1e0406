/* Field: one named host array of a solver's state: what checkpoints store and twin tests compare.
 *
 * Two groups: ISLAND fields have a row an island (row r belongs to island span.first + r); SEARCH fields have a row a
 * search under way: any number, the same in each of them, and the group's field named "island" (u32) says whose a row is;
 * rows are sorted by it. Files know names, types and shapes and nothing else. */
#ifndef CORDEE_FIELD_H
#define CORDEE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

typedef enum Dtype { DTYPE_I32, DTYPE_U32, DTYPE_I64, DTYPE_U64, DTYPE_F32, DTYPE_F64, DTYPE_COUNT } Dtype;
typedef enum FieldGroup { FIELD_ISLAND, FIELD_SEARCH, FIELD_GROUP_COUNT } FieldGroup;

enum { FIELDS_MAX = 24, FIELD_NAME_MAX = 32 };

typedef struct Field {
  char name[FIELD_NAME_MAX]; /* a plain word, as in the file */
  FieldGroup group;
  Dtype dtype;
  size_t rows, columns; /* of this archipelago; columns 1: a vector */
  void *data;           /* (rows, columns) on the host; owned by the set; NULL if rows is 0 */
} Field;

typedef struct FieldSet {
  int count;
  bool own; /* of archipelagos of this run, never in a file: solutions need not be judged again */
  Field field[FIELDS_MAX];
} FieldSet;

size_t dtype_bytes(Dtype dtype);
const char *dtype_name(Dtype dtype);            /* "i32", ... */
const char *field_group_name(FieldGroup group); /* "islands", "searches" */

/* A field that had another name in older files. `now` NULL: one that older files always have, and new ones only if the solver needs it. Solvers
 * list theirs, ended by a NULL `old` (Solver.renamed). */
typedef struct FieldRename {
  FieldGroup group;
  const char *old, *now;
} FieldRename;

/* The name that a field of a file has today. renamed NULL: no name has changed. */
const char *field_name_now(const FieldRename *renamed, FieldGroup group, const char *name);

/* Is it a field, by its name of today, that a file may have although its solver does not need it? */
bool field_obsolete(const FieldRename *renamed, FieldGroup group, const char *name);

/* Appends a zeroed field; *data points at its storage. ERR_MEMORY, ERR_INTERNAL if full. */
Status fieldset_add(FieldSet *set, FieldGroup group, const char *name, Dtype dtype, size_t rows,
                    size_t columns, void **data);
/* The field of that name, type and columns. ERR_FORMAT if it is absent or differs. */
Status fieldset_get(const FieldSet *set, FieldGroup group, const char *name, Dtype dtype, size_t columns,
                    const Field **out);
/* The same, with so many rows. */
Status fieldset_get_rows(const FieldSet *set, FieldGroup group, const char *name, Dtype dtype, size_t rows,
                         size_t columns, const Field **out);
void fieldset_free(FieldSet *set); /* releases the data and empties the set */

#endif
