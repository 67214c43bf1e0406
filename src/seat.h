/* Seat: one of the backends that a rank works on, with the islands that it hosts. Today every run has one a rank. */
#ifndef CORDEE_SEAT_H
#define CORDEE_SEAT_H

#include "solver.h"

enum { SEATS_MAX = 4 }; /* of a rank */

typedef struct Seat {
  Backend backend;
  Span span; /* may be empty; the spans of a rank's seats follow each other */
  Archipelago *islands;
  Progress progress; /* as advance has left it */
} Seat;

#endif
