/* Solutions as a list: '#' lines, then a gene a line. The form of problems whose benchmark has none of its own.
 *
 *   # cordee assignment               # cordee position
 *   # instance 512x16/u_c_hihi.0      # instance rastrigin:30
 *   # makespan 7358942.8              # value 0.000000001
 *   # tasks 512                       # dimensions 30
 *   # machines 16                     -0.994958639
 *   3                                 ...
 *
 * Local, host only. */
#ifndef CORDEE_PROBLEM_LIST_FILE_H
#define CORDEE_PROBLEM_LIST_FILE_H

#include <stdio.h>
#include "instance.h"
#include "io/lexer.h"

typedef struct ListSize {
  const char *word; /* NULL: none */
  int32_t size;
} ListSize;

typedef struct ListForm {
  const char *title, *cost; /* words of the head: "assignment", "makespan" */
  void (*sizes)(const Instance *inst,
                ListSize size[2]);        /* further lines of it, which a file has to have right */
  void (*write)(FILE *out, int32_t gene); /* a line */
  Status (*read)(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene);
} ListForm;

/* Problem.solution_write and solution_read of such a form. */
Status list_write(const char *path, const ListForm *form, const Instance *inst, const int32_t *gene,
                  int64_t cost);
Status list_read(const char *path, const ListForm *form, const Instance *inst, int32_t *gene);

#endif
