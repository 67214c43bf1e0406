/* Parts of the reader of VROOM's form: see vroom_files.h. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_VROOM_PARTS_H
#define CORDEE_PROBLEM_ROUTES_FILES_VROOM_PARTS_H

#include "draft.h"

typedef struct Vroom {
  JsonText text;
  Draft draft;
  const RoutesSettings *settings;
  bool with_matrices;  /* places are rows of them; else those of coordinates */
  bool described;      /* there are descriptions */
  int32_t capacities;  /* vehicles that have one */
  int32_t *slot, room; /* places by their coordinates, -1: none; a power of two */
  bool *located;       /* (places) of matrices: coordinates are said */
  double speed;        /* metres a second; 0: not said */
} Vroom;

/* vroom_parts.c: a list that is empty, or absent; what: "no breaks". ERR_FORMAT. */
Status vroom_refuse(const JsonAt *in, const char *member, const char *what);
/* *said: the text is there. ERR_FORMAT. */
Status vroom_text_check(const JsonAt *in, const char *member, bool *said);
/* [first, last]. ERR_FORMAT. */
Status vroom_window_read(const JsonAt *at, DraftWindow *window);

/* A vehicle's `breaks` (vroom_breaks.c). ERR_FORMAT, ERR_MEMORY. */
Status vroom_breaks_read(Vroom *v, const JsonAt *vehicle, DraftBreaks *breaks);

void vroom_places_free(Vroom *v);

/* The place that a member says: coordinates, or an index with matrices. Neither: ROUTES_OPEN. ERR_FORMAT, ERR_MEMORY. */
Status vroom_place(Vroom *v, const JsonAt *in, const char *location, const char *index, int32_t *place);

/* `matrices`, if there are any, and the speed. Before places. ERR_FORMAT, ERR_MEMORY. */
Status vroom_matrices_read(Vroom *v, const JsonAt *root);

/* Distances of coordinates; how every vehicle travels, and what that costs. Behind vehicles and jobs. ERR_FORMAT, ERR_MEMORY. */
Status vroom_ways_make(Vroom *v, const JsonAt *root);

/* A square of numbers, as doubles, the caller's (free); *places: its rows, which it must have if it is not 0. ERR_FORMAT, ERR_MEMORY. */
Status vroom_square_read(const JsonAt *at, int32_t *places, double **out);

/* Metres on the sphere between all places by their coordinates. ERR_MEMORY, ERR_STOPPED. */
Status draft_sphere_make(Draft *draft, double speed);
/* Distances in a plane, which are times, too: rounded, truncated to one decimal, else of three decimals. ERR_MEMORY, ERR_STOPPED. */
Status draft_plane_make(Draft *draft, CvrpDistances how);

#endif
