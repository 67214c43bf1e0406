/* What records were made from, from the file's attributes: see columns.h. */
#include "columns.h"
#include "io/hdf/hdf.h"

static Status text_read(const char *path, hid_t file, const char *name, char *to, size_t bytes) {
  hid_t attribute = H5Aexists(file, name) > 0 ? H5Aopen(file, name, H5P_DEFAULT) : H5I_INVALID_HID;
  const herr_t rc = attribute >= 0 ? hdf5_text_read(attribute, to, bytes) : -1;
  if (attribute >= 0) H5Aclose(attribute);
  if (rc >= 0) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected an attribute '%s' of at most %zu bytes, found none: an older version made it", path,
       name, bytes - 1);
}

Status columns_read_source(const char *path, char spec[COLUMNS_SPEC_MAX],
                           char settings[COLUMNS_SETTINGS_MAX]) {
  hid_t file;
  TRY(hdf5_file_open(path, &file));
  Status status = text_read(path, file, "items", spec, COLUMNS_SPEC_MAX);
  if (status == OK) status = text_read(path, file, "settings", settings, COLUMNS_SETTINGS_MAX);
  H5Fclose(file);
  return status;
}
