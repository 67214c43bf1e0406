/* The attributes of /run: see checkpoint_parts.h. For checkpoint_create.c and checkpoint_load.c. A new
 * member of CheckpointMeta is one more row here, and is written and read. */
#include "checkpoint_parts.h"

#include <stddef.h>
#include <stdio.h>

#define META_TEXT DTYPE_COUNT /* a MetaRow that is a string */

typedef struct MetaRow {  /* an attribute of /run: a member of CheckpointMeta */
  const char *name, *old; /* old: in schema 1 and 2; NULL: the same */
  Dtype dtype;            /* or META_TEXT */
  size_t offset, bytes;
  bool later; /* files of earlier versions do not have it */
} MetaRow;

#define META_WAS(member, old, type)                                                                          \
  { #member, old, type, offsetof(CheckpointMeta, member), sizeof((CheckpointMeta *)0)->member, false }
#define META(member, type) META_WAS(member, NULL, type)
#define META_LATER(member, type)                                                                             \
  { #member, NULL, type, offsetof(CheckpointMeta, member), sizeof((CheckpointMeta *)0)->member, true }

static const MetaRow meta_rows[] = {META(instance_path, META_TEXT),
                                    META(instance_name, META_TEXT),
                                    META(instance_size, META_TEXT),
                                    META(n, DTYPE_I32),
                                    META(decimals, DTYPE_I32),
                                    META(instance_digest, DTYPE_U64),
                                    META(solver, META_TEXT),
                                    META(options, META_TEXT),
                                    META(islands, DTYPE_U32),
                                    META(epoch, DTYPE_U32),
                                    META(epochs, DTYPE_U32),
                                    META(finished, DTYPE_I32),
                                    META_WAS(searches, "climbers", DTYPE_U64),
                                    META(moves, DTYPE_U64),
                                    META(elapsed_s, DTYPE_F64),
                                    META(best, DTYPE_I64),
                                    META(best_island, DTYPE_U32),
                                    META_LATER(best_known, DTYPE_I64),
                                    META_LATER(best_known_given, DTYPE_I32),
                                    META_LATER(time_s, DTYPE_F64),
                                    META_LATER(stop_before_s, DTYPE_F64),
                                    META_LATER(inputs, DTYPE_U64),
                                    META(version, META_TEXT),
                                    META(host, META_TEXT),
                                    META(backend, META_TEXT),
                                    META(device, META_TEXT),
                                    META(created, META_TEXT),
                                    META(ranks, DTYPE_I32),
                                    {NULL, NULL, META_TEXT, 0, 0, false}};

static herr_t attribute_write(hid_t group, const MetaRow *row, const CheckpointMeta *meta) {
  const char *value = (const char *)meta + row->offset;
  if (row->dtype == META_TEXT) return hdf5_text_write(group, row->name, value);
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(group, row->name, hdf5_file_type(row->dtype), space, H5P_DEFAULT, H5P_DEFAULT);
  herr_t rc = attribute < 0 ? -1 : H5Awrite(attribute, hdf5_memory_type(row->dtype), value);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return rc;
}

herr_t checkpoint_meta_write(hid_t group, const CheckpointMeta *meta) {
  herr_t rc = 0;
  for (const MetaRow *row = meta_rows; row->name && rc >= 0; row++) rc = attribute_write(group, row, meta);
  return rc;
}

static herr_t number_read(hid_t attribute, Dtype dtype, void *to) {
  hid_t space = H5Aget_space(attribute), found = H5Aget_type(attribute);
  const bool fits = H5Sget_simple_extent_npoints(space) == 1 && hdf5_dtype(found) == dtype;
  herr_t rc = fits ? H5Aread(attribute, hdf5_memory_type(dtype), to) : -1;
  H5Sclose(space);
  H5Tclose(found);
  return rc;
}

static Status attribute_read(const char *path, hid_t group, const MetaRow *row, CheckpointMeta *meta) {
  char *to = (char *)meta + row->offset;
  const char *name = row->old && H5Aexists(group, row->old) > 0 ? row->old : row->name;
  if (H5Aexists(group, name) <= 0) FAIL(ERR_FORMAT, "%s: expected run/%s, found none", path, name);
  hid_t attribute = H5Aopen(group, name, H5P_DEFAULT);
  if (attribute < 0) return hdf5_fail(ERR_FORMAT, path, name);
  herr_t rc = row->dtype == META_TEXT ? hdf5_text_read(attribute, to, row->bytes)
                                      : number_read(attribute, row->dtype, to);
  H5Aclose(attribute);
  if (rc >= 0) return OK;
  FAIL(ERR_FORMAT, "%s: run/%s: expected %s, found something else", path, name,
       row->dtype == META_TEXT ? "a text that is not too long" : dtype_name(row->dtype));
}

/* A file has all of them or none. */
static bool later_any(hid_t group) {
  bool any = false;
  for (const MetaRow *row = meta_rows; row->name; row++) any |= row->later && H5Aexists(group, row->name) > 0;
  return any;
}

Status checkpoint_meta_read(const char *path, hid_t group, CheckpointMeta *meta) {
  const bool later = later_any(group);
  meta->best_known = CHECKPOINT_NOT_KEPT;
  for (const MetaRow *row = meta_rows; row->name; row++)
    if (later || !row->later) TRY(attribute_read(path, group, row, meta));
  return OK;
}
