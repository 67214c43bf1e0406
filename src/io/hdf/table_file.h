/* A table as an HDF5 file of any program: each 1-D dataset of its root is a column, all of one length. Local. */
#ifndef CORDEE_IO_HDF_TABLE_FILE_H
#define CORDEE_IO_HDF_TABLE_FILE_H

#include "table.h"

enum { TABLE_COLUMNS_MAX = 256 };

typedef struct TableFile {
  uint64_t rows;
  int count;
  TableColumn column[TABLE_COLUMNS_MAX]; /* (count), by name */
} TableFile;

/* Is it an HDF5 file, by its signature? False if it cannot be read. */
bool table_file_is(const char *path);

/* Reads all columns, to be released with table_file_free. Numbers are whole ones or floats of up to 8 bytes; texts have a fixed length or a
 * variable one, of which TABLE_TEXT_MAX bytes are kept. Groups are passed over. ERR_FORMAT: "PATH: NAME: expected ..., found ...";
 * ERR_MEMORY. */
Status table_file_read(const char *path, TableFile *out);
void table_file_free(TableFile *file);

#endif
