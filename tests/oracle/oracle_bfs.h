/* Breadth-first search with one queue: the judge of levels and records. Shares nothing with the kernels. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_BFS_H
#define CORDEE_TESTS_ORACLE_ORACLE_BFS_H

#include <stdint.h>

typedef struct OracleSearch {
  uint32_t depth, visited;
  uint64_t arcs, checksum;
} OracleSearch;

/* level: (n), UINT32_MAX where there is none. Rows are offset[v]..offset[v + 1] of `to`. */
OracleSearch oracle_bfs(uint32_t n, const uint64_t *offset, const uint32_t *to, uint32_t source,
                        uint32_t *level);

/* Its parents from these levels, by arcs outwards from one vertex after another. parent: (n), UINT32_MAX where there is none. */
void oracle_parents(uint32_t n, const uint64_t *offset, const uint32_t *to, const uint32_t *level,
                    uint32_t *parent);

#endif
