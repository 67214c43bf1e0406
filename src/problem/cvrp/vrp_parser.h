/* What the two halves of the reader of .vrp files share: its keywords and its state. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_PARSER_H
#define CORDEE_PROBLEM_CVRP_VRP_PARSER_H

#include "problem/tsp/tsplib_matrix.h"
#include "io/lexer.h"
#include "vrp_finish.h"

typedef enum Key {
  KEY_NAME,
  KEY_TYPE,
  KEY_COMMENT,
  KEY_DIMENSION,
  KEY_CAPACITY,
  KEY_SALESMEN,
  KEY_VEHICLES,
  KEY_DISTANCE,
  KEY_SERVICE,
  KEY_SCALE,
  KEY_WEIGHT_TYPE,
  KEY_WEIGHT_FORMAT,
  KEY_COORD_TYPE,
  KEY_DISPLAY_TYPE,
  KEY_COORDS, /* sections from here on */
  KEY_DISPLAY,
  KEY_WEIGHTS,
  KEY_DEMANDS,
  KEY_WINDOWS,
  KEY_SERVICES,
  KEY_DEPOT,
  KEY_COUNT
} Key;

typedef struct Parser {
  Lexer lx;
  VrpFile file;
  const MatrixFormat *format;
  double by;                       /* entries of the matrix are multiplied by it; 0: by nothing */
  bool windowed, limited, floored; /* by TYPE, by TYPE, by EDGE_WEIGHT_TYPE */
  int32_t scale;
  int scale_line;
  unsigned seen;  /* bit k: Key k */
  char after[64]; /* "" or " after N nodes": where a keyword was expected */
} Parser;

/* The sections, behind their keyword's line (vrp_sections.c). ERR_FORMAT (place), ERR_MEMORY. */
Status vrp_read_coords_section(Parser *p);
Status vrp_read_weights_section(Parser *p);
Status vrp_read_demands_section(Parser *p);
Status vrp_read_windows_section(Parser *p);
Status vrp_read_services_section(Parser *p);
Status vrp_read_depot_section(Parser *p);

#endif
