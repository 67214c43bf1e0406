/* The tasks of a call of many instances, and what they start from: see many.h. */
#include <stdlib.h>
#include <string.h>
#include "many.h"
#include "mpi/bcast.h"
#include "search.h"

void many_result(Many *m, size_t k, cordee_result *result) {
  cordee_result_free(m->results[k]);
  m->results[k] = result;
}

Status many_result_fail(Many *m, size_t k, Status why) {
  cordee_result *result = NULL;
  const Status status = result_none(RUN_FAILED, why, status_message(), &result);
  if (status != OK) return status;
  many_result(m, k, result);
  status_clear();
  return OK;
}

Status many_options(Many *m, size_t k) {
  m->one = m->options;
  TRY(search_of_instance(m->instances[k], &m->one));
  if (m->tasks.be.ops) tasks_options(&m->tasks, &m->one);
  return OK;
}

/* ---- starts ---- */

/* Room for the starts that `there` says. ERR_MEMORY. Local. */
static Status starts_alloc(Many *m, const char *there, size_t *genes) {
  *genes = 0;
  for (size_t k = 0; k < m->count; k++) *genes += there[k] ? instance_genes(m->instances[k]->inst) : 0;
  m->starts = malloc((*genes + 1) * sizeof *m->starts);
  m->start = calloc(m->count + 1, sizeof *m->start);
  if (!m->starts || !m->start) FAIL(ERR_MEMORY, "no memory for start solutions");
  int32_t *at = m->starts;
  for (size_t k = 0; k < m->count; k++) {
    if (!there[k]) continue;
    m->start[k] = at;
    at += instance_genes(m->instances[k]->inst);
  }
  return OK;
}

static Status starts_share(Many *m, char *there) {
  const Comm *comm = m->tasks.comm;
  size_t genes = 0;
  TRY(comm_agree(comm, there ? OK : status_fail(ERR_MEMORY, "no memory for start solutions")));
  for (size_t k = 0; k < m->count && comm->rank == 0; k++)
    there[k] = m->how.starts && m->how.starts[k] && m->instances[k];
  bytes_bcast(comm, there, m->count, 0);
  if (!memchr(there, 1, m->count + 1)) return OK;
  TRY(comm_agree(comm, starts_alloc(m, there, &genes)));
  for (size_t k = 0; k < m->count && comm->rank == 0; k++)
    if (there[k])
      memcpy(m->start[k], m->how.starts[k], instance_genes(m->instances[k]->inst) * sizeof **m->start);
  bytes_bcast(comm, m->starts, genes * sizeof *m->starts, 0);
  return OK;
}

Status many_starts(Many *m) {
  char *there = calloc(m->count + 1, 1);
  const Status status = starts_share(m, there);
  free(there);
  return status;
}

/* ---- planning ---- */

static Status instance_draft(Many *m, Drafts *drafts, size_t k) {
  if (!m->instances[k]) FAIL(ERR_USAGE, "expected an instance, found NULL");
  TRY(many_options(m, k));
  return draft_add(drafts, k, m->instances[k]->inst, &m->one, m->start && m->start[k]);
}

/* On rank 0. An instance that can be no task has failed. */
static Status drafts_make(Many *m, Drafts *drafts) {
  for (size_t k = 0; k < m->count; k++) {
    const Status status = instance_draft(m, drafts, k);
    if (status == OK) continue;
    m->rejected++;
    TRY(many_result_fail(m, k, status));
  }
  TRY(drafts_cut(drafts, &m->unit, &m->tasks.units));
  m->drafts = drafts->count;
  m->order = malloc((m->drafts + 1) * sizeof *m->order);
  if (!m->order) FAIL(ERR_MEMORY, "no memory for %zu instances", m->count);
  for (size_t t = 0; t < m->drafts; t++) m->order[t] = drafts->draft[t].task;
  return OK;
}

static Status plan_make(Many *m) {
  Drafts drafts = {.be = &m->tasks.be, .groups = m->tasks.groups, .ranks_per_task = m->tasks.ranks_per_task};
  const Status status = drafts_make(m, &drafts);
  drafts_free(&drafts);
  return status;
}

Status many_plan(Many *m) {
  const Comm *comm = m->tasks.comm;
  TRY(comm_agree(comm, comm->rank == 0 ? plan_make(m) : OK));
  uint64_t sizes[2] = {m->drafts, m->tasks.units};
  bytes_bcast(comm, sizes, sizeof sizes, 0);
  if (comm->rank > 0) {
    m->drafts = sizes[0];
    m->tasks.units = sizes[1];
    m->order = malloc((m->drafts + 1) * sizeof *m->order);
    m->unit = malloc((m->tasks.units + 1) * sizeof *m->unit);
  }
  TRY(comm_agree(comm, m->order && m->unit ? OK : status_fail(ERR_MEMORY, "no memory for tasks")));
  bytes_bcast(comm, m->order, m->drafts * sizeof *m->order, 0);
  bytes_bcast(comm, m->unit, m->tasks.units * sizeof *m->unit, 0);
  m->tasks.unit = m->unit;
  return OK;
}
