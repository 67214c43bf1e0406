/* The attributes of a results file: see results_about.h. */
#include "results_about.h"

#include "io/hdf/hdf.h"

static void attribute_read(hid_t file, const char *name, char *to, size_t bytes) {
  if (H5Aexists(file, name) <= 0) return;
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  if (attribute < 0) return;
  (void)hdf5_text_read(attribute, to, bytes); /* what is too long is cut */
  H5Aclose(attribute);
}

void results_about_read(const char *path, ResultsAbout *about) {
  *about = (ResultsAbout){.job = ""};
  hid_t file;
  if (hdf5_file_open(path, &file) != OK) {
    status_clear();
    return;
  }
  attribute_read(file, "job", about->job, sizeof about->job);
  attribute_read(file, "version", about->version, sizeof about->version);
  attribute_read(file, "host", about->host, sizeof about->host);
  attribute_read(file, "created", about->created, sizeof about->created);
  H5Fclose(file);
}
