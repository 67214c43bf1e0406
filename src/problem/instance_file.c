/* Instances of every problem: see instance_file.h. Step 2 of the flow, on rank 0. */
#include "instance_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "problem/matching/etc.h"
#include "problem/tsp/tsplib.h"
#include "io/lexer.h"

enum { DIMENSIONS_MAX = 1000000 };

/* "rastrigin" and what follows its colon; false if the path does not begin with a function. */
static bool function_find(const char *path, FunctionKind *function, const char **dimensions) {
  const char *colon = strchr(path, ':');
  if (!colon) return false;
  for (FunctionKind f = 0; f < FUNCTION_COUNT; f++) {
    const char *name = function_name(f);
    if (strlen(name) != (size_t)(colon - path) || strncmp(name, path, strlen(name)) != 0) continue;
    *function = f, *dimensions = colon + 1;
    return true;
  }
  return false;
}

static Status function_make(const char *path, FunctionKind function, const char *dimensions, Instance **out) {
  Lexer lx = {.path = path, .at = dimensions, .end = dimensions + strlen(dimensions), .line = 1};
  long long n;
  if (!lexer_integer(&lx, 1, DIMENSIONS_MAX, &n) || lx.at != lx.end)
    FAIL(ERR_USAGE, "%s: expected dimensions from 1 to %d after the colon, found '%s'", path, DIMENSIONS_MAX,
         dimensions);
  TRY(instance_alloc_function(function, (int32_t)n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s:%lld", function_name(function), n);
  (*out)->digest = instance_digest(*out);
  return OK;
}

/* Is the first word a number, or meant as one? */
static bool is_numeric(const char *path, const char *text, size_t bytes) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  lexer_skip_space(&lx);
  return lx.at < lx.end &&
         ((*lx.at >= '0' && *lx.at <= '9') || *lx.at == '-' || *lx.at == '+' || *lx.at == '.');
}

/* The beginning of a plain file, blanks apart; how many bytes. */
static size_t head_read(const char *path, char *head, size_t size) {
  struct stat about;
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
  FILE *in = fopen(path, "rb");
  if (!in) return 0;
  size_t bytes = fread(head, 1, size, in);
  fclose(in);
  return bytes;
}

bool instance_probe(const char *path, ProblemKind *problem) {
  FunctionKind function;
  const char *dimensions;
  char head[4096];
  if (access(path, F_OK) != 0 && function_find(path, &function, &dimensions))
    return *problem = PROBLEM_FUNCTION, true;
  const size_t bytes = head_read(path, head, sizeof head);
  *problem = is_numeric(path, head, bytes) ? PROBLEM_MATCHING : PROBLEM_TSP;
  return bytes > 0;
}

Status instance_read(const char *path, Instance **out) {
  FunctionKind function;
  const char *dimensions;
  char *text;
  size_t bytes;
  if (access(path, F_OK) != 0 && function_find(path, &function, &dimensions))
    return function_make(path, function, dimensions, out);
  TRY(text_read(path, &text, &bytes));
  Status status = (is_numeric(path, text, bytes) ? etc_parse : tsplib_parse)(path, text, bytes, out);
  free(text);
  return status;
}
