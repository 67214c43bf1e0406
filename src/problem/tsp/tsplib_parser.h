/* What the reader of TSPLIB files (tsplib.c) knows while it reads, and what it does at the end. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSPLIB_PARSER_H
#define CORDEE_PROBLEM_TSP_TSPLIB_PARSER_H

#include "tsp_edges.h"
#include "tsplib_data.h"

enum { WORD_MAX = 64 };

typedef struct Parser {
  Lexer lx;
  TspInstance known; /* before the arrays exist */
  const MatrixFormat *format;
  Instance *inst;
  CityPairs fixed, edges;
  uint32_t least;       /* entries of the matrix from there on are no edges; 0: all are */
  bool listed;          /* edges are the instance's; the others are missing */
  bool lists;           /* EDGE_DATA_FORMAT ADJ_LIST */
  bool directed;        /* TYPE ATSP */
  unsigned seen;        /* bit k: Key k */
  char after[WORD_MAX]; /* "" or " after N cities": where a keyword was expected */
} Parser;

/* "berlin52.tsp" -> "berlin52". */
void tsplib_strip_suffix(char *name);

/* Sets name, comment, constraints and digest of p->inst. ERR_FORMAT, ERR_MEMORY. */
Status tsplib_finish(Parser *p);

#endif
