/* Memory of a batch: see batch.h. */
#include <stdlib.h>
#include <string.h>
#include "batch.h"

enum { NODES_LEAST = 64 };

static bool nodes_move(double **nodes, size_t from, size_t to) {
  double *more = aligned_alloc(64, to);
  if (!more) return false;
  memset((char *)more + from, 0, to - from);
  if (from) memcpy(more, *nodes, from);
  free(*nodes);
  *nodes = more;
  return true;
}

Status batch_room(BatchRoom *room, uint64_t nodes) {
  const size_t node_bytes = BATCH_LANES * sizeof(double), from = room->nodes * node_bytes;
  uint64_t more = room->nodes ? room->nodes : NODES_LEAST;
  if (nodes <= room->nodes) return OK;
  while (more < nodes) more *= 2;
  if (more > UINT32_MAX || !nodes_move(&room->g, from, more * node_bytes) ||
      !nodes_move(&room->k, from, more * node_bytes))
    FAIL(ERR_MEMORY, "no memory for lattices of %llu nodes", (unsigned long long)more);
  room->nodes = (uint32_t)more;
  return OK;
}

void batch_room_free(BatchRoom *room) {
  free(room->g);
  free(room->k);
  *room = (BatchRoom){.nodes = 0};
}
