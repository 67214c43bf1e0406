/* See sisr_numbers.h. */
#include "sisr_numbers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"

/* ---- all tasks ---- */

static size_t cells_of(const SisrTask *task) { return task->chains * ((size_t)task->host.customers + 1); }

/* What the book has room for. */
static SisrBook book_of(const SisrShape *shape) {
  SisrBook book = {.tasks = shape->tasks};
  for (uint32_t k = 0; k < shape->tasks; k++) {
    const SisrTask *const task = &shape->task[k];
    const size_t stride = (size_t)task->part_most + 1;
    book.chains += task->chains;
    book.parts_most += task->parts_most;
    book.cells += cells_of(task);
    if (stride > book.stride) book.stride = stride;
  }
  return book;
}

uint64_t sisr_book_bytes(const SisrShape *shape) {
  const SisrBook book = book_of(shape);
  return (2 * book.cells + book.parts_most * (book.stride + 2)) * sizeof(int32_t) +
         book.tasks * (sizeof *book.task + sizeof *book.of + sizeof *book.cell + 2 * sizeof *book.row);
}

static bool book_alloc(SisrBook *book) {
  book->task = malloc((book->tasks + (size_t)1) * sizeof *book->task);
  book->of = calloc(book->tasks + (size_t)1, sizeof *book->of);
  book->cell = malloc((book->tasks + (size_t)1) * sizeof *book->cell);
  book->chain = malloc((book->tasks + (size_t)1) * sizeof *book->chain);
  book->row = calloc(book->tasks + (size_t)1, sizeof *book->row);
  book->owner = malloc((book->parts_most + (size_t)1) * sizeof *book->owner);
  book->part = calloc(book->cells + 1, sizeof *book->part);
  book->local = calloc(book->cells + 1, sizeof *book->local);
  book->id = calloc(book->parts_most * book->stride + 1, sizeof *book->id);
  book->customers = calloc(book->parts_most + (size_t)1, sizeof *book->customers);
  return book->task && book->of && book->cell && book->chain && book->row && book->owner && book->part &&
         book->local && book->id && book->customers;
}

Status sisr_book_make(const SisrShape *shape, SisrBook *out) {
  *out = book_of(shape);
  if (!book_alloc(out)) FAIL(ERR_MEMORY, "no memory for %u chains", out->chains);
  size_t cell = 0;
  uint32_t chain = 0;
  for (uint32_t k = 0; k < out->tasks; k++) {
    const SisrTask *const task = &shape->task[k];
    out->task[k] = *task;
    out->cell[k] = cell;
    out->chain[k] = chain;
    out->of[k] = (SisrNumbers){.nodes = (size_t)task->host.customers + 1,
                               .stride = out->stride,
                               .part = out->part + cell,
                               .local = out->local + cell};
    cell += cells_of(task);
    chain += task->chains;
  }
  return OK;
}

void sisr_book_free(SisrBook *book) {
  free(book->task);
  free(book->of);
  free(book->cell);
  free(book->chain);
  free(book->row);
  free(book->owner);
  free(book->part);
  free(book->local);
  free(book->id);
  free(book->customers);
}

uint32_t sisr_book_set(SisrBook *book, const SisrChains *chains, int threads) {
  for (uint32_t k = 0; k < book->tasks; k++) {
    const uint32_t row = book->row[k];
    book->row[k + 1] = row + chains[k].count;
    book->of[k].id = book->id + row * book->stride;
    book->of[k].customers = book->customers + row;
    for (uint32_t p = row; p < book->row[k + 1]; p++) book->owner[p] = k;
  }
#pragma omp parallel for num_threads(threads) if (book->tasks > 1)
  for (uint32_t k = 0; k < book->tasks; k++)
    sisr_numbers_set(&book->of[k], chains[k].part, chains[k].count, book->task[k].chains, chains[k].now.gene);
  return book->row[book->tasks];
}

/* Where the genes of a part begin. */
static int32_t *part_genes(const SisrNumbers *numbers, const SisrSolutions *s, const SisrPart *part) {
  return s->gene + part->chain * (numbers->nodes - 1) + (size_t)part->first;
}

