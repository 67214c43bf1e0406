/* See shares.h. */
#include "shares.h"

#include <string.h>
#include "c_locale.h"
#include "human.h"

enum { RANKS_FEW = 8 };

static double percent(uint64_t part, uint64_t all) { return all ? 100 * (double)part / (double)all : 0; }

static uint64_t moves_all(const RunView *view) {
  uint64_t sum = 0;
  for (int r = 0; r < view->ranks; r++) sum += view->shares[r].moves;
  return sum;
}

/* The islands of rank r, and of those with the same backend if there are many ranks. 0: told with an earlier rank. */
static uint32_t islands_told(const RunView *view, int r) {
  uint32_t sum = 0;
  for (int q = 0; q < view->ranks; q++) {
    const bool same =
        view->ranks > RANKS_FEW && strcmp(view->shares[q].backend, view->shares[r].backend) == 0;
    if (same && q < r) return 0;
    if (same || q == r) sum += view->shares[q].islands;
  }
  return sum;
}

void shares_tell(FILE *out, const RunView *view) {
  for (int r = 0, told = 0; view->shares && r < view->ranks; r++) {
    const uint32_t islands = islands_told(view, r);
    if (islands || view->ranks <= RANKS_FEW)
      c_fprintf(out, "%s%s %.1f%%", told++ ? ", " : "", view->shares[r].backend,
                percent(islands, view->plan->islands));
  }
}

static void share_print(FILE *out, const RunView *view, int r) {
  const RunShare *s = &view->shares[r];
  c_fprintf(out, "rank %d, %s: %u of %u islands, %.1f%% of the %s", r, s->backend, s->islands,
            view->plan->islands, percent(s->moves, moves_all(view)), view->solver->work);
  if (s->epoch_s > 0) c_fprintf(out, ", an epoch takes it %.3fs", s->epoch_s);
  fprintf(out, "\n");
}

void shares_list(FILE *out, const RunView *view) {
  int idle = 0;
  for (int r = 0; view->shares && r < view->ranks; r++) {
    share_print(out, view, r);
    idle += view->shares[r].islands == 0;
  }
  if (idle)
    fprintf(out, "%u islands are too few for %d of %d ranks: expected a larger --islands\n",
            view->plan->islands, idle, view->ranks);
}

void shares_log(json_t *event, const RunView *view) {
  if (!view->shares) return;
  json_t *all = json_array();
  for (int r = 0; r < view->ranks; r++) {
    const RunShare *s = &view->shares[r];
    json_t *one = json_object();
    json_add(one, "rank", json_integer(r));
    json_add(one, "backend", json_foreign(s->backend));
    json_add(one, "islands", json_integer(s->islands));
    json_add(one, "moves", json_count(s->moves));
    json_add(one, "epoch_s", json_rounded(s->epoch_s, 6));
    json_push(all, one);
  }
  json_add(event, "shares", all);
}
