/* Units of .vrp files, and the depot as node 0. Exact: numbers of 18 digits with 18 places fit 128 bits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "vrp_files.h"

/* ---- units ---- */

/* Units of .vrp files. Exact: numbers of 18 digits with 18 places fit 128 bits. */

typedef __int128 Wide;
typedef unsigned __int128 UnsignedWide;

typedef struct Box { /* of coordinates, in units of 10^-places */
  Wide low_x, high_x, low_y, high_y, low_z, high_z;
  int32_t places;
} Box;

static Wide wide_power(int32_t k) {
  Wide power = 1;
  while (k-- > 0) power *= 10;
  return power;
}

int32_t vrp_power(int32_t k) { return (int32_t)wide_power(k); }

/* value * 10^places, to the nearest integer, halves away from 0. */
static Wide number_in(VrpNumber value, int32_t places) {
  if (value.places <= places) return value.mantissa * wide_power(places - value.places);
  const Wide unit = wide_power(value.places - places),
             size = value.mantissa < 0 ? -value.mantissa : value.mantissa;
  const Wide nearest = (size + unit / 2) / unit;
  return value.mantissa < 0 ? -nearest : nearest;
}

static Box box_find(const VrpPlane *plane, int32_t places) {
  Box box = {.places = places};
  for (int32_t v = 0; v < plane->nodes; v++) {
    const Wide x = number_in(plane->x[v], places), y = number_in(plane->y[v], places),
               z = plane->z ? number_in(plane->z[v], places) : 0;
    if (v == 0 || x < box.low_x) box.low_x = x;
    if (v == 0 || x > box.high_x) box.high_x = x;
    if (v == 0 || y < box.low_y) box.low_y = y;
    if (v == 0 || y > box.high_y) box.high_y = y;
    if (v == 0 || z < box.low_z) box.low_z = z;
    if (v == 0 || z > box.high_z) box.high_z = z;
  }
  return box;
}

/* A length of the box in units of 10^-places, at least. */
static Wide length_in(Wide length, const Box *box, int32_t places) {
  if (places >= box->places) return length * wide_power(places - box->places);
  return length / wide_power(box->places - places) + 1;
}

/* Do the box's sides, or its diagonal, fit `most` in units of 10^-places? */
static bool sides_fit(const Box *box, int32_t places, Wide most) {
  return length_in(box->high_x - box->low_x, box, places) <= most &&
         length_in(box->high_y - box->low_y, box, places) <= most &&
         length_in(box->high_z - box->low_z, box, places) <= most;
}

static bool diagonal_fits(const Box *box, int32_t places) {
  const Wide most = CVRP_DISTANCE_MAX - 1; /* coordinates may be rounded */
  if (!sides_fit(box, places, most)) return false;
  const Wide width = length_in(box->high_x - box->low_x, box, places),
             height = length_in(box->high_y - box->low_y, box, places);
  return width * width + height * height <= most * most;
}

static bool resources_fit(const VrpPlane *plane, int32_t decimals) {
  const Wide most = CVRP_LIMIT_MAX;
  if (plane->limited &&
      (number_in(plane->limit, decimals) > most || number_in(plane->service, decimals) > most))
    return false;
  for (int32_t v = 0; plane->stop && v < plane->nodes; v++) {
    const VrpStop *stop = &plane->stop[v];
    if (number_in(stop->due, decimals) > most || number_in(stop->service, decimals) > most) return false;
  }
  return !plane->stop || number_in(plane->service, decimals) <= most;
}

static int32_t places_most(const VrpPlane *plane) {
  int32_t most = 0;
  for (int32_t v = 0; v < plane->nodes; v++) {
    if (plane->x[v].places > most) most = plane->x[v].places;
    if (plane->y[v].places > most) most = plane->y[v].places;
    if (plane->z && plane->z[v].places > most) most = plane->z[v].places;
  }
  return most;
}

/* Are all coordinates multiples of ten units? Their rounding can make them so. */
static bool ends_in_zero(const VrpPlane *plane, int32_t places) {
  for (int32_t v = 0; v < plane->nodes; v++)
    if (number_in(plane->x[v], places) % 10 != 0 || number_in(plane->y[v], places) % 10 != 0 ||
        (plane->z && number_in(plane->z[v], places) % 10 != 0))
      return false;
  return true;
}

Status vrp_units_find(const VrpPlane *plane, VrpUnits *units) {
  int32_t places = places_most(plane), decimals = plane->decimals_most;
  const Box box = box_find(plane, places);
  char most[COST_TEXT_MAX];
  while (decimals > plane->decimals_least &&
         !(diagonal_fits(&box, decimals) && resources_fit(plane, decimals)))
    decimals--;
  if (!diagonal_fits(&box, decimals))
    FAIL(ERR_FORMAT, "expected distances up to %s, found coordinates in a box with a longer diagonal",
         cost_text(CVRP_DISTANCE_MAX, decimals, most));
  while (places > decimals && !sides_fit(&box, places, CVRP_COORDINATE_MAX - 1)) places--;
  const bool shortened = places < box.places;
  if (places < decimals) places = decimals;
  while (places > decimals && ends_in_zero(plane, places)) places--;
  *units = (VrpUnits){.decimals = decimals, .places = places, .shortened = shortened};
  return OK;
}

