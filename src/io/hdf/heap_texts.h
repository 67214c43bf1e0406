/* Texts of variable length, as h5py writes them: a place in a heap of the file for each. Read here and not by HDF5, which trusts what a
 * heap says of itself. Format: HDF5 File Format Specification 3.0, III.E (global heap) and IV.A.2.d (variable length). Local. */
#ifndef CORDEE_IO_HDF_HEAP_TEXTS_H
#define CORDEE_IO_HDF_HEAP_TEXTS_H

#include "hdf.h"
#include "table.h"

/* The texts of a contiguous dataset of `rows` rows, of which TABLE_TEXT_MAX bytes are kept, each padded with zeros to the length of the
 * longest; owned by the caller. ERR_FORMAT, ERR_MEMORY. */
Status heap_texts_read(const char *path, const char *name, hid_t set, uint64_t rows, TableColumn *out);

#endif
