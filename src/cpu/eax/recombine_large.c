/* Recombination of large tours on the CPU, where the chosen moves of a pair are applied at once: twin of
 * src/gpu/eax/recombine_large.cu, contract in src/search/eax/recombine_kernels.h, oracle in
 * tests/oracle/oracle_recombine_large.c. */
#include <stdlib.h>
#include <string.h>
#include "recombine_pair.h"
#include "search/eax/recombine_cross.h"

enum { DECIDED_NOT = 0, UNDECIDED, APPLIED };

/* The chosen moves of a pair. */
typedef struct Moves {
  RecombineChosen *move; /* (count) */
  uint8_t *state;        /* (count) */
  RecombineCuts cuts;
  size_t all, room;     /* cuts: of all moves; that there is memory for */
  uint64_t *step, *sum; /* (n) of labels */
  int32_t *number;      /* (n) of each position's segment, when all that is applied is known */
  int32_t *link;        /* (2, applied cuts) sides by these numbers */
  int32_t *cut;         /* (applied cuts) ascending */
  int32_t count, n;
} Moves;

/* ---- the cuts of moves ---- */

/* Makes room for so many more; false: there is no memory. */
static bool cuts_room(Moves *m, size_t more) {
  if (m->room && m->all + more <= m->room) return true;
  const size_t room = 2 * (m->all + more) + 1;
  int32_t *cut = realloc(m->cuts.cut, room * sizeof *cut);
  if (cut) m->cuts.cut = cut;
  int16_t *link = realloc(m->cuts.link, 2 * room * sizeof *link);
  if (link) m->cuts.link = link;
  int32_t *place = realloc(m->cuts.place, 2 * room * sizeof *place);
  if (place) m->cuts.place = place;
  if (!cut || !link || !place) return false;
  m->room = room;
  return true;
}

/* Tests a move again, and keeps its cuts. */
static Status move_keep(const Pair *x, Workspace *r, Gain *gain, Moves *m) {
  RecombineChosen *move = &m->move[m->count];
  *move = (RecombineChosen){set_as_is(x, &gain->set, r), m->all, gain->set.cycle[0], r->move.cuts};
  if (!cuts_room(m, (size_t)r->move.cuts)) FAIL(ERR_MEMORY, "no memory for the cuts of a tour");
  memcpy(m->cuts.cut + m->all, r->move.cut, (size_t)move->cuts * sizeof *r->move.cut);
  memcpy(m->cuts.link + 2 * m->all, r->move.link, 2 * (size_t)move->cuts * sizeof *r->move.link);
  for (size_t i = m->all; i < m->all + (size_t)move->cuts; i++) {
    m->cuts.place[2 * i] = m->cuts.cut[i];
    m->cuts.place[2 * i + 1] = position_next(&x->child, m->cuts.cut[i]);
  }
  m->state[m->count++] = UNDECIDED;
  m->all += (size_t)move->cuts;
  return OK;
}

/* ---- which are applied ---- */

/* Adds the labels of a move to the steps, or takes them away (sign -1). */
static void labels_add(Moves *m, int32_t k, uint64_t sign) {
  const RecombineChosen *move = &m->move[k];
  const int32_t *place = m->cuts.place + 2 * move->at;
  for (int32_t i = 0; i < move->cuts; i++) m->step[place[2 * i + 1]] += sign * label_step(move, i);
}

static void labels_sum(Moves *m) {
  uint64_t sum = 0;
  for (int32_t p = 0; p < m->n; p++) m->sum[p] = sum += m->step[p];
}

static int32_t crosses(const Moves *m, int32_t k, uint64_t own) {
  return !cross_none(single_thread, &m->move[k], m->cuts.place + 2 * m->move[k].at, m->sum, own);
}

static void round_run(Moves *m, int32_t round) {
  for (int32_t k = 0; k < m->count; k++)
    if (m->state[k] == UNDECIDED && cross_takes_part(m->move[k].cycle, round)) labels_add(m, k, 1);
  labels_sum(m);
  for (int32_t k = 0; k < m->count; k++) {
    if (m->state[k] != UNDECIDED || !cross_takes_part(m->move[k].cycle, round)) continue;
    if (crosses(m, k, 1))
      labels_add(m, k, (uint64_t)-1);
    else
      m->state[k] = APPLIED;
  }
  labels_sum(m);
  for (int32_t k = 0; k < m->count; k++)
    if (m->state[k] == UNDECIDED && crosses(m, k, 0)) m->state[k] = DECIDED_NOT;
}

