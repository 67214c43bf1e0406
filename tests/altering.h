/* Checkpoints altered as somebody would who knows the format: a value, a type, a size, a link; then the digest is made anew, so
 * that nothing but the reader's own checks stands between the file and the search. One process; HDF5 1.10 or later. */
#ifndef CORDEE_TESTS_ALTERING_H
#define CORDEE_TESTS_ALTERING_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include "io/checkpoint.h"

/* One thing to alter: an attribute of /run, or a dataset. */
typedef struct Part {
  char name[96]; /* "run/n", "islands/tour" */
  bool attribute;
  Dtype dtype; /* DTYPE_COUNT: texts */
  hsize_t rows, columns;
} Part;

/* How: values of one element, then other structures. */
typedef enum Alteration {
  ALTER_MINUS,    /* -1; the largest of an unsigned type */
  ALTER_LEAST,    /* the least of the type; minus infinity */
  ALTER_MOST,     /* the largest of the type; infinity */
  ALTER_HUGE,     /* 2^30; 1e308 or what a float has of that */
  ALTER_NAN,      /* not a number; 2^20 where there is none */
  ALTER_ZERO,
  ALTER_ONE_MORE, /* one above what is there */
  ALTER_TWICE,    /* what the element before it has */
  ALTER_VALUES,   /* so many that need no other structure */
  ALTER_MISSING = ALTER_VALUES,
  ALTER_TYPE,     /* doubles; of doubles, integers */
  ALTER_SHORTER,  /* a row less */
  ALTER_LONGER,   /* a row more */
  ALTER_FOREVER,  /* 2^40 rows that are not there */
  ALTER_CUBE,     /* three dimensions */
  ALTER_SCALAR,
  ALTER_CHUNK,    /* in a chunk of some 100 MiB */
  ALTER_GROUP,    /* a group of that name */
  ALTER_SELF,     /* a soft link to itself */
  ALTER_SOFT,     /* a soft link to the data, which lie elsewhere in the file */
  ALTER_LINK,     /* an external link to the same data in another file */
  ALTER_OUTSIDE,  /* external storage */
  ALTER_VIRTUAL,  /* a virtual dataset */
  ALTER_COUNT
} Alteration;

extern const char *const alteration_names[ALTER_COUNT];

/* The parts of a checkpoint, at most `most`; their number. */
size_t parts_list(const char *path, Part *part, size_t most);

/* Alters a part of the file at `path`, at a random element if a value; `other` is a file with the same parts. False: it makes
 * no sense for the part, and nothing has been changed. */
bool part_alter(const char *path, const char *other, const Part *part, Alteration how, unsigned random);

/* Makes /run's attribute `options` another text; false: it is that text. */
bool options_alter(const char *path, const char *text);

/* Makes the user block fit the file as it is. */
void file_stamp(const char *path);

#endif