/* What is taken off coordinates between low and high. */
static Wide shift_of(Wide low, Wide high) {
  return low < -CVRP_COORDINATE_MAX || high > CVRP_COORDINATE_MAX ? low : 0;
}

void vrp_units_apply(const VrpPlane *plane, VrpUnits units, int32_t *x, int32_t *y, int32_t *z,
                     double shift[2]) {
  const Box box = box_find(plane, units.places);
  const Wide shift_x = shift_of(box.low_x, box.high_x), shift_y = shift_of(box.low_y, box.high_y),
             shift_z = shift_of(box.low_z, box.high_z);
  for (int32_t v = 0; v < plane->nodes; v++) {
    x[v] = (int32_t)(number_in(plane->x[v], units.places) - shift_x);
    y[v] = (int32_t)(number_in(plane->y[v], units.places) - shift_y);
    if (z) z[v] = (int32_t)(number_in(plane->z[v], units.places) - shift_z);
  }
  shift[0] = (double)shift_x;
  shift[1] = (double)shift_y;
}

bool vrp_units_whole(VrpNumber value, int32_t places, int32_t most, int32_t *units) {
  const Wide number = number_in(value, places);
  if (value.places > places || number < 0 || number > most) return false;
  *units = (int32_t)number;
  return true;
}

bool vrp_units_resource(VrpNumber value, int32_t decimals, int32_t *units) {
  return vrp_units_whole(value, decimals, CVRP_LIMIT_MAX, units);
}

/* ---- distances of coordinates as they are written ---- */

int32_t vrp_fine_places(const VrpPlane *plane) {
  int32_t places = places_most(plane);
  const Box box = box_find(plane, places);
  while (places > 0 && !sides_fit(&box, places, (Wide)1 << 61)) places--;
  return places;
}

/* The largest r with r * r <= s, from above (Heron). */
static UnsignedWide root_floor(UnsignedWide s) {
  UnsignedWide root = (UnsignedWide)sqrtl((long double)s) + 2, next;
  if (s == 0) return 0;
  while ((next = (root + s / root) / 2) < root) root = next;
  return root;
}

int64_t vrp_fine_distance(const VrpPlane *plane, int32_t places, int32_t decimals, bool truncated, int32_t a,
                          int32_t b) {
  const Wide dx = number_in(plane->x[a], places) - number_in(plane->x[b], places),
             dy = number_in(plane->y[a], places) - number_in(plane->y[b], places);
  const UnsignedWide square = (UnsignedWide)(dx * dx) + (UnsignedWide)(dy * dy),
                     unit = (UnsignedWide)wide_power(places - decimals);
  if (truncated) return (int64_t)root_floor(square / (unit * unit));
  return (int64_t)((root_floor(4 * square / (unit * unit)) + 1) / 2);
}

/* ---- another unit ---- */

bool vrp_number_scale(VrpNumber *value, VrpNumber by) {
  const bool minus = value->mantissa < 0;
  Wide product = (Wide)(minus ? -value->mantissa : value->mantissa) * by.mantissa;
  int32_t places = value->places + by.places, drop = 0;
  for (Wide left = product; left >= wide_power(VRP_PLACES_MAX); left /= 10) drop++;
  if (places - drop > VRP_PLACES_MAX) drop = places - VRP_PLACES_MAX;
  if (drop > places) return false;
  product = (product + wide_power(drop) / 2) / wide_power(drop);
  places -= drop;
  for (; places > 0 && product % 10 == 0; places--) product /= 10;
  value->mantissa = minus ? -(int64_t)product : (int64_t)product;
  value->places = product ? places : 0;
  return true;
}

/* ---- depot ---- */

/* Element `from` comes first, those before it move up; `spare` has room for one. */
static void front(void *array, size_t bytes, size_t from, void *spare) {
  char *const begin = array;
  if (!begin || !from) return;
  memcpy(spare, begin + from * bytes, bytes);
  memmove(begin + bytes, begin, from * bytes);
  memcpy(begin, spare, bytes);
}

Status vrp_depot_first(VrpFile *file) {
  const size_t depot = (size_t)file->depot, nodes = (size_t)file->nodes, row = nodes * sizeof(int32_t);
  if (!depot) return OK;
  void *const spare = malloc(row + sizeof(VrpStop));
  if (!spare) FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
  front(file->x, sizeof *file->x, depot, spare);
  front(file->y, sizeof *file->y, depot, spare);
  front(file->z, sizeof *file->z, depot, spare);
  front(file->demand, sizeof *file->demand, depot, spare);
  front(file->demand_line, sizeof *file->demand_line, depot, spare);
  front(file->stop, sizeof *file->stop, depot, spare);
  front(file->matrix, row, depot, spare);
  for (size_t v = 0; file->matrix && v < nodes; v++)
    front(file->matrix + v * nodes, sizeof *file->matrix, depot, spare);
  free(spare);
  return OK;
}

int32_t vrp_node_name(const VrpFile *file, int32_t v) {
  const int32_t depot = file->depot;
  if (v == 0) return depot + file->first;
  return (v <= depot ? v - 1 : v) + file->first;
}
