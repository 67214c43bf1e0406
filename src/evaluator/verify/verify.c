/* See verify.h. */
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "evaluator.h"
#include "halt.h"
#include "io/file_digest.h"
#include "io/input.h"
#include "io/optima.h"
#include "io/path.h"
#include "problem.h"
#include "problem/instance_file.h"
#include "problem/judge.h"

/* ---- lists ---- */

/* Lists of solutions. Items.data is a place for each item (offsets of two texts, a line number, digests), then the
 * texts. */

enum { VERIFY_INSTANCE, VERIFY_SOLUTION, VERIFY_OPTIMA, VERIFY_INPUTS };

typedef struct Place {
  uint64_t instance, solution; /* offsets in Items.data */
  int64_t line;
  uint64_t digest[VERIFY_INPUTS];
} Place;

typedef struct Reader {
  const char *path;
  int folder; /* characters of `path` up to its last slash */
  Items *out;
  char *text; /* where the next text goes; NULL while sizes are counted */
  uint64_t count, bytes;
} Reader;

/* Appends the name, below the list's folder unless it is absolute or an instance by itself. Returns its offset. */
static uint64_t name_put(Reader *r, const char *name, size_t length, bool instance) {
  char plain[4096];
  snprintf(plain, sizeof plain, "%.*s", (int)length, name);
  const bool whole = name[0] == '/' || (instance && instance_is_name(plain));
  const int folder = whole ? 0 : r->folder;
  const uint64_t at = r->bytes;
  if (r->text) sprintf(r->text + at, "%.*s%.*s", folder, r->path, (int)length, name);
  r->bytes += (uint64_t)folder + length + 1;
  return at;
}

/* The line's two words. False: it has not two. */
static bool line_split(const char *line, size_t length, size_t size[2], const char *word[2]) {
  const char *const blanks = memchr(line, '\t', length) ? "\t" : " ";
  const char *at = line, *const end = line + length;
  int words = 0;
  while (at < end) {
    while (at < end && strchr(blanks, *at)) at++;
    const char *const begin = at;
    while (at < end && !strchr(blanks, *at)) at++;
    if (at == begin) break;
    if (words == 2) return false;
    word[words] = begin;
    size[words++] = (size_t)(at - begin);
  }
  return words == 2 && size[0] < 4096 && size[1] < 4096;
}

static Status line_read(Reader *r, const char *line, size_t length, int64_t number) {
  const char *word[2];
  size_t size[2];
  if (!line_split(line, length, size, word))
    FAIL(ERR_FORMAT, "%s:%lld: expected an instance and a solution, found '%.*s'", r->path, (long long)number,
         (int)(length < 200 ? length : 200), line);
  const uint64_t instance = name_put(r, word[0], size[0], true),
                 solution = name_put(r, word[1], size[1], false);
  if (r->text) ((Place *)r->out->data)[r->count] = (Place){instance, solution, number, {0}};
  r->count++;
  return OK;
}

static Status lines_read(Reader *r, const char *text, size_t bytes) {
  int64_t number = 0;
  const char *const end = text + bytes;
  for (const char *at = text, *next; at < end; at = next) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    next = stop ? stop + 1 : end;
    size_t length = (size_t)((stop ? stop : end) - at);
    number++;
    if (memchr(at, 0, length))
      FAIL(ERR_FORMAT, "%s:%lld: expected text, found a zero byte", r->path, (long long)number);
    while (length && strchr(" \t\r", at[length - 1])) length--;
    if (length && at[0] != '#') TRY(line_read(r, at, length, number));
  }
  return OK;
}

/* Once to count, once to keep. */
static Status items_make(Reader *r, const char *text, size_t bytes) {
  TRY(lines_read(r, text, bytes));
  if (!r->count) FAIL(ERR_FORMAT, "%s: expected lines of an instance and a solution, found none", r->path);
  const uint64_t places = r->count * sizeof(Place);
  r->out->count = r->count;
  r->out->bytes = places + r->bytes;
  r->out->data = malloc(r->out->bytes);
  if (!r->out->data) FAIL(ERR_MEMORY, "%s: no memory for %llu lines", r->path, (unsigned long long)r->count);
  r->text = r->out->data;
  r->bytes = places;
  r->count = 0;
  return lines_read(r, text, bytes);
}

Status verify_list_parse(const char *path, const char *text, size_t bytes, Items *out) {
  const char *slash = strrchr(path, '/');
  *out = (Items){.count = 0};
  Reader r = {.path = path, .folder = slash ? (int)(slash - path) + 1 : 0, .out = out};
  const Status status = items_make(&r, text, bytes);
  if (status != OK) {
    free(out->data);
    out->data = NULL;
  }
  return status;
}

