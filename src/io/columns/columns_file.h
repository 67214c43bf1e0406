/* A file of records as bytes: where columns lie. Inside src/io/columns. */
#ifndef CORDEE_IO_COLUMNS_COLUMNS_FILE_H
#define CORDEE_IO_COLUMNS_COLUMNS_FILE_H

#include "columns.h"
#include "io/lock.h"

#define COLUMNS_INPUT "input" /* dataset of digests: Evaluator.input */

typedef struct ColumnsLayout {
  char evaluator[32];
  uint64_t items, digest;
  uint32_t chunk;
  uint64_t code_at, mark_at, failure_at; /* bytes of the file */
  uint64_t column_at[EVALUATOR_COLUMNS];
} ColumnsLayout;

typedef struct FailureRow {
  uint64_t item; /* from 1; 0: none */
  char message[ITEM_MESSAGE_MAX];
} FailureRow;

struct Columns {
  char path[PATH_MAX];
  int fd;
  const Evaluator *evaluator;
  ColumnsLayout at;
  FileLock lock;
  uint8_t *done;     /* (chunks) */
  uint32_t failures; /* rows of /failure in use */
  double synced_s;
  bool unsynced;
};

/* Makes the file at `path`, its disk reserved, all zeros but what is kept of the items. Items, digest, chunk and evaluator of *at are given,
 * places are filled in. ERR_IO, ERR_MEMORY. */
Status columns_file_create(int fd, const char *path, const ColumnsSource *source, ColumnsLayout *at);

/* What the text before HDF5 says. ERR_FORMAT: it is no file of records, or a damaged one. */
Status columns_file_layout(int fd, const char *path, ColumnsLayout *out);

#endif
