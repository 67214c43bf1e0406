/* The ranks of a host, for rooms that know no MPI: what one has, the others may share (shared_memory.h). */
#ifndef CORDEE_NODE_H
#define CORDEE_NODE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Its functions are collective over the node's ranks, and sleep while they wait. */
typedef struct Node {
  int rank, size;
  /* Bytes from rank 0 to the others. */
  void (*bcast)(const void *self, void *data, size_t bytes);
  /* Whether it holds on every rank. */
  bool (*all)(const void *self, bool mine);
  const void *self;
} Node;

/* No other rank: NULL, or a node of one. */
static inline bool node_alone(const Node *node) { return !node || node->size == 1; }

#ifdef __cplusplus
}
#endif
#endif
