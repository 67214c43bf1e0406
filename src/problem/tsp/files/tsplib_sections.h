/* What the parts of the reader of TSPLIB files share: its keywords, what it knows while it reads, and what it does at
 * the end. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_FILES_TSPLIB_SECTIONS_H
#define CORDEE_PROBLEM_TSP_FILES_TSPLIB_SECTIONS_H

#include "problem/tsp/tsp.h"
#include "tsp_files.h"

enum { WORD_MAX = 64 };

typedef enum Key {
  KEY_NAME,
  KEY_TYPE,
  KEY_COMMENT,
  KEY_DIMENSION,
  KEY_WEIGHT_TYPE,
  KEY_WEIGHT_FORMAT,
  KEY_COORD_TYPE,
  KEY_DISPLAY_TYPE,
  KEY_EDGE_FORMAT,
  KEY_VEHICLES,
  KEY_SALESMEN,
  KEY_COORDS, /* sections from here on */
  KEY_WEIGHTS,
  KEY_DISPLAY,
  KEY_FIXED,
  KEY_EDGES,
  KEY_TOUR,
  KEY_DEPOT,
  KEY_COUNT
} Key;

typedef struct Parser {
  Lexer lx;
  TspInstance known; /* before the arrays exist */
  const MatrixFormat *format;
  Instance *inst;
  CityPairs fixed, edges;
  uint32_t least;       /* entries of the matrix from there on are no edges; 0: all are */
  double scale;         /* entries of the matrix are multiplied by it; 0: by nothing */
  bool listed;          /* edges are the instance's; the others are missing */
  bool lists;           /* EDGE_DATA_FORMAT ADJ_LIST */
  bool directed;        /* TYPE ATSP */
  bool ended;           /* the section that was read last ends with -1 */
  unsigned seen;        /* bit k: Key k */
  char after[WORD_MAX]; /* "" or " after N cities": where a keyword was expected */
} Parser;

/* The first word of a value in capitals, "" if there is none; `at` stays before it. */
void tsplib_peek(Parser *p, char word[WORD_MAX]);

/* The sections, behind their keyword (tsplib_sections.c). ERR_FORMAT (place), ERR_MEMORY. */
Status tsplib_coords_section(Parser *p);
Status tsplib_weights_section(Parser *p);
Status tsplib_display_section(Parser *p);
Status tsplib_fixed_section(Parser *p);
Status tsplib_edges_section(Parser *p);
Status tsplib_tour_section(Parser *p);  /* a tour to begin with is no part of the problem */
Status tsplib_depot_section(Parser *p); /* nor is the city that a tour begins with */

/* What a keyword of other problems means, for the message that refuses it; NULL: it is none of these. */
const char *tsplib_foreign(const char *word);

/* "berlin52.tsp" -> "berlin52". */
void tsplib_strip_suffix(char *name);

/* Sets name, comment, constraints and digest of p->inst. ERR_FORMAT, ERR_MEMORY. */
Status tsplib_finish(Parser *p);

#endif