/* ---- the child ---- */

/* Marks the cuts that are applied, lists them, and gives each position the number of its segment. */
static int32_t segments_number(Moves *m) {
  int32_t count = 0;
  memset(m->number, 0, (size_t)m->n * sizeof *m->number);
  for (int32_t k = 0; k < m->count; k++)
    for (int32_t i = 0; m->state[k] == APPLIED && i < m->move[k].cuts; i++)
      m->number[m->cuts.cut[m->move[k].at + (size_t)i]] = 1;
  for (int32_t p = 0; p < m->n; p++) {
    const int32_t is = m->number[p];
    m->number[p] = count;
    if (is) m->cut[count++] = p;
  }
  return count;
}

static void sides_number(Moves *m) {
  for (int32_t k = 0; k < m->count; k++) {
    const int32_t *cut = m->cuts.cut + m->move[k].at;
    const int16_t *link = m->cuts.link + 2 * m->move[k].at;
    for (int32_t s = 0; m->state[k] == APPLIED && s < 2 * m->move[k].cuts; s++)
      m->link[2 * m->number[cut[s / 2]] + s % 2] = 2 * m->number[cut[link[s] / 2]] + link[s] % 2;
  }
}

/* Walks the segments from position 0 on, which stays where it is. Segment s ends at the s-th cut. */
static void child_walk(const Moves *m, int32_t cuts, const int32_t *parent, int32_t *child) {
  int32_t at = 0, side = 1;
  for (int32_t s = 0; s < cuts; s = side & 1 ? side / 2 + 1 : side / 2) {
    const int32_t first = s ? m->cut[s - 1] + 1 : 0;
    if (side & 1)
      for (int32_t p = first; p <= m->cut[s]; p++) child[at++] = parent[p];
    else
      for (int32_t p = m->cut[s]; p >= first; p--) child[at++] = parent[p];
    side = m->link[side & 1 ? 2 * s : 2 * (s ? s - 1 : cuts - 1) + 1];
  }
  for (int32_t p = m->cut[cuts - 1] + 1; p < m->n; p++) child[at++] = parent[p];
}

/* ---- a pair ---- */

static void moves_free(Moves *m) {
  free(m->move);
  free(m->state);
  free(m->cuts.cut);
  free(m->cuts.link);
  free(m->cuts.place);
  free(m->step);
  free(m->sum);
  free(m->number);
  free(m->link);
  free(m->cut);
}

static Status moves_make(Moves *m, int32_t most, int32_t n) {
  const size_t size = (size_t)n;
  *m = (Moves){.n = n};
  m->move = malloc(((size_t)most + 1) * sizeof *m->move);
  m->state = malloc((size_t)most + 1);
  m->step = calloc(size, sizeof *m->step);
  m->sum = malloc(size * sizeof *m->sum);
  m->number = malloc(size * sizeof *m->number);
  m->link = malloc(2 * size * sizeof *m->link);
  m->cut = malloc(size * sizeof *m->cut);
  if (!m->move || !m->state || !m->step || !m->sum || !m->number || !m->link || !m->cut)
    FAIL(ERR_MEMORY, "no memory to recombine tours of %d cities", n);
  return OK;
}

static void moves_apply(Moves *m, const int32_t *parent, int32_t *child, RecombineResult *out) {
  for (int32_t k = 0; k < m->count; k++)
    if (m->state[k] == APPLIED) {
      out->cost -= m->move[k].gain;
      out->done++;
    }
  if (!out->done) return;
  const int32_t cuts = segments_number(m);
  sides_number(m);
  child_walk(m, cuts, parent, child);
}

static Status child_improve(const Pair *x, Workspace *r, RecombineResult *out) {
  const int32_t most = gains_choose(x, r, x->task->few, out), n = x->child.problem.n;
  Moves m;
  Status status = moves_make(&m, most, n);
  for (int32_t k = 0; k < most && status == OK; k++) status = move_keep(x, r, &r->gain[k], &m);
  for (int32_t k = 0; k < RECOMBINE_ROUNDS && status == OK; k++) round_run(&m, k);
  if (status == OK) {
    memcpy(r->row, x->child.tour, (size_t)n * sizeof *r->row);
    moves_apply(&m, r->row, x->child.tour, out);
  }
  moves_free(&m);
  return status;
}

Status recombine_large(Backend *be, const RecombineTask *task) {
  return pairs_recombine(be, task, child_improve);
}
