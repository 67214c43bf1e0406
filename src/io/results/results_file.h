/* A results file as bytes: the places of its rows and genes, and whether a row is whole.
 *
 * The user block (4096 bytes) has the layout as text, so that rows can be read where HDF5 refuses: in a file that was
 * cut short. */
#ifndef CORDEE_IO_RESULTS_RESULTS_FILE_H
#define CORDEE_IO_RESULTS_RESULTS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include "results.h"

/* ---- members of a row ---- */

/* The members of a ResultRow as a table: for the file's compound type and for lists of all of them. */

typedef enum MemberKind {
  MEMBER_TEXT,
  MEMBER_I32,
  MEMBER_U32,
  MEMBER_U64,
  MEMBER_F64,
  MEMBER_COST,  /* int64, in units of 10^-decimals */
  MEMBER_STATE, /* int32, a ResultState */
  MEMBER_KEY    /* uint64, for people in hexadecimal digits */
} MemberKind;

typedef struct ResultMember {
  const char *name;
  MemberKind kind;
  size_t offset, bytes; /* of a single value, or of the text */
  size_t count;         /* above 1: an array, of which trace_rows count */
} ResultMember;

extern const ResultMember result_members[]; /* in the row's order; ended by a NULL name */

/* ---- attributes ---- */

/* The origin of a results file: the attributes of its root. `cordee report` reads them. */

typedef struct ResultsAbout { /* "" where the file does not say */
  char job[4096], version[64], host[256], created[32];
} ResultsAbout;

/* Never fails: a file that HDF5 cannot open says nothing. Local. */
void results_about_read(const char *path, ResultsAbout *about);

/* ---- file ---- */

typedef struct ResultsLayout {
  uint64_t rows, task_at;      /* of /task: how many, and the file's byte where they begin */
  uint64_t genes, solution_at; /* of /solution */
  uint64_t bytes_made, bytes;  /* of the file as it was made, and as it is: fewer, if it was cut short */
} ResultsLayout;

/* Makes the structure of the file at `path`, its disk reserved, its rows undefined. ERR_IO. */
Status results_file_create(int fd, const char *path, const char *job_path, uint64_t rows, uint64_t genes,
                           ResultsLayout *out);

/* Reads the user block; rows beyond the file's end are not counted. ERR_FORMAT: not a results file. */
Status results_file_layout(int fd, const char *path, ResultsLayout *out);

/* Reads row k, and its genes if it is verified (*gene grows by realloc, the caller's). *whole: mark and digest are right; if not, only the
 * task's part and the file's are valid. ERR_NO_INPUT, ERR_MEMORY. */
Status results_file_row(int fd, const char *path, const ResultsLayout *at, uint64_t k, ResultRow *row,
                        int32_t **gene, bool *whole);

/* Of a row and, if it is verified, its genes. */
uint64_t results_row_digest(const ResultRow *row, const int32_t *gene);

#endif
