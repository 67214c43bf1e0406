/* Tours as numbers alone, as Concorde, linkern and many programs write them: inside the reader of tours (tour.c). */
#ifndef CORDEE_PROBLEM_TSP_TOUR_NUMBERS_H
#define CORDEE_PROBLEM_TSP_TOUR_NUMBERS_H

#include "tour.h"
#include "io/lexer.h"

/* What a file of numbers is, by how many there are: n cities; their number and these; or n edges, "n n" alone on the first line. Cities are counted
 * from 0 if one of them is 0, else from 1; of edges, from 0. ERR_FORMAT, ERR_MEMORY. */
Status tour_numbers(Lexer *lx, const TourShape *shape, int32_t *tour, TourForm *form);

/* n cities, of which the first is called `first`. ERR_FORMAT. */
Status tour_cities(Lexer *lx, int32_t n, int32_t first, int32_t *tour);
/* -1, twice, EOF or the end of the file; -1 may be followed by EOF. ERR_FORMAT. */
Status tour_end(Lexer *lx, int32_t n);

#endif
