/* Lines of two vertices, read by several threads: what most lines of large files are. Inside this folder, and for its tests. */
#ifndef CORDEE_GRAPH_READ_PAIRS_H
#define CORDEE_GRAPH_READ_PAIRS_H

#include "graph_text.h"

/* A usual line: [kind blanks] vertex [blanks] separator [blanks] vertex, then what `numbers` says. Empty lines are usual, too. */
typedef struct PairForm {
  const char *kinds;    /* letters of which a line begins with one; "": with the first vertex */
  const char *comments; /* characters that begin a line without an edge */
  char separator;       /* ' ': blanks alone */
  int numbers; /* whole numbers of a line, between blanks; 0: anything may follow the second vertex */
  uint64_t least, most; /* vertices as written */
} PairForm;

typedef struct PairsFound {
  uint64_t largest,
      largest_line; /* the last largest end as written, and its line; line 0: no edge was read */
} PairsFound;

/* Lines after an unusual one in which pairs_read does nothing: where many are unusual, trying costs more than it gains. */
enum { PAIRS_PATIENCE = 1 << 12, PAIRS_CHUNK_BYTES = 1 << 20 };

/* Adds the edges of usual lines from the beginning of a line on, in their order, by edges->threads threads. Ends before the first line that is
 * not usual, which the caller reads; s->at and s->line are there then. ERR_MEMORY. */
Status pairs_read(Scan *s, EdgeList *edges, const PairForm *form, PairsFound *found);

#endif
