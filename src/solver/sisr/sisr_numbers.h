/* Customers' numbers within parts, and solutions as links of these: what both twins do with genes. Host only, local. */
#ifndef CORDEE_SOLVER_SISR_SISR_NUMBERS_H
#define CORDEE_SOLVER_SISR_SISR_NUMBERS_H

#include <stdbool.h>
#include "sisr_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a task. */
typedef struct SisrNumbers {
  size_t nodes, stride; /* customers of the instance + 1, of a part at most + 1 */
  int32_t *part;        /* (chains, nodes) the part of a customer */
  int32_t *local;       /* (chains, nodes) its number there */
  int32_t *id;          /* (parts, stride) the instance's number of a part's customer; 0: the depot */
  int32_t *customers;   /* (parts) of a part */
} SisrNumbers;

/* Of all tasks of a place. Parts have rows: those of task k are row[k]..row[k + 1] - 1. */
typedef struct SisrBook {
  SisrTask *task; /* (tasks) copies */
  uint32_t tasks, chains, parts_most;
  size_t stride, cells;    /* customers of any part at most + 1; nodes of all chains */
  SisrNumbers *of;         /* (tasks) views of the arrays below, of the parts that are put */
  size_t *cell;            /* (tasks) where a task's part and local begin */
  uint32_t *chain;         /* (tasks) its first chain among those of all tasks */
  uint32_t *row, *owner;   /* (tasks + 1); (parts_most) the task of a row */
  int32_t *part, *local;   /* (cells) */
  int32_t *id, *customers; /* (parts_most, stride); (parts_most) */
} SisrBook;

/* ERR_MEMORY. To be freed in any case. */
Status sisr_book_make(const SisrShape *shape, SisrBook *out);
void sisr_book_free(SisrBook *book);
/* Of all arrays. */
uint64_t sisr_book_bytes(const SisrShape *shape);

/* Rows and numbers for the parts of chains (tasks), by their present solutions. Returns the number of rows. */
uint32_t sisr_book_set(SisrBook *book, const SisrChains *chains, int threads);
/* Solutions of all rows as links (rows, stride), and costs (rows): the present ones or the kept ones; and the inverse, where gene NULL
 * leaves solutions out. */
void sisr_book_read(const SisrBook *book, const SisrChains *chains, bool kept, int threads, uint32_t *link,
                    int64_t *cost);
void sisr_book_write(const SisrBook *book, const SisrChains *chains, bool kept, int threads,
                     const uint32_t *link, const int64_t *cost);

/* Numbers for parts (count) of solutions gene (chains, customers). */
void sisr_numbers_set(SisrNumbers *numbers, const SisrPart *parts, uint32_t count, uint32_t chains,
                      const int32_t *gene);
/* link (customers + 1) of part p, next | prev << 16, from the part's own genes. */
void sisr_links_of(const SisrNumbers *numbers, const SisrPart *part, const int32_t *gene, uint32_t *link);
/* The inverse: routes in the order of their least customers. */
void sisr_genes_of(const SisrNumbers *numbers, uint32_t p, int32_t customers, const uint32_t *link,
                   int32_t *gene);

#ifdef __cplusplus
}
#endif
#endif
