/* The data sections of .vrp files: see vrp_data.h. Step 2 of the flow. */
#include "vrp_data.h"

#include <string.h>
#include "halt.h"
#include "io/exact.h"

/* What stands at hand, up to the next blank. */
static size_t token_bytes(const Lexer *lx) {
  const char *p = lx->at;
  while (p < lx->end && !memchr(" \t\r\v\f\n", *p, 6)) p++;
  return (size_t)(p - lx->at);
}

typedef bool ExactReader(const char *text, size_t length, Exact *out);

static bool number_take(Lexer *lx, ExactReader *read, VrpNumber *value) {
  Exact exact;
  lexer_skip_blanks(lx);
  const size_t bytes = token_bytes(lx);
  if (!read(lx->at, bytes, &exact)) return false;
  *value = (VrpNumber){exact.digits, exact.places, memchr(lx->at, '.', bytes) != NULL};
  lx->at += bytes;
  return true;
}

bool vrp_number(Lexer *lx, VrpNumber *value) { return number_take(lx, exact_read, value); }

bool vrp_coordinate(Lexer *lx, VrpNumber *value) { return number_take(lx, exact_read_cut, value); }

Status vrp_read_time(Lexer *lx, const char *what, long long node, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s of node %lld, not negative", what, node);
}

Status vrp_expect(const Lexer *lx, int32_t nodes, int32_t least) {
  const long long left = lx->end - lx->at;
  if (nodes <= (left + 1) / least) return OK; /* the last line may lack its end */
  FAIL(ERR_FORMAT, "%s:%d: expected %d nodes, found the end of the file after %lld bytes", lx->path, lx->line,
       nodes, left);
}

/* The number that a line of a section begins with. */
static Status read_node(Lexer *lx, int32_t nodes, int32_t k, long long *node) {
  lexer_skip_space(lx);
  if (lexer_integer(lx, 1, nodes, node)) return OK;
  return lexer_fail(lx, "node %d of %d: a number from 1 to %d", k + 1, nodes, nodes);
}

static Status once(const Lexer *lx, bool seen, long long node) {
  if (!seen) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected each node once, found node %lld again", lx->path, lx->line, node);
}

Status vrp_read_coordinates(Lexer *lx, int32_t nodes, VrpNumber *x, VrpNumber *y, VrpNumber *z) {
  for (int32_t v = 0; v < nodes; v++) x[v].places = -1; /* not seen yet */
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    VrpNumber cx, cy, cz;
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(once(lx, x[node - 1].places >= 0, node));
    if (!vrp_coordinate(lx, &cx)) return lexer_fail(lx, "the x coordinate of node %lld", node);
    if (!vrp_coordinate(lx, &cy)) return lexer_fail(lx, "the y coordinate of node %lld", node);
    if (z && !vrp_coordinate(lx, &cz)) return lexer_fail(lx, "the z coordinate of node %lld", node);
    TRY(lexer_line_end(lx));
    x[node - 1] = cx;
    y[node - 1] = cy;
    if (z) z[node - 1] = cz;
  }
  return halt_after("the reading of coordinates");
}

Status vrp_read_demands(Lexer *lx, int32_t nodes, VrpNumber *demand, int *line) {
  for (int32_t v = 0; v < nodes; v++) line[v] = 0;
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(once(lx, line[node - 1] > 0, node));
    TRY(vrp_read_time(lx, "demand", node, &demand[node - 1]));
    line[node - 1] = lx->line;
    TRY(lexer_line_end(lx));
  }
  return halt_after("the reading of demands");
}

/* The part of a node's line that a section adds to `stop`. */
typedef Status (*StopReader)(Lexer *lx, long long node, VrpStop *stop);

static Status read_stops(Lexer *lx, int32_t nodes, StopReader reader, VrpStop *stop) {
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(reader(lx, node, &stop[node - 1]));
    TRY(lexer_line_end(lx));
  }
  return OK;
}

static Status read_window(Lexer *lx, long long node, VrpStop *stop) {
  TRY(once(lx, stop->window_line > 0, node));
  stop->window_line = lx->line;
  TRY(vrp_read_time(lx, "ready time", node, &stop->ready));
  return vrp_read_time(lx, "due time", node, &stop->due);
}

Status vrp_read_windows(Lexer *lx, int32_t nodes, VrpStop *stop) {
  TRY(read_stops(lx, nodes, read_window, stop));
  return halt_after("the reading of time windows");
}

static Status read_service(Lexer *lx, long long node, VrpStop *stop) {
  TRY(once(lx, stop->service_line > 0, node));
  stop->service_line = lx->line;
  return vrp_read_time(lx, "service time", node, &stop->service);
}

Status vrp_read_services(Lexer *lx, int32_t nodes, VrpStop *stop) {
  TRY(read_stops(lx, nodes, read_service, stop));
  return halt_after("the reading of service times");
}

static bool at_number(const Lexer *lx) { return lx->at < lx->end && memchr("0123456789-+.", *lx->at, 13); }

Status vrp_read_depot(Lexer *lx, int32_t nodes, long long *depot) {
  long long end;
  lexer_skip_space(lx);
  if (!lexer_integer(lx, 1, nodes, depot)) return lexer_fail(lx, "the depot, a node from 1 to %d", nodes);
  for (lexer_skip_space(lx); at_number(lx); lexer_skip_space(lx))
    if (!lexer_integer(lx, -1, -1, &end))
      return lexer_fail(lx, "-1 after one depot, as several are not supported");
  return OK;
}
