/* Matrices of fleets: answers of table services, and squares of numbers. See stops_files.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/json_rows.h"
#include "stops_parts.h"
#include "vroom_parts.h"

/* ---- answers of a table service ---- */

static bool has_word(const char *text, size_t bytes, const char *word) {
  return memmem(text, bytes, word, strlen(word)) != NULL;
}

bool osrm_is_answer(const char *text, size_t bytes) {
  size_t k = 0;
  while (k < bytes && strchr(" \t\r\n", text[k])) k++;
  if (k == bytes || text[k] != '{') return false;
  return has_word(text, bytes, "\"code\"") || has_word(text, bytes, "\"durations\"") ||
         has_word(text, bytes, "\"distances\"");
}

static Status osrm_members_read(const JsonAt *root, Draft *draft) {
  const JsonAt code = json_member(root, "code"), durations = json_member(root, "durations"),
               distances = json_member(root, "distances");
  DraftMatrix *const matrix = draft->matrix;
  TRY(json_want_object(root));
  if (code.value && (!json_is_string(code.value) || strcmp(json_string_value(code.value), "Ok") != 0))
    return json_fail(&code, "\"Ok\", the answer of a table service");
  if (durations.value) TRY(vroom_square_read(&durations, &draft->places, &matrix->seconds));
  if (distances.value) TRY(vroom_square_read(&distances, &draft->places, &matrix->metres));
  return matrix->seconds || matrix->metres
             ? OK
             : json_fail(&durations, "a matrix of durations, or one of distances");
}

static Status osrm_read(const char *path, const char *text, size_t bytes, Draft *draft) {
  static const char *const squares[] = {"durations", "distances", NULL};
  JsonText json;
  TRY(json_text_read_rows(path, text, bytes, squares, &json));
  const JsonAt root = json_root(&json);
  const Status status = osrm_members_read(&root, draft);
  json_text_free(&json);
  return status;
}

/* ---- squares of numbers ---- */

/* What stands on the diagonal means nothing. */
static Status square_copy(const TspInstance *tsp, Draft *draft) {
  const size_t entries = (size_t)tsp->head.n * (size_t)tsp->head.n;
  const double unit = pow(10, tsp->head.decimals);
  double *const out = malloc(entries * sizeof *out);
  if (!out) FAIL(ERR_MEMORY, "%s: no memory for a matrix of %d places", draft->path, tsp->head.n);
  for (size_t k = 0; k < entries; k++) out[k] = tsp->matrix[k] / unit;
  for (size_t k = 0; k < entries; k += (size_t)tsp->head.n + 1) out[k] = 0;
  draft->matrix->metres = out;
  draft->places = tsp->head.n;
  return OK;
}

static Status square_read(const char *path, const char *text, size_t bytes, Draft *draft) {
  const TableText table = table_begin(path, text, bytes);
  const Square square = square_find(table);
  Instance *inst = NULL;
  if (square.n == 0)
    FAIL(ERR_FORMAT,
         "%s:1: expected a square of numbers, or the answer of a table service (JSON), found neither", path);
  if (square.n > ROUTES_PLACES_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %d places, found %d", path, ROUTES_PLACES_MAX, square.n);
  TRY(square_parse(table, square, NULL, &inst));
  const Status status = square_copy((const TspInstance *)inst, draft);
  instance_free(inst);
  return status;
}

Status stops_matrix_read(const char *path, const char *text, size_t bytes, Draft *draft) {
  TRY(draft_grow(draft, &draft->matrix, &draft->matrices, sizeof *draft->matrix));
  snprintf(draft->matrix->name, sizeof draft->matrix->name, "the matrix");
  snprintf(draft->metric, sizeof draft->metric, "EXPLICIT");
  return (osrm_is_answer(text, bytes) ? osrm_read : square_read)(path, text, bytes, draft);
}

Status stops_matrix_way(Draft *draft, bool timed) {
  DraftMatrix *const matrix = draft->matrix;
  DraftWay way = {.basis = matrix->metres ? BASIS_METRES : BASIS_TIME, .speed_factor = 1};
  int32_t index;
  if (matrix->metres && matrix->seconds)
    snprintf(draft->remark, sizeof draft->remark,
             "costs are the distances of the matrix, travel times its durations");
  if (!matrix->seconds && timed) matrix->seconds = matrix->metres;
  draft->timed = timed || !matrix->metres;
  return draft_way_find(draft, &way, &index);
}
