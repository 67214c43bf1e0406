/* Local search of one kick on the CPU: sequential 3-opt on candidate lists (Lin 1965; with neighbour lists and a queue of
 * cities to look at: Bentley 1992, Johnson and McGeoch 1997). Twin of ../gpu/ils_search.cuh. */
#include "ils_search.h"

#include "ils_view.h"

typedef struct Search {
  const IlsProblem *problem;
  const int32_t *tour, *position; /* the snapshot */
  IlsLinks *links;
  IlsView view;
  int64_t delta;
  uint32_t head, tail; /* of the queue, a ring */
  int32_t queue[ILS_QUEUE];
} Search;

/* Flips that make a move of each kind: pairs of t1 .. t6 (from 0), between which the path in direction d is reversed. */
typedef enum MoveKind { MOVE_NONE, MOVE_TWO, MOVE_THREE, MOVE_CYCLE_NEXT, MOVE_CYCLE_OPPOSITE } MoveKind;
static const struct {
  int cities, flips, flip[3][2];
} kinds[] = {{0},
             {4, 1, {{1, 3}}},
             {6, 2, {{1, 3}, {3, 5}}},
             {6, 3, {{1, 2}, {2, 5}, {4, 1}}},
             {6, 2, {{1, 5}, {4, 2}}}};

typedef struct Move {
  MoveKind kind;
  int d;
  int32_t gain;
  int32_t t[6]; /* positions */
} Move;

static int32_t distance(const Search *s, int32_t p, int32_t q) {
  return tour_distance(&s->problem->tour, s->tour[p], s->tour[q]);
}

static void search_push(Search *s, int32_t city) {
  for (uint32_t k = s->head; k != s->tail; k++)
    if (s->queue[k % ILS_QUEUE] == city) return;
  if (s->tail - s->head < ILS_QUEUE) s->queue[s->tail++ % ILS_QUEUE] = city;
}

/* Is b on the path from a to c, in direction d? */
static bool on_path(int d, IlsSpot a, IlsSpot b, IlsSpot c) {
  int32_t from = d ? c.place : a.place, to = d ? a.place : c.place;
  return from <= to ? from <= b.place && b.place <= to : b.place >= from || b.place <= to;
}

static void move_offer(Move *best, MoveKind kind, int d, int32_t gain, const IlsSpot *t) {
  if (gain <= best->gain) return;
  *best = (Move){.kind = kind, .d = d, .gain = gain};
  for (int i = 0; i < kinds[kind].cities; i++) best->t[i] = t[i].position;
}

/* d(t5,t6) - d(t6,t1), t5's link given. */
static int32_t gap_close(const Search *s, const IlsAim *aim, const IlsLink *link, IlsSpot t6) {
  int32_t city = s->tour[t6.position];
  return ils_link_length(link, city) - tour_distance(&s->problem->tour, city, aim->t1);
}

/* t1 .. t4 are chosen, t4 on side s; g: the gain so far with d(t3,t4). All t5 and t6. */
static void deepen(const Search *s, const IlsAim *aim, int d, int side, int32_t g, IlsSpot *t, Move *best) {
  const IlsProblem *problem = s->problem;
  const IlsCandidate *near4 = problem->candidates + (size_t)s->tour[t[3].position] * problem->width;
  for (int32_t k = 0; k < problem->width; k++) {
    int32_t g2 = g - near4[k].distance;
    if (g2 <= 0) break;
    const IlsLink *link = ils_links_at(s->links, near4[k].city);
    if (!ils_hopes(aim, link, g2 - best->gain)) continue;
    t[4] = ils_view_spot(&s->view, s->position[near4[k].city]);
    if (t[4].position == t[2].position || (side == 0 && t[4].position == t[0].position)) continue;
    bool inside = on_path(d, t[1], t[4], side ? t[2] : t[3]);
    if (side && !inside) continue;
    t[5] = ils_view_next(&s->view, t[4], inside ? d : 1 - d);
    move_offer(best, side ? MOVE_CYCLE_NEXT : MOVE_THREE, d, g2 + gap_close(s, aim, link, t[5]), t);
    if (!side || t[4].position == t[1].position) continue;
    t[5] = ils_view_next(&s->view, t[4], 1 - d);
    move_offer(best, MOVE_CYCLE_OPPOSITE, d, g2 + gap_close(s, aim, link, t[5]), t);
  }
}

/* The best move of t1. */
static Move move_find(const Search *s, int32_t city) {
  const IlsProblem *problem = s->problem;
  const IlsAim aim = ils_aim(s->links->frame, city);
  const IlsLink *own = ils_links_at(s->links, city);
  Move best = {0};
  IlsSpot t[6];
  t[0] = ils_view_spot(&s->view, s->position[city]);
  for (int d = 0; d < 2; d++) {
    t[1] = ils_view_next(&s->view, t[0], d);
    int32_t t2 = s->tour[t[1].position], d12 = ils_link_length(own, t2);
    const IlsCandidate *near2 = problem->candidates + (size_t)t2 * problem->width;
    for (int32_t k = 0; k < problem->width; k++) {
      int32_t g1 = d12 - near2[k].distance;
      if (g1 <= 0) break;
      const IlsLink *link = ils_links_at(s->links, near2[k].city);
      t[2] = ils_view_spot(&s->view, s->position[near2[k].city]);
      t[3] = ils_view_next(&s->view, t[2], 1 - d);
      if (t[3].position != t[1].position) {
        int32_t t4 = s->tour[t[3].position], g = g1 + ils_link_length(link, t4);
        move_offer(&best, MOVE_TWO, d, g - distance(s, t[3].position, t[0].position), t);
        deepen(s, &aim, d, 0, g, t, &best);
      }
      t[3] = ils_view_next(&s->view, t[2], d);
      deepen(s, &aim, d, 1, g1 + ils_link_length(link, s->tour[t[3].position]), t, &best);
    }
  }
  return best;
}

