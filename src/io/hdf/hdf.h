/* HDF5's types, errors, files and texts as ours. For src/io/checkpoint, results and columns. All functions are local. */
#ifndef CORDEE_IO_HDF_HDF_H
#define CORDEE_IO_HDF_HDF_H

#include <hdf5.h>
#include "field.h"

/* Makes HDF5 keep its error messages for hdf5_fail instead of printing them, and load no plugin: a file names filters, and
 * HDF5_PLUGIN_PATH a folder of code for them. To be called first, any number of times. Local. */
void hdf5_quiet(void);
/* How HDF5 reports errors, and which kinds of plugins it loads: libcordee leaves both as its caller has set them. Local. */
typedef struct Hdf5Errors {
  unsigned plugins;
  H5E_auto2_t report;
  void *data;
} Hdf5Errors;
void hdf5_errors_keep(Hdf5Errors *out);
void hdf5_errors_restore(const Hdf5Errors *kept);
hid_t hdf5_memory_type(Dtype dtype); /* HDF5's own: not to be closed */
hid_t hdf5_file_type(Dtype dtype);   /* little endian on every machine; HDF5's own */
/* Checks that a name in a group is a plain link to an object of this file: no other link is ever followed. ERR_FORMAT. */
Status link_check(const char *path, hid_t group, const char *name);
/* Fills the open file `fd`, whose name is `path`, with an HDF5 file that has a user block of FILE_BLOCK_BYTES; the caller closes it. Without times: the
 * same content makes the same file. Whoever puts a link at `path` meanwhile does not get anything written there. Negative: failed. */
hid_t hdf5_file_create(int fd, const char *path);
/* Open a file to read, and one of its groups; the caller closes them. Names of a group may lie in a heap that has filters:
 * such a group is refused, the root as well. ERR_FORMAT. */
Status hdf5_file_open(const char *path, hid_t *file);
Status hdf5_group_open(const char *path, hid_t file, const char *name, hid_t *group);
hid_t hdf5_text_type(void);         /* variable length UTF-8, h5py's str; the caller closes it */
hid_t hdf5_word_type(size_t bytes); /* UTF-8 of a fixed length, padded with zeros; the caller closes it */
Dtype hdf5_dtype(hid_t type);       /* DTYPE_COUNT: none of ours */

/* Writes an attribute that is a text. Negative: failed. */
herr_t hdf5_text_write(hid_t object, const char *name, const char *value);
/* An open attribute that is one text into to[bytes], where it ends. Negative: it is none, or it does not fit, and is cut. */
herr_t hdf5_text_read(hid_t attribute, char *to, size_t bytes);

/* Records "PATH: WHAT: HDF5's innermost message of its last failure" and returns `status`. */
Status hdf5_fail(Status status, const char *path, const char *what);

#endif
