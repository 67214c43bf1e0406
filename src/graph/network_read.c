/* Files of networks: see network.h. */
#include "network_read.h"

#include <stdlib.h>
#include "c_locale.h"
#include "io/input.h"
#include "network_grid.h"

/* ---- terminals ---- */

/* The next number of a list, and the comma behind it. False: there is none, or none below 2^31. */
static bool list_next(const char **at, uint32_t *vertex) {
  uint64_t value = 0;
  const char *const first = *at;
  while (c_isdigit(**at) && value <= INT32_MAX) value = value * 10 + (uint64_t)(*(*at)++ - '0');
  *vertex = (uint32_t)value;
  if (*at == first || value == 0 || value > INT32_MAX) return false;
  if (**at == 0) return true;
  if (**at != ',') return false;
  return *++*at != 0;
}

Status network_vertices_check(const char *option, const char *list) {
  uint32_t vertex;
  for (const char *at = list; *at;)
    if (!list_next(&at, &vertex))
      FAIL(ERR_USAGE, "--%s: expected vertices from 1 on such as 1 or 1,4, found '%s'", option, list);
  return OK;
}

static Status list_take(const NetworkReader *r, const char *option, const char *list, Terminals *out) {
  uint32_t vertex;
  if (!list || !*list) return OK;
  TRY(network_vertices_check(option, list));
  out->count = 0;
  for (const char *at = list; *at;) {
    (void)list_next(&at, &vertex);
    if (vertex > r->network->vertices)
      FAIL(ERR_FORMAT, "%s: --%s: expected a vertex from 1 to %u, found %u", r->lx.path, option,
           r->network->vertices, vertex);
    TRY(terminal_add(out, vertex - 1));
  }
  return OK;
}

/* ---- images ---- */

static Status image_network(const char *path, const char *text, size_t bytes, const NetworkAsk *ask,
                            Network *out) {
  GreyImage image;
  const bool ends = (ask->source && *ask->source) || (ask->sink && *ask->sink);
  if (ends || ask->undirected)
    FAIL(ERR_FORMAT, "%s: expected no --%s beside an image", path, ends ? "source or --sink" : "undirected");
  TRY(pgm_parse(path, text, bytes, &image));
  const Status status = network_of_image(path, &image, &ask->grid, out);
  pgm_free(&image);
  return status;
}

/* ---- files ---- */

static Status network_finish(NetworkReader *r, const NetworkAsk *ask) {
  const char *const path = r->lx.path;
  if (r->lines != r->said)
    FAIL(ERR_FORMAT, "%s:%d: expected %llu arcs as this line says, found %llu", path, r->said_line,
         (unsigned long long)r->said, (unsigned long long)r->lines);
  TRY(list_take(r, "source", ask->source, &r->source));
  TRY(list_take(r, "sink", ask->sink, &r->sink));
  if (!r->source.count || !r->sink.count)
    FAIL(ERR_FORMAT, "%s: expected --%s VERTEX or a line 'n VERTEX %c', found none", path,
         r->source.count ? "sink" : "source", r->source.count ? 't' : 's');
  if (network_terminals_share(r->source.vertex, r->source.count, r->sink.vertex, r->sink.count))
    FAIL(ERR_FORMAT, "%s: expected a sink that is no source, found one vertex", path);
  TRY(capacities_settle(path, r->network, &r->capacities, &r->source, &r->sink));
  return network_join(r->network, r->source.vertex, r->source.count, r->sink.vertex, r->sink.count);
}

/* Matrix Market begins with '%', which begins no line of DIMACS. */
static Status text_parse(NetworkReader *r) {
  lexer_skip_space(&r->lx);
  const bool market = r->lx.at < r->lx.end && *r->lx.at == '%';
  return market ? market_network(r) : dimacs_network(r);
}

Status network_parse(const char *path, const char *text, size_t bytes, const NetworkAsk *ask, Network *out) {
  static const NetworkAsk nothing = {.source = NULL};
  NetworkReader r = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1}, .network = out};
  *out = (Network){.vertices = 0};
  if (!ask) ask = &nothing;
  if (pgm_is(text, bytes)) return image_network(path, text, bytes, ask, out);
  r.undirected = ask->undirected;
  Status status = text_over(path, text_parse(&r));
  if (status == OK) status = network_finish(&r, ask);
  free(r.source.vertex);
  free(r.sink.vertex);
  if (status != OK) network_free(out);
  return status;
}

Status network_read(const char *path, const NetworkAsk *ask, Network *out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = network_parse(path, text, bytes, ask, out);
  free(text);
  return status;
}
