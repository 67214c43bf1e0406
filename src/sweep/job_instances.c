/* Instances of a job file, and other files that it names: see job_values.h. A word is cut out of its list first, then variables of the environment are put
 * in, then it is found from the job file's folder on. */
#include "job_values.h"
#include "problem/instance_file.h"

#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "c_locale.h"
#include "instance.h"

typedef struct Text { /* a path that grows */
  char text[PATH_MAX];
  size_t length;
} Text;

static Status text_add(const char *path, int line, Text *t, const char *more, size_t length) {
  if (length >= sizeof t->text - t->length)
    FAIL(ERR_FORMAT, "%s:%d: expected a path of less than %d characters, found a longer one", path, line,
         PATH_MAX);
  memcpy(t->text + t->length, more, length);
  t->text[t->length += length] = 0;
  return OK;
}

static size_t name_length(const char *at) {
  size_t length = 0;
  while (c_isalnum(at[length]) || at[length] == '_') length++;
  return length && !c_isdigit(*at) ? length : 0;
}

/* Puts in the variable that *at (behind the $) names, as a shell would: NAME, {NAME}, {NAME:-else}; an empty one counts as
 * unset. */
static Status variable_put(const char *path, const JobWord *word, const char **at, Text *out) {
  const bool braces = **at == '{';
  const char *name = *at + braces, *otherwise = NULL, *end = name + name_length(name);
  size_t otherwise_length = 0, length = (size_t)(end - name);
  if (braces && strncmp(end, ":-", 2) == 0) {
    otherwise = end + 2;
    otherwise_length = strcspn(otherwise, "}");
    end = otherwise + otherwise_length;
  }
  if (length == 0 || length >= 256 || (braces && *end != '}'))
    FAIL(ERR_FORMAT, "%s:%d: expected $NAME, ${NAME} or ${NAME:-else}, found '%s'", path, word->line,
         *at - 1);
  *at = end + braces;
  char variable[256];
  snprintf(variable, sizeof variable, "%.*s", (int)length, name);
  const char *value = getenv(variable);
  if (value && *value) return text_add(path, word->line, out, value, strlen(value));
  if (!otherwise)
    FAIL(ERR_FORMAT, "%s:%d: expected the environment to have %s, found it unset", path, word->line,
         variable);
  return text_add(path, word->line, out, otherwise, otherwise_length);
}

static Status variables_put(const char *path, const JobWord *word, Text *out) {
  out->length = 0;
  out->text[0] = 0;
  for (const char *at = word->text; *at;) {
    size_t plain = strcspn(at, "$");
    TRY(text_add(path, word->line, out, at, plain));
    at += plain;
    if (!*at) break;
    at++;
    TRY(variable_put(path, word, &at, out));
  }
  return OK;
}

/* The job file's folder with a slash, "" if it is this one; then `item`, unless that is absolute. Glob characters of the
 * folder are no pattern. */
static Status path_join(const char *path, const JobWord *word, const char *item, bool pattern, Text *out) {
  out->length = 0;
  out->text[0] = 0;
  const char *slash = strrchr(path, '/');
  for (const char *at = path; slash && *item != '/' && at <= slash; at++) {
    if (pattern && strchr("*?[]\\", *at)) TRY(text_add(path, word->line, out, "\\", 1));
    TRY(text_add(path, word->line, out, at, 1));
  }
  return text_add(path, word->line, out, item, strlen(item));
}

/* The absolute path of its folder, with links followed, so that ways to one folder are one; and its name. The file need not be there. */
static const char *path_split(const char *file, char real[PATH_MAX]) {
  char folder[PATH_MAX];
  const char *slash = strrchr(file, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) + 1 : 1, slash ? file : ".");
  if (!realpath(folder, real)) snprintf(real, PATH_MAX, "%s", folder);
  return slash ? slash + 1 : file;
}

static uint64_t path_hash(const char *instance) {
  char real[PATH_MAX];
  const char *file = path_split(instance, real);
  return XXH3_64bits_withSeed(file, strlen(file), XXH3_64bits(real, strlen(real)));
}

static Status value_add(const char *path, const JobWord *word, JobKey *key, const char *text, uint64_t hash) {
  void *room = list_room(key->value, key->values, sizeof *key->value);
  if (!room) FAIL(ERR_MEMORY, "%s:%d: no memory for %s", path, word->line, text);
  key->value = room;
  JobValue *const value = &key->value[key->values];
  /* lint: malloc-leak: the key has it */
  *value = (JobValue){strdup(text), hash};
  if (!value->text) FAIL(ERR_MEMORY, "%s:%d: no memory for %s", path, word->line, text);
  key->values++;
  return OK;
}

static Status instance_add(const char *path, const JobWord *word, JobKey *key, const char *instance,
                           bool by_text) {
  return value_add(path, word, key, instance,
                   by_text ? XXH3_64bits(instance, strlen(instance)) : path_hash(instance));
}

static Status glob_add(const char *path, const JobWord *word, JobKey *key, const char *item) {
  Text pattern;
  glob_t found;
  TRY(path_join(path, word, item, true, &pattern));
  int rc = glob(pattern.text, 0, NULL, &found);
  if (rc == GLOB_NOSPACE) FAIL(ERR_MEMORY, "%s:%d: no memory for the files of %s", path, word->line, item);
  if (rc != 0)
    FAIL(ERR_FORMAT, "%s:%d: expected a file of the pattern %s, found none", path, word->line, pattern.text);
  Status status = OK;
  for (size_t f = 0; f < found.gl_pathc; f++)
    TRY_GOTO(instance_add(path, word, key, found.gl_pathv[f], false), cleanup);
cleanup:
  globfree(&found);
  return status;
}

static Status word_find(const char *path, const JobWord *word, JobKey *key) {
  Text item, instance;
  TRY(variables_put(path, word, &item));
  if (strpbrk(item.text, "*?[")) return glob_add(path, word, key, item.text);
  TRY(path_join(path, word, item.text, false, &instance));
  if (instance_is_name(item.text) && access(instance.text, F_OK) != 0)
    return instance_add(path, word, key, item.text, true);
  return instance_add(path, word, key, instance.text, false);
}

Status job_instances_find(const char *path, JobKey *key) {
  for (size_t w = 0; w < key->words; w++) TRY(word_find(path, &key->word[w], key));
  return OK;
}

/* Absolute, as the text is part of what tells tasks apart. */
static Status path_find(const char *path, const JobWord *word, JobKey *key) {
  Text item, file, whole = {.length = 0};
  char folder[PATH_MAX];
  TRY(variables_put(path, word, &item));
  TRY(path_join(path, word, item.text, false, &file));
  const char *name = path_split(file.text, folder);
  TRY(text_add(path, word->line, &whole, folder, strlen(folder)));
  TRY(text_add(path, word->line, &whole, "/", 1));
  TRY(text_add(path, word->line, &whole, name, strlen(name)));
  return value_add(path, word, key, whole.text, 0);
}

Status job_paths_find(const char *path, JobKey *key) {
  for (size_t w = 0; w < key->words; w++) TRY(path_find(path, &key->word[w], key));
  return OK;
}
