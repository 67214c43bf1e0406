/* Assignments as files: see assignment_file.h. */
#include "assignment_file.h"

#include "io/output.h"
#include "matching.h"
#include "problem/list_file.h"

static void sizes_tell(const Instance *inst, ListSize size[2]) {
  size[0] = (ListSize){"tasks", inst->n};
  size[1] = (ListSize){"machines", matching_of(inst)->machines};
}

static void machine_write(FILE *out, int32_t machine) { fprintf(out, "%d\n", machine + 1); }

static Status machine_read(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene) {
  const int32_t machines = matching_of(inst)->machines;
  long long machine;
  if (!lexer_integer(lx, 1, machines, &machine))
    return lexer_fail(lx, "the machine of task %d of %d: a number from 1 to %d", k + 1, inst->n, machines);
  *gene = (int32_t)(machine - 1);
  return OK;
}

static const ListForm form = {"assignment", "makespan", sizes_tell, machine_write, machine_read};

Status assignment_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  return list_write(path, &form, inst, gene, cost);
}

Status assignment_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  (void)remark;
  return list_read(path, &form, inst, gene);
}

/* ---- .csv ---- */

typedef struct Machines {
  int32_t n;
  const int32_t *gene;
} Machines;

static void machines_print(FILE *out, const void *what) {
  const Machines *m = what;
  fputs("task,machine\r\n", out);
  for (int32_t k = 0; k < m->n; k++) fprintf(out, "%d,%d\r\n", k + 1, m->gene[k] + 1);
}

static Status csv_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  (void)cost;
  return output_write(path, machines_print, &(Machines){inst->n, gene});
}

const SolutionForm assignment_forms[] = {{".csv", NULL, csv_write, "task,machine"}, {.suffix = NULL}};