/* The cities at positions p and q become neighbours, instead of the one of each at `left` and `joined`. */
static void edge_change(Search *s, int32_t p, int32_t left, int32_t q, int32_t joined) {
  const int32_t a = s->tour[p], b = s->tour[q], length = tour_distance(&s->problem->tour, a, b);
  ils_links_change(s->links, a, s->tour[left], b, length);
  ils_links_change(s->links, b, s->tour[joined], a, length);
}

/* Edges t1 t2, t3 t4, t5 t6 leave, those between them come. */
static void move_link(Search *s, const Move *move) {
  const int cities = kinds[move->kind].cities;
  for (int i = 1; i < cities; i += 2) {
    const int j = (i + 1) % cities;
    edge_change(s, move->t[i], move->t[i - 1], move->t[j], move->t[j + 1]);
  }
}

static void move_do(Search *s, const Move *move) {
  bool mirrored = false;
  for (int f = 0; f < kinds[move->kind].flips; f++) {
    int32_t from = move->t[kinds[move->kind].flip[f][0]], to = move->t[kinds[move->kind].flip[f][1]];
    int32_t i = ils_view_spot(&s->view, from).place, j = ils_view_spot(&s->view, to).place;
    bool back = (move->d == 1) != mirrored;
    mirrored ^= ils_view_flip(&s->view, back ? j : i, back ? i : j);
  }
  ils_view_join(&s->view);
  move_link(s, move);
  s->delta -= move->gain;
  for (int i = 0; i < kinds[move->kind].cities; i++) search_push(s, s->tour[move->t[i]]);
}

static void search_run(Search *s, uint64_t *looked) {
  while (s->head != s->tail) {
    int32_t city = s->queue[s->head++ % ILS_QUEUE];
    for (;;) {
      Move move = move_find(s, city);
      ++*looked;
      if (!move.kind) break;
      if (s->view.count > ILS_SEGMENTS - 3) return;
      move_do(s, &move);
    }
  }
}

static void search_kick(Search *s, IlsDraw draw) {
  int32_t n = s->problem->tour.n,
          q[4] = {draw.p, draw.p + draw.a, draw.p + draw.a + draw.b, draw.p + draw.a + draw.b + draw.c};
  ils_view_kick(&s->view, n, draw);
  for (int i = 0; i < 4; i++) {
    s->delta -= distance(s, q[i], q[i] + 1);
    search_push(s, s->tour[q[i]]), search_push(s, s->tour[q[i] + 1]);
  }
  for (int i = 0; i < 4; i++) {
    const int j = (i + 2) % 4;
    s->delta += distance(s, q[i], q[j] + 1);
    edge_change(s, q[i], q[i] + 1, q[j] + 1, q[j]);
  }
}

static void cut_insert(IlsProposal *p, int32_t position) {
  int32_t k = p->cuts++;
  for (; k > 0 && p->cut[k - 1] > position; k--) p->cut[k] = p->cut[k - 1];
  p->cut[k] = position;
}

static void segment_write(const IlsView *v, int32_t s, IlsProposal *out) {
  int32_t low = v->low[s], high = v->high[s], last = v->count - 1;
  bool back = ils_backward(v->n, low, high, v->reversed[s], ils_view_last(v, s ? s - 1 : last),
                           ils_view_first(v, s < last ? s + 1 : 0));
  out->enter[s] = back ? ils_end(high, true) : ils_end(low, false);
  out->leave[s] = back ? ils_end(low, false) : ils_end(high, true);
}

/* Every segment's higher end is a cut, but for joints: of the tour's end and beginning, of the view's. */
static void proposal_write(const IlsView *v, int64_t delta, IlsProposal *out) {
  int32_t joint[2] = {-1, -1};
  out->delta = delta, out->count = v->count, out->cuts = 0;
  for (int32_t s = 0; s < v->count; s++) segment_write(v, s, out);
  for (int32_t s = 0; s < v->count; s++) {
    int32_t at = ils_joint(v->n, out->leave[s], out->enter[s + 1 < v->count ? s + 1 : 0]);
    if (at >= 0) joint[s + 1 == v->count] = at;
  }
  for (int32_t s = 0; s < v->count; s++) {
    int32_t high = v->high[s];
    if (high != joint[0] && high != joint[1]) cut_insert(out, high);
  }
}

bool ils_search(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsRounds *rounds,
                uint32_t kick, IlsLinks *links, IlsProposal *out, uint64_t *looked) {
  int32_t n = problem->tour.n;
  Search s = {.problem = problem,
              .tour = state->tour + (size_t)t * n,
              .position = state->position + (size_t)t * n,
              .links = links};
  int64_t threshold = -1;
  if (!problem->width) return false;
  if (rounds->descent) {
    ils_view_open(&s.view, n);
    search_push(&s, (int32_t)(kick % (uint32_t)n));
  } else if (n >= 5) {
    IlsDraw draw =
        ils_draw(state->seed, state->first + t / state->group, t % state->group, rounds->epoch, kick, n);
    search_kick(&s, draw);
    threshold = ils_threshold(state->scale[t], rounds->temperature, problem->quantile[draw.luck]);
  } else {
    return false;
  }
  search_run(&s, looked);
  ils_links_restore(links);
  if (s.delta > threshold) return false;
  ils_view_join(&s.view);
  proposal_write(&s.view, s.delta, out);
  return out->cuts > 0;
}