/* ---- the files of the lines ---- */

static Status optima_digest(const char *instance, uint64_t *digest) {
  char folder[PATH_MAX], table[PATH_MAX + 32];
  uint64_t found[2];
  path_folder(instance, folder);
  snprintf(table, sizeof table, "%soptima.tsv", folder);
  TRY(file_digest(table, &found[0]));
  snprintf(table, sizeof table, "%s../optima.tsv", folder);
  TRY(file_digest(table, &found[1]));
  *digest = found[0] || found[1] ? XXH3_64bits(found, sizeof found) | 2 : FILE_DIGEST_NONE;
  return OK;
}

/* What an instance brings along; of one that is no file, such as "rastrigin:30", its words. */
static Status instance_files(const char *instance, uint64_t digest[VERIFY_INPUTS]) {
  TRY(file_digest(instance, &digest[VERIFY_INSTANCE]));
  if (digest[VERIFY_INSTANCE] == FILE_DIGEST_NONE && instance_is_name(instance))
    digest[VERIFY_INSTANCE] = XXH3_64bits(instance, strlen(instance)) | 2;
  return optima_digest(instance, &digest[VERIFY_OPTIMA]);
}

/* The digests of all lines: an instance is read once for consecutive lines that name it. */
static Status files_digest(Items *items) {
  Place *const place = items->data;
  const char *const text = items->data;
  for (uint64_t k = 0; k < items->count; k++) {
    if (k > 0 && strcmp(text + place[k].instance, text + place[k - 1].instance) == 0)
      memcpy(place[k].digest, place[k - 1].digest, sizeof place[k].digest);
    else
      TRY(instance_files(text + place[k].instance, place[k].digest));
    TRY(file_digest(text + place[k].solution, &place[k].digest[VERIFY_SOLUTION]));
  }
  return OK;
}

/* What records depend on: lines, and the content of the files, whatever their names are. */
static uint64_t digest_of(const Items *items) {
  const Place *const place = items->data;
  uint64_t digest = items->count;
  for (uint64_t k = 0; k < items->count; k++) {
    digest = XXH3_64bits_withSeed(&place[k].line, sizeof place[k].line, digest);
    digest = XXH3_64bits_withSeed(place[k].digest, sizeof place[k].digest, digest);
  }
  return digest;
}

Status verify_list_read(const char *path, const void *settings, Items *out) {
  (void)settings; /* there are none */
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  Status status = verify_list_parse(path, text, bytes, out);
  free(text);
  if (status == OK) status = files_digest(out);
  if (status == OK)
    out->digest = digest_of(out);
  else {
    free(out->data);
    out->data = NULL;
  }
  return status;
}

VerifyPair verify_list_pair(const Items *items, uint64_t item) {
  const Place *place = &((const Place *)items->data)[item];
  const char *text = items->data;
  return (VerifyPair){text + place->instance, text + place->solution, (int32_t)place->line, place->digest};
}

/* Evaluator.input: instance, solution, and the tables of best known values beside the instance and above it. */
static void verify_input(const Items *items, uint64_t item, ItemInput out[EVALUATOR_INPUTS]) {
  const VerifyPair pair = verify_list_pair(items, item);
  out[VERIFY_INSTANCE] = (ItemInput){pair.instance, pair.digest[VERIFY_INSTANCE]};
  out[VERIFY_SOLUTION] = (ItemInput){pair.solution, pair.digest[VERIFY_SOLUTION]};
  out[VERIFY_OPTIMA] = (ItemInput){"optima.tsv", pair.digest[VERIFY_OPTIMA]};
}

/* ---- evaluator ---- */

/* Verification of many solutions. The judge is the one of `cordee verify`; an instance is read once for consecutive
 * items that name it. */

enum { COLUMN_LINE, COLUMN_N, COLUMN_DECIMALS, COLUMN_COST, COLUMN_BEST_KNOWN };

static const Column columns[] = {
    [COLUMN_LINE] = {"line", DTYPE_I32, "of the list"},
    [COLUMN_N] = {"n", DTYPE_I32, "size of the instance"},
    [COLUMN_DECIMALS] = {"decimals", DTYPE_I32, "costs count units of 10^-decimals"},
    [COLUMN_COST] = {"cost", DTYPE_I64, "the judge's"},
    [COLUMN_BEST_KNOWN] = {"best_known", DTYPE_I64, "from optima.tsv beside the instance; 0: unknown"},
    {NULL, DTYPE_I32, NULL}};

