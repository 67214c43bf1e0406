/* See human.h. */
#include "human.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include "cost.h"
#include "individual.h"
#include "problem.h"
#include "solver.h"
#include "text.h"

enum { LINE = 64, LINES = 8 };

static char *next_line(void) {
  static char lines[LINES][LINE];
  static int next;
  return lines[next++ % LINES];
}

const char *human_count(double value) {
  static const char *const units[] = {"", "k", "M", "G", "T", "P"};
  int unit = 0;
  while (value >= 1000 && unit < 5) value /= 1000, unit++;
  char *line = next_line();
  snprintf(line, LINE,
           unit == 0     ? "%.0f"
           : value < 10  ? "%.2f%s"
           : value < 100 ? "%.1f%s"
                         : "%.0f%s",
           value, units[unit]);
  return line;
}

const char *human_seconds(double seconds) {
  char *line = next_line();
  if (seconds < 60)
    snprintf(line, LINE, "%.1fs", seconds);
  else if (seconds < 3600)
    snprintf(line, LINE, "%dm%02ds", (int)seconds / 60, (int)seconds % 60);
  else
    snprintf(line, LINE, "%dh%02dm", (int)(seconds / 3600), (int)fmod(seconds / 60, 60));
  return line;
}

const char *human_gap(int64_t cost, int64_t best_known) {
  char *line = next_line();
  line[0] = 0;
  if (best_known <= 0 || cost == COST_NONE) return line;
  const double gap = 100.0 * (double)(cost - best_known) / (double)best_known;
  snprintf(line, LINE, "%.3f%%", fabs(gap) < 0.0005 ? 0.0 : gap); /* no -0.000% */
  return line;
}

int64_t human_unit(const Instance *inst) {
  return inst->problem->cost_unit ? inst->problem->cost_unit(inst) : 0;
}

const char *human_cost(const Instance *inst, int64_t cost) {
  const int64_t unit = human_unit(inst);
  char text[COST_TEXT_MAX], *line = next_line();
  if (unit)
    snprintf(line, LINE, "%" PRId64 " %s, %s", cost / unit, inst->problem->words.part,
             cost_text(cost % unit, inst->decimals, text));
  else
    snprintf(line, LINE, "%s", cost_text(cost, inst->decimals, text));
  return line;
}

const char *human_gap_of(const Instance *inst, int64_t cost, int64_t best_known) {
  const int64_t unit = human_unit(inst);
  if (!unit || best_known <= 0 || cost == COST_NONE) return human_gap(cost, best_known);
  if (cost / unit == best_known / unit) return human_gap(cost % unit, best_known % unit);
  char *line = next_line();
  snprintf(line, LINE, "%+" PRId64 " %s", cost / unit - best_known / unit, inst->problem->words.part);
  return line;
}

const char *human_of(double all) {
  char *line = next_line();
  snprintf(line, LINE, "%s%s", all > 0 ? " of " : "", all > 0 ? human_count(all) : "");
  return line;
}

const char *human_of_epochs(uint32_t epochs) {
  char *line = next_line();
  line[0] = 0;
  if (epochs != EPOCHS_OPEN) snprintf(line, LINE, " of %u", epochs);
  return line;
}

void result_print(const Instance *inst, int64_t cost, int64_t best_known, int64_t bound) {
  char proven[COST_TEXT_MAX];
  const char *gap = human_gap_of(inst, cost, best_known);
  printf("%s: %s%s%s%s", text_line(inst->name), human_cost(inst, cost), *gap ? ", gap " : "", gap,
         *gap ? " to the best known" : "");
  if (bound > 0)
    printf(", %s above the proven bound %s", human_gap(cost, bound),
           cost_text(bound, inst->decimals, proven));
  printf(", verified\n");
  fflush(stdout);
}
