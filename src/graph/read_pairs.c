/* See read_pairs.h. A window of the text is cut into a chunk for each thread; the edges of all chunks before the first unusual line are kept. */
#include "read_pairs.h"
#include <endian.h>

typedef struct Chunk {
  const char *at, *end;                         /* lines; `at` is where reading stopped */
  uint32_t *ends;                               /* (2 * count) */
  uint64_t count, lines, largest, largest_line; /* line from 0 in the chunk */
  bool found;
} Chunk;

/* ---- a line ---- */

static const char *blanks_skip(const char *at, const char *end) {
  while (at < end && scan_is_blank(*at)) at++;
  return at;
}

/* Eight bytes as digits of which the first `digits`, 1 to 8, count: pairs, fours, all eight at once (D. Lemire, "Quickly parsing eight digits",
 * 2018). word: their bytes less '0', the first lowest. */
static uint64_t digits_value(uint64_t word, int digits) {
  word <<= 64 - 8 * digits;
  word = word * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
  return (word & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

/* Up to eight digits from `at` on; returns how many there are. */
static int digits_read(const char *at, const char *end, uint64_t *value) {
  uint64_t word = 0;
  const size_t bytes = end - at < 8 ? (size_t)(end - at) : 8;
  memcpy(&word, at, bytes);
  word = htole64(word) ^ 0x3030303030303030;
  const uint64_t others = (word | (word + 0x7676767676767676)) & 0x8080808080808080;
  const int digits = others ? __builtin_ctzll(others) / 8 : 8;
  if (digits) *value = digits_value(word, digits);
  return digits;
}

enum { DIGITS = 18 };

/* Digits, and behind them a blank, the end of the line, or the separator; NULL: something else, or more than DIGITS. */
static const char *number_read(const char *at, const char *end, char separator, uint64_t *value) {
  const int digits = digits_read(at, end, value);
  at += digits;
  for (int k = 8; k < DIGITS && digits == 8 && at < end && (unsigned)(*at - '0') < 10; k++)
    *value = *value * 10 + (unsigned)(*at++ - '0');
  if (!digits) return NULL;
  return at == end || *at == '\n' || scan_is_blank(*at) || *at == separator ? at : NULL;
}

/* Behind the second vertex to the end of the line; NULL: it is not as the form says. */
static const char *rest_skip(const char *at, const char *end, const PairForm *form) {
  uint64_t value;
  if (!form->numbers) {
    const char *const stop = memchr(at, '\n', (size_t)(end - at));
    return stop ? stop : end;
  }
  for (int k = 2; k < form->numbers; k++) {
    at = number_read(blanks_skip(at, end), end, ' ', &value);
    if (!at) return NULL;
  }
  at = blanks_skip(at, end);
  return at == end || *at == '\n' ? at : NULL;
}

static const char *pair_read(const char *at, const char *end, const PairForm *form, uint64_t pair[2]) {
  if (form->kinds[0]) {
    if (!strchr(form->kinds, *at) || at + 1 == end || !scan_is_blank(at[1])) return NULL;
    at = blanks_skip(at + 1, end);
  }
  at = number_read(at, end, form->separator, &pair[0]);
  if (!at) return NULL;
  at = blanks_skip(at, end);
  if (form->separator != ' ' && (at == end || *at++ != form->separator)) return NULL;
  at = number_read(blanks_skip(at, end), end, form->separator, &pair[1]);
  return at ? rest_skip(at, end, form) : NULL;
}

static void end_note(Chunk *c, uint64_t end) {
  if (c->found && end < c->largest) return;
  c->found = true;
  c->largest = end;
  c->largest_line = c->lines;
}

static void pair_add(Chunk *c, const PairForm *form, const uint64_t pair[2]) {
  for (int e = 0; e < 2; e++) {
    c->ends[2 * c->count + (unsigned)e] = (uint32_t)(pair[e] - form->least);
    end_note(c, pair[e]);
  }
  c->count++;
}

static bool in_range(const PairForm *form, uint64_t end) { return end >= form->least && end <= form->most; }

static bool is_comment(const PairForm *form, char c) {
  return (unsigned)(c - '0') >= 10 && strchr(form->comments, c);
}

/* The line at `from`, without the blanks before it. Behind it; NULL: it is not usual. */
static const char *line_read(Chunk *c, const char *from, const PairForm *form) {
  uint64_t pair[2];
  const char *stop = from;
  if (from < c->end && *from != '\n' && is_comment(form, *from)) {
    stop = memchr(from, '\n', (size_t)(c->end - from));
    if (!stop) stop = c->end;
  } else if (from < c->end && *from != '\n') {
    stop = pair_read(from, c->end, form, pair);
    if (!stop || !in_range(form, pair[0]) || !in_range(form, pair[1])) return NULL;
    pair_add(c, form, pair);
  }
  return stop < c->end ? stop + 1 : stop;
}

/* In a copy of the thread's own: chunks lie side by side, and counters that share a cache line cost more than reading gains. */
static void chunk_read(Chunk *chunk, const PairForm *form) {
  Chunk c = *chunk;
  while (c.at < c.end) {
    const char *const next = line_read(&c, blanks_skip(c.at, c.end), form);
    if (!next) break;
    c.at = next;
    c.lines++;
  }
  *chunk = c;
}

/* ---- a window ---- */

/* Whole lines from `at` on, of PAIRS_CHUNK_BYTES or one that is longer. */
static const char *chunk_end(const char *at, const char *end) {
  if (end - at <= PAIRS_CHUNK_BYTES) return end;
  const char *const from = at + PAIRS_CHUNK_BYTES, *const stop = memchr(from, '\n', (size_t)(end - from));
  return stop ? stop + 1 : end;
}

/* Returns how many chunks there are. */
static int window_cut(const Scan *s, Chunk *chunk, int threads) {
  const char *at = s->at;
  int chunks = 0;
  while (chunks < threads && at < s->end) {
    const char *const end = chunk_end(at, s->end);
    chunk[chunks] = (Chunk){.at = at, .end = end, .ends = chunk[chunks].ends};
    chunks++;
    at = end;
  }
  return chunks;
}

/* Chunks up to the first that was not read to its end. */
static int chunks_kept(const Chunk *chunk, int chunks) {
  for (int k = 0; k < chunks; k++)
    if (chunk[k].at < chunk[k].end) return k + 1;
  return chunks;
}

static void chunk_count(Scan *s, const Chunk *c, PairsFound *found) {
  if (c->found && (!found->largest_line || c->largest >= found->largest))
    *found = (PairsFound){c->largest, s->line + c->largest_line};
  s->at = c->at;
  s->line += c->lines;
}

/* *whole: the window was read to its end. */
static Status window_read(Scan *s, EdgeList *edges, const PairForm *form, Chunk *chunk, PairsFound *found,
                          bool *whole) {
  const int chunks = window_cut(s, chunk, edges->threads);
  uint64_t more = 0;
#pragma omp parallel for num_threads(chunks) schedule(static, 1)
  for (int k = 0; k < chunks; k++) chunk_read(&chunk[k], form);
  const int kept = chunks_kept(chunk, chunks);
  for (int k = 0; k < kept; k++) more += chunk[k].count;
  TRY(edges_room(s->path, edges, more));
  for (int k = 0; k < kept; k++) {
    memcpy(edges->ends + 2 * edges->count, chunk[k].ends, 2 * chunk[k].count * sizeof *edges->ends);
    edges->count += chunk[k].count;
    chunk_count(s, &chunk[k], found);
  }
  *whole = chunk[kept - 1].at == chunk[kept - 1].end;
  scan_poll(s);
  return OK;
}

/* A line with an edge has at least four bytes, but for the last one. */
static Status chunks_make(const char *path, int threads, Chunk **out) {
  const size_t pairs = PAIRS_CHUNK_BYTES / 4 + 2;
  Chunk *const chunk = *out = calloc((size_t)threads, sizeof *chunk);
  for (int k = 0; chunk && k < threads; k++) {
    chunk[k].ends = malloc(2 * pairs * sizeof *chunk[k].ends);
    if (!chunk[k].ends) FAIL(ERR_MEMORY, "%s: no memory for %zu edges", path, pairs);
  }
  if (!chunk) FAIL(ERR_MEMORY, "%s: no memory for %d threads", path, threads);
  return OK;
}

static void chunks_free(Chunk *chunk, int threads) {
  for (int k = 0; chunk && k < threads; k++) free(chunk[k].ends);
  free(chunk);
}

Status pairs_read(Scan *s, EdgeList *edges, const PairForm *form, PairsFound *found) {
  Chunk *chunk = NULL;
  bool whole = true;
  if (s->line < edges->patient_to) return OK;
  Status status = chunks_make(s->path, edges->threads, &chunk);
  while (status == OK && whole && s->at < s->end) status = window_read(s, edges, form, chunk, found, &whole);
  if (!whole) edges->patient_to = s->line + PAIRS_PATIENCE;
  chunks_free(chunk, edges->threads);
  return status;
}