typedef struct Loaded { /* the instance that was read last */
  const char *path;
  Instance *inst;
  int32_t *gene; /* (instance_genes) */
  Status status; /* of the reading; its message is `message` */
  char message[ITEM_MESSAGE_MAX];
} Loaded;

/* Each rank reads the files itself, perhaps from another folder, or later. */
static Status file_same(const char *path, uint64_t expected) {
  uint64_t found;
  TRY(file_digest(path, &found));
  if (found == FILE_DIGEST_NONE || expected == FILE_DIGEST_NONE || found == expected) return OK;
  FAIL(ERR_NO_INPUT, "%s: expected the file that was there when the run began, found another one", path);
}

static Status instance_load(Loaded *l, const char *path, uint64_t digest) {
  instance_free(l->inst);
  free(l->gene);
  *l = (Loaded){.path = path};
  l->status = file_same(path, digest);
  if (l->status == OK) l->status = instance_read(path, &l->inst);
  if (l->status == OK && !(l->gene = malloc(instance_genes(l->inst) * sizeof *l->gene)))
    l->status = status_fail(ERR_MEMORY, "no memory for a solution of %zu genes", instance_genes(l->inst));
  if (l->status == OK) return OK;
  snprintf(l->message, sizeof l->message, "%s", status_message());
  status_clear();
  return OK;
}

static void loaded_free(Loaded *l) {
  instance_free(l->inst);
  free(l->gene);
}

static Status pair_judge(Loaded *l, const VerifyPair *pair, int64_t *cost, int64_t *best_known) {
  if (!l->path || strcmp(l->path, pair->instance) != 0)
    TRY(instance_load(l, pair->instance, pair->digest[VERIFY_INSTANCE]));
  if (l->status != OK) return status_fail(l->status, "%s", l->message);
  TRY(file_same(pair->solution, pair->digest[VERIFY_SOLUTION]));
  TRY(solution_read(pair->solution, l->inst, l->gene));
  TRY(status_at(pair->solution, judge_solution(l->inst, l->gene, cost)));
  return instance_best_known(pair->instance, l->inst, NULL, best_known);
}

static void record_make(Loaded *l, const VerifyPair *pair, Records *r, uint32_t k) {
  int64_t cost, best_known;
  ((int32_t *)r->column[COLUMN_LINE])[k] = pair->line;
  const Status status = pair_judge(l, pair, &cost, &best_known);
  if (status != OK) {
    record_fail(r, k, status);
    return;
  }
  ((int32_t *)r->column[COLUMN_N])[k] = l->inst->n;
  ((int32_t *)r->column[COLUMN_DECIMALS])[k] = l->inst->decimals;
  ((int64_t *)r->column[COLUMN_COST])[k] = cost;
  ((int64_t *)r->column[COLUMN_BEST_KNOWN])[k] = best_known;
}

static Status verify_run(Backend *be, const Items *items, Records *records) {
  Loaded loaded = {.path = NULL};
  Status status = OK;
  (void)be; /* the judge is the host's */
  for (uint32_t k = 0; k < records->count && status == OK; k++) {
    const VerifyPair pair = verify_list_pair(items, records->first + k);
    record_make(&loaded, &pair, records, k);
    status = halt_check("the verification of a chunk");
  }
  loaded_free(&loaded);
  return status;
}

/* The files are read anew: whether they still say the same. */
static Status verify_check(const Items *items, const Records *records, uint32_t k) {
  const VerifyPair pair = verify_list_pair(items, records->first + k);
  Loaded loaded = {.path = NULL};
  int64_t cost = 0, best_known;
  const Status status = pair_judge(&loaded, &pair, &cost, &best_known);
  loaded_free(&loaded);
  if (status != OK) status_clear();
  const bool same = status == OK
                        ? !records->code[k] && cost == ((const int64_t *)records->column[COLUMN_COST])[k]
                        : records->code[k] == status_exit_code(status);
  if (!same) FAIL(ERR_INTERNAL, "%s: the record says something else than its files do now", pair.solution);
  return OK;
}

static double verify_work(const Items *items, uint64_t item) {
  (void)items;
  (void)item;
  return 1;
}

const Evaluator evaluator_verify = {.name = "verify",
                                    .item_word = "solution",
                                    .items_word = "solutions",
                                    .valid_word = "verified",
                                    .columns = columns,
                                    .items = verify_list_read,
                                    .inputs = VERIFY_INPUTS,
                                    .input = verify_input,
                                    .work = verify_work,
                                    .work_most = 64, /* an instance may take a second */
                                    .run = verify_run,
                                    .check = verify_check};