void sisr_book_read(const SisrBook *book, const SisrChains *chains, bool kept, int threads, uint32_t *link,
                    int64_t *cost) {
#pragma omp parallel for num_threads(threads)
  for (uint32_t row = 0; row < book->row[book->tasks]; row++) {
    const uint32_t k = book->owner[row], p = row - book->row[k];
    const SisrSolutions *const from = kept ? &chains[k].kept : &chains[k].now;
    const SisrPart *const part = &chains[k].part[p];
    sisr_links_of(&book->of[k], part, part_genes(&book->of[k], from, part), link + row * book->stride);
    cost[row] = from->cost[p];
  }
}

void sisr_book_write(const SisrBook *book, const SisrChains *chains, bool kept, int threads,
                     const uint32_t *link, const int64_t *cost) {
#pragma omp parallel for num_threads(threads)
  for (uint32_t row = 0; row < book->row[book->tasks]; row++) {
    const uint32_t k = book->owner[row], p = row - book->row[k];
    const SisrSolutions *const to = kept ? &chains[k].kept : &chains[k].now;
    const SisrPart *const part = &chains[k].part[p];
    to->cost[p] = cost[row];
    if (to->gene)
      sisr_genes_of(&book->of[k], p, part->customers, link + row * book->stride,
                    part_genes(&book->of[k], to, part));
  }
}

/* ---- one task ---- */

static void parts_mark(SisrNumbers *numbers, const SisrPart *part, uint32_t p, const int32_t *gene) {
  int32_t *const row = numbers->part + part->chain * numbers->nodes;
  const int32_t *const genes = gene + part->chain * (numbers->nodes - 1);
  for (int32_t i = part->first; i < part->first + part->customers; i++)
    row[cvrp_customer(genes[i])] = (int32_t)p;
}

void sisr_numbers_set(SisrNumbers *numbers, const SisrPart *parts, uint32_t count, uint32_t chains,
                      const int32_t *gene) {
  for (uint32_t p = 0; p < count; p++) {
    parts_mark(numbers, &parts[p], p, gene);
    numbers->id[p * numbers->stride] = 0;
    numbers->customers[p] = 0;
  }
  for (uint32_t c = 0; c < chains; c++)
    for (size_t g = 1; g < numbers->nodes; g++) {
      const size_t p = (size_t)numbers->part[c * numbers->nodes + g];
      numbers->local[c * numbers->nodes + g] = ++numbers->customers[p];
      numbers->id[p * numbers->stride + (size_t)numbers->customers[p]] = (int32_t)g;
    }
}

void sisr_links_of(const SisrNumbers *numbers, const SisrPart *part, const int32_t *gene, uint32_t *link) {
  const int32_t *const local = numbers->local + part->chain * numbers->nodes;
  link[0] = 0;
  for (int32_t i = 0; i < part->customers; i++) {
    const bool begins = gene[i] < 0, ends = i + 1 == part->customers || gene[i + 1] < 0;
    const uint32_t prev = begins ? 0 : (uint32_t)local[cvrp_customer(gene[i - 1])],
                   next = ends ? 0 : (uint32_t)local[gene[i + 1]];
    link[local[cvrp_customer(gene[i])]] = next | prev << 16;
  }
}

void sisr_genes_of(const SisrNumbers *numbers, uint32_t p, int32_t customers, const uint32_t *link,
                   int32_t *gene) {
  const int32_t *const id = numbers->id + p * numbers->stride;
  uint8_t done[SISR_PART_MAX + 1];
  int32_t at = 0;
  memset(done, 0, (size_t)customers + 1);
  for (int32_t c = 1; c <= customers; c++) {
    if (done[c]) continue;
    uint32_t u = (uint32_t)c;
    while (link[u] >> 16) u = link[u] >> 16;
    for (bool first = true; u; u = link[u] & 0xffff, first = false) {
      done[u] = 1;
      gene[at++] = first ? -id[u] : id[u];
    }
  }
}
