/* The numbers and data sections of a .vrp file, read once the header is known (vrp.c). Local, host only.
 * Each section begins behind its keyword's line and ends behind its last number. Errors: ERR_FORMAT (place). */
#ifndef CORDEE_PROBLEM_CVRP_VRP_DATA_H
#define CORDEE_PROBLEM_CVRP_VRP_DATA_H

#include "io/exact.h"
#include "io/lexer.h"
#include "cvrp.h"

enum { VRP_PLACES_MAX = EXACT_DIGITS_MAX };

/* Exactly what is written: mantissa * 10^-places, without zeros at the end. */
typedef struct VrpNumber {
  int64_t mantissa; /* at most 18 digits */
  int32_t places;   /* 0..VRP_PLACES_MAX */
  bool pointed;     /* written with a decimal point */
} VrpNumber;

/* What is said of the time at a node, with its lines (0: nothing is said). */
typedef struct VrpStop {
  VrpNumber ready, due, service;
  int window_line, service_line;
} VrpStop;

/* A number as the lexer knows them, of at most 18 digits before and 18 behind the point. False: other text, where `at` stays. */
bool vrp_number(Lexer *lx, VrpNumber *value);

/* The same, of which digits behind the 18th, and behind the 18th decimal, do not count. */
bool vrp_coordinate(Lexer *lx, VrpNumber *value);

/* As vrp_number, not negative. "expected the <what> of node 7, ..." ERR_FORMAT. */
Status vrp_read_time(Lexer *lx, const char *what, long long node, VrpNumber *value);

/* Fail, before anything is allocated, if the text left is too short for so many lines of at least so many bytes. */
Status vrp_expect(const Lexer *lx, int32_t nodes, int32_t least);

/* Lines "node x y", or "node x y z" where z is not NULL, in any order of the nodes 1..nodes; x, y, z (nodes). */
Status vrp_read_coordinates(Lexer *lx, int32_t nodes, VrpNumber *x, VrpNumber *y, VrpNumber *z);
/* Lines "node demand" likewise; demand (nodes), not negative; line (nodes): where each was read. */
Status vrp_read_demands(Lexer *lx, int32_t nodes, VrpNumber *demand, int *line);
/* Lines "node ready due", and "node service", likewise, of numbers that are not negative; stop (nodes), zeroed before the first. */
Status vrp_read_windows(Lexer *lx, int32_t nodes, VrpStop *stop);
Status vrp_read_services(Lexer *lx, int32_t nodes, VrpStop *stop);
/* One depot, *depot of 1..nodes, and then -1, more than once if it is written so, or what follows the section. */
Status vrp_read_depot(Lexer *lx, int32_t nodes, long long *depot);

#endif
