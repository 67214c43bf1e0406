/* The numbers 0, 1, ... that vertices get whose names in a file are numbers with gaps, or words. Inside this folder, and for its tests. */
#ifndef CORDEE_GRAPH_VERTEX_MAP_H
#define CORDEE_GRAPH_VERTEX_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "graph_plan.h"
#include "status.h"

/* A hash table with linear probing. With what growing and settling take for a while, at most 40 bytes a vertex and three times the bytes of its name. */
typedef struct VertexMap {
  uint64_t *id; /* (count) numbers; names: (count + 1), where the name of a vertex begins in `names` */
  uint64_t count, room;
  char *names;
  uint64_t names_room;
  uint32_t *slot; /* (slots) vertex + 1; 0: free */
  uint64_t slots; /* a power of 2 */
} VertexMap;

/* The vertex of that number or name, in order of first appearance; a map has numbers only or names only. `path` is for messages. ERR_FORMAT: more
 * than GRAPH_VERTICES_MAX; ERR_MEMORY. */
Status vertex_map_number(const char *path, VertexMap *map, uint64_t number, uint32_t *vertex);
Status vertex_map_name(const char *path, VertexMap *map, const char *name, size_t bytes, uint32_t *vertex);
/* Renumbers the vertices by ascending number, or by the bytes of their names, in ends (count) too. The map's arrays go over to `out`.
 * ERR_MEMORY. */
Status vertex_map_settle(const char *path, VertexMap *map, uint32_t *ends, uint64_t count, GraphIds *out);
void vertex_map_free(VertexMap *map);

#endif
