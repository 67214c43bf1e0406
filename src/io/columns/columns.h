/* Records of an evaluator as a file: HDF5, a dataset a column, a few bytes an item. Written by one process, without
 * MPI.
 *
 * The file is made with room for all records. A chunk of items is written in place, column by column, then its mark:
 * the XXH3 of its bytes. A chunk whose mark does not fit its bytes is pending: a kill or a power cut loses chunks
 * under way and no others. The first COLUMNS_FAILURES items that fail have their message in /failure.
 *
 * Layout (docs/file-formats-hdf5.md): /code (int32), a dataset for each column, /mark (uint64, one a chunk), /failure, and
 * in /items what is kept of the items. All contiguous. The text before HDF5 (4096 bytes) says where they lie. */
#ifndef CORDEE_IO_COLUMNS_COLUMNS_H
#define CORDEE_IO_COLUMNS_COLUMNS_H

#include <limits.h>
#include <stdbool.h>
#include "evaluator.h"

enum { COLUMNS_FAILURES = 1000 };

typedef struct Columns Columns;

typedef struct ColumnsSource { /* what records are made from */
  const Evaluator *evaluator;
  const char *spec;     /* of the items */
  const char *settings; /* of the evaluator, "name = value" a line; "": it has none */
  const Items *items;
} ColumnsSource;

/* Opens or makes the file at `path` for these items, and locks it. It keeps spec and settings as texts. ERR_USAGE: another process
 * writes it, or it was made for other items, of files that have changed since, or by a version with other answers (columns_same). ERR_FORMAT: it is something else. ERR_IO, ERR_MEMORY. */
Status columns_open(const char *path, const ColumnsSource *source, uint32_t chunk, Columns **out);

/* Items of a chunk (the last may have fewer), as the file was made: a file that goes on keeps its own. */
uint32_t columns_chunk(const Columns *columns);
uint64_t columns_chunks(const Columns *columns);
bool columns_done(const Columns *columns, uint64_t chunk);

/* Records of one whole chunk. On the disk after columns_settle a second later, or columns_close. ERR_IO. */
Status columns_write(Columns *columns, const Records *records);

/* columns_write in parts, for processes of the same host that write chunks, too. Bytes first, by anyone; then the mark, and messages of those that
 * failed, by the one that opened the file. ERR_IO. */
Status columns_put(const Columns *columns, const Records *records, uint64_t *mark);
Status columns_mark(Columns *columns, uint64_t chunk, uint64_t mark);
Status columns_failure(Columns *columns, uint64_t item, const char message[ITEM_MESSAGE_MAX]);

typedef struct ColumnsPlace { /* a file of this host, for its other processes */
  char path[PATH_MAX];
  uint64_t device, inode;
} ColumnsPlace;

/* Where it is. ERR_IO. */
Status columns_place(const Columns *columns, ColumnsPlace *out);
/* The same file, for columns_put alone; columns_close ends it. ERR_IO: it is not there, or another one is. */
Status columns_join(const ColumnsPlace *place, const Evaluator *evaluator, Columns **out);

Status columns_settle(Columns *columns);
Status columns_close(Columns *columns); /* NULL allowed. ERR_IO: the last chunks could not be synced */

/* ---- for readers ---- */

/* Is there a file of records? */
bool columns_are(const char *path);

typedef struct ColumnsFile {
  const Evaluator *evaluator;
  uint64_t items, digest, chunks, done; /* done: items of finished chunks */
  uint32_t chunk;
  Columns *file;
} ColumnsFile;

/* Takes no lock: a run may be at work. ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY. */
Status columns_read_open(const char *path, ColumnsFile *out);
/* The records of a chunk into `records`, which has room for a chunk. Messages are those that the file has. *whole: the chunk is
 * finished; else records->count is 0. ERR_NO_INPUT. */
Status columns_read_chunk(ColumnsFile *file, uint64_t chunk, Records *records, bool *whole);
void columns_read_close(ColumnsFile *file);

/* Whether the records of the file at `path` are what this version makes of these items. ERR_USAGE: it was made for another list, of a file that
 * has changed, which the message names, by a version with other answers, or by one that did not keep what it was made from. */
Status columns_same(const char *path, const Evaluator *evaluator, const Items *items);
/* The same for files alone, whatever version it was. ERR_FORMAT: one has changed. OK: that cannot be told. */
Status columns_inputs_same(const char *path, const Evaluator *evaluator, const Items *items);

enum { COLUMNS_SPEC_MAX = 4096, COLUMNS_SETTINGS_MAX = 4096 };
/* What the records were made from, as ColumnsSource says. ERR_FORMAT: files of versions that did not keep the settings. */
Status columns_read_source(const char *path, char spec[COLUMNS_SPEC_MAX],
                           char settings[COLUMNS_SETTINGS_MAX]);

#endif
