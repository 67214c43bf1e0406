/* See graph_text.h. */
#include "graph_text.h"
#include "memory.h"

Status edge_add(const char *path, EdgeList *edges, uint64_t from, uint64_t to) {
  if (edges->count == edges->room) {
    const uint64_t room = edges->room ? 2 * edges->room : 1024;
    TRY(memory_claim(path, 2 * (room - edges->room) * sizeof *edges->ends, "a list of more than %llu edges",
                     (unsigned long long)edges->count));
    uint32_t *more = realloc(edges->ends, 2 * room * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %llu edges", (unsigned long long)room);
    edges->ends = more;
    edges->room = room;
  }
  edges->ends[2 * edges->count] = (uint32_t)from;
  edges->ends[2 * edges->count + 1] = (uint32_t)to;
  edges->count++;
  return OK;
}
