/* The stage of the "ils" solver in checkpoints. It is the same on all islands, but saved once per island: a
 * rank that loads reads only the rows of its own islands. Inside "ils". */
#include <stddef.h>
#include <string.h>
#include "ils_saved.h"

static const struct {
  const char *name;
  Dtype dtype;
  size_t offset;
} values[] = {{"phase", DTYPE_U32, offsetof(IlsStage, phase)},
              {"population", DTYPE_U32, offsetof(IlsStage, population)},
              {"generation", DTYPE_U32, offsetof(IlsStage, generation)},
              {"stagnant", DTYPE_U32, offsetof(IlsStage, stagnant)},
              {"joined", DTYPE_U32, offsetof(IlsStage, joined)},
              {"made", DTYPE_U32, offsetof(IlsStage, made)},
              {"block", DTYPE_U32, offsetof(IlsStage, block)},
              {"at", DTYPE_U64, offsetof(IlsStage, at)},
              {"kicks", DTYPE_U64, offsetof(IlsStage, kicks)},
              {"done", DTYPE_F64, offsetof(IlsStage, done)},
              {"began", DTYPE_F64, offsetof(IlsStage, began)}};
enum { VALUES = sizeof values / sizeof *values };

/* The children of a generation are not saved: the generation starts again. */
Status ils_stage_save(const Archipelago *a, FieldSet *out) {
  IlsStage stage = a->stage;
  if (stage.phase == ILS_CROSSOVER && stage.at < stage.made) stage.at = 0;
  for (int v = 0; v < VALUES; v++) {
    const size_t bytes = dtype_bytes(values[v].dtype);
    void *data;
    TRY(fieldset_add(out, FIELD_ISLAND, values[v].name, values[v].dtype, a->span.count, 1, &data));
    for (size_t i = 0; i < a->span.count; i++)
      memcpy((char *)data + i * bytes, (const char *)&stage + values[v].offset, bytes);
  }
  return OK;
}

static Status value_load(const Archipelago *a, const FieldSet *in, int v, IlsStage *stage) {
  const size_t bytes = dtype_bytes(values[v].dtype);
  const Field *field;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, values[v].name, values[v].dtype, a->span.count, 1, &field));
  memcpy((char *)stage + values[v].offset, field->data, bytes);
  for (size_t i = 1; i < field->rows; i++)
    if (memcmp((const char *)field->data + i * bytes, field->data, bytes) != 0)
      FAIL(ERR_FORMAT, "field %s: expected the same for all islands, found another for island %zu",
           values[v].name, a->span.first + i);
  return OK;
}

/* The largest number of steps in the phase. */
static uint64_t steps_most(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  const uint64_t most[] = {[ILS_START] = s->block ? s->block + (uint64_t)ils_plan(a->plan)->descent - 1 : 0,
                           [ILS_KICKS] =
                               ils_rounds_end(a) == UINT64_MAX ? UINT64_MAX : ils_rounds_end(a) * s->made,
                           [ILS_CROSSOVER] = s->made,
                           [ILS_FINISHED] = UINT64_MAX};
  return most[s->phase];
}

static Status number_check(const char *name, uint64_t value, uint64_t least, uint64_t most) {
  if (value >= least && value <= most) return OK;
  FAIL(ERR_FORMAT, "field %s: expected %llu to %llu, found %llu", name, (unsigned long long)least,
       (unsigned long long)most, (unsigned long long)value);
}

/* Checks that the run has this phase at all. Without crossover there is one population, and its start is in
 * epoch 0. */
static Status phase_check(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  const bool crossover = ils_plan(a->plan)->crossover;
  TRY(number_check("phase", s->phase, !crossover && a->epoch ? ILS_KICKS : ILS_START,
                   crossover ? ILS_FINISHED : ILS_KICKS));
  const uint32_t last = ils_plan(a->plan)->open ? a->epoch : ils_plan(a->plan)->populations - 1;
  TRY(number_check("population", s->population, 0, crossover ? last : 0));
  TRY(number_check("joined", s->joined, 0, s->population ? 1 : 0));
  TRY(number_check("generation", s->generation, 0,
                   s->phase >= ILS_CROSSOVER ? ils_plan(a->plan)->generations : 0));
  return number_check("stagnant", s->stagnant, 0, s->generation);
}

/* Tours of every island that have finished the start: all, unless the time was up before. */
static Status made_check(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  const uint32_t group = ils_plan(a->plan)->group;
  if (s->phase == ILS_START) return number_check("made", s->made, 0, group - 1);
  return number_check("made", s->made, ils_plan(a->plan)->crossover && ils_plan(a->plan)->open ? 1 : group,
                      group);
}

/* The smallest number of steps in the phase: those of earlier epochs, if it continues through several; all or
 * none of a generation, which is never split. */
static uint64_t steps_least(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  if (s->phase == ILS_START) return s->at ? s->block : 0;
  if (s->phase == ILS_CROSSOVER) return s->at ? s->made : 0;
  return s->phase == ILS_KICKS && !ils_plan(a->plan)->crossover
             ? (uint64_t)a->epoch * ils_plan(a->plan)->epoch_rounds * s->made
             : 0;
}

static Status share_check(const char *name, double value, double most) {
  if (value >= 0 && value <= most) return OK;
  FAIL(ERR_FORMAT, "field %s: expected 0 to %g, found %g", name, most, value);
}

uint32_t ils_begun(const IlsStage *s) {
  const uint32_t block = s->at < s->block ? (uint32_t)s->at : s->block;
  return s->made + (s->phase == ILS_START ? block : 0);
}

Status ils_stage_load(Archipelago *a, const FieldSet *in) {
  IlsStage *s = &a->stage;
  for (int v = 0; v < VALUES; v++) TRY(value_load(a, in, v, s));
  a->done_before = s->done;
  TRY(phase_check(a));
  TRY(made_check(a));
  TRY(number_check("block", s->block, 0, s->phase == ILS_START ? ils_plan(a->plan)->group - s->made : 0));
  TRY(number_check("at", s->at, steps_least(a), steps_most(a)));
  TRY(share_check("done", s->done, 1));
  return share_check("began", s->began, s->done);
}
