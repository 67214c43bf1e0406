/* See vrp_depot.h. */
#include "vrp_depot.h"

#include <stdlib.h>
#include <string.h>

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
