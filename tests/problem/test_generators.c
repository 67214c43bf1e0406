/* Generators of the registry: what a table promises the command line. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "options/options.h"
#include "problem.h"

static Instance *make(const Problem *problem, const char *kind, uint64_t seed) {
  Options options;
  Instance *inst = NULL;
  void *settings = calloc(1, problem->generators->bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(settings);
  options_default(&options);
  options_generator(&options, problem->generators, settings);
  CU_ASSERT_EQUAL(problem->generators->make(settings, seed, kind, &inst), OK);
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  free(settings);
  return inst;
}

/* Every kind is one problem's, and makes instances of it that the seed tells apart. */
static void kinds(void) {
  for (int p = 0; problems[p]; p++)
    for (const GeneratorName *k = problems[p]->generators ? problems[p]->generators->kinds : NULL;
         k && k->name; k++) {
      CU_ASSERT_PTR_EQUAL(generators_find(k->name), problems[p]);
      CU_ASSERT(k->help && k->help[0] && strcspn(k->name, " ") == strlen(k->name));
      Instance *inst = make(problems[p], k->name, 1), *same = make(problems[p], k->name, 1),
               *other = make(problems[p], k->name, 2);
      CU_ASSERT_PTR_EQUAL(inst->problem, problems[p]);
      CU_ASSERT(inst->digest == instance_digest(inst) && inst->digest == same->digest);
      CU_ASSERT_NOT_EQUAL(inst->digest, other->digest);
      instance_free(inst);
      instance_free(same);
      instance_free(other);
    }
}

static bool kind_there(const Generators *generators, const char *name, size_t length) {
  for (const GeneratorName *k = generators->kinds; k->name; k++)
    if (strlen(k->name) == length && strncmp(k->name, name, length) == 0) return true;
  return false;
}

static void row_check(const Generators *generators, const OptionRow *row) {
  CU_ASSERT(row->kind == KIND_COUNT || row->kind == KIND_REAL || row->kind == KIND_CHOICE);
  CU_ASSERT(row->bytes == 8 || (row->bytes == 4 && row->kind != KIND_REAL));
  CU_ASSERT(row->offset + row->bytes <= generators->bytes);
  CU_ASSERT(row->standard && row->standard[0]);
  for (const char *at = row->of; at; at = strchr(at, ' '), at = at ? at + 1 : NULL)
    CU_ASSERT(kind_there(generators, at, strcspn(at, " ")));
}

static void rows(void) {
  for (int p = 0; problems[p]; p++) {
    const Generators *generators = problems[p]->generators;
    if (!generators) continue;
    CU_ASSERT(problems[p]->write && generators->make);
    CU_ASSERT_EQUAL(generators->named == NULL, generators->named_help == NULL);
    for (const OptionRow *row = generators->options; row->name; row++) row_check(generators, row);
  }
}

/* A name is made of itself: no setting and no seed matters. */
static void names(void) {
  const Problem *problem = generators_find("E1k.0");
  CU_ASSERT_PTR_NOT_NULL_FATAL(problem);
  Instance *inst = make(problem, "E1k.0", 1), *same = make(problem, "E1k.0", 77);
  CU_ASSERT_STRING_EQUAL(inst->name, "E1k.0");
  CU_ASSERT_EQUAL(inst->digest, same->digest);
  instance_free(inst);
  instance_free(same);
  CU_ASSERT(!generators_find("E1q.0") && !generators_find("") && !generators_find("Uniform"));
  CU_ASSERT_EQUAL(status_message()[0], 0); /* looking says nothing */
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kinds), TEST(rows), TEST(names), {NULL, NULL}};
  return harness_run("generators", tests);
}
