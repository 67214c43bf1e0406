/* The attributes of a results file: see results_about.h. */
#include "results_about.h"

#include <stdio.h>
#include "io/checkpoint/checkpoint_hdf5.h"

static void attribute_read(hid_t file, const char *name, char *to, size_t bytes) {
  if (H5Aexists(file, name) <= 0) return;
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  if (attribute < 0) return;
  hid_t type = hdf5_text_type(), found = H5Aget_type(attribute), space = H5Aget_space(attribute);
  char *text = NULL;
  const bool one = H5Sget_simple_extent_npoints(space) == 1 && H5Tis_variable_str(found) > 0;
  if (one && H5Aread(attribute, type, &text) >= 0 && text) {
    snprintf(to, bytes, "%s", text);
    H5free_memory(text);
  }
  H5Sclose(space), H5Tclose(found), H5Tclose(type);
  H5Aclose(attribute);
}

void results_about_read(const char *path, ResultsAbout *about) {
  *about = (ResultsAbout){.job = ""};
  hdf5_quiet();
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(access, 0, 1);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (file < 0) return;
  attribute_read(file, "job", about->job, sizeof about->job);
  attribute_read(file, "version", about->version, sizeof about->version);
  attribute_read(file, "host", about->host, sizeof about->host);
  attribute_read(file, "created", about->created, sizeof about->created);
  H5Fclose(file);
}
