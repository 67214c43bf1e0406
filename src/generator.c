/* Generators of all problems: see generator.h. */
#include "generator.h"

#include <string.h>
#include "problem.h"

/* The kind of that name in the table, else the end of the table. */
static const GeneratorName *kind_find(const Generators *generators, const char *kind) {
  const GeneratorName *k = generators->kinds;
  while (k->name && strcmp(k->name, kind) != 0) k++;
  return k;
}

const Problem *generators_find(const char *kind) {
  for (int p = 0; problems[p]; p++) {
    const Generators *generators = problems[p]->generators;
    if (generators && kind_find(generators, kind)->name) return problems[p];
    if (generators && generators->named && generators->named(kind)) return problems[p];
  }
  return NULL;
}

static void text_append(char *text, size_t size, const char *before, const char *more) {
  const size_t used = strlen(text);
  snprintf(text + used, size - used, "%s%s", used ? before : "", more);
}

void generators_list(char *text, size_t size) {
  text[0] = 0;
  for (int p = 0; problems[p]; p++)
    for (const GeneratorName *k = problems[p]->generators ? problems[p]->generators->kinds : NULL;
         k && k->name; k++)
      text_append(text, size, ", ", k->name);
  for (int p = 0; problems[p]; p++)
    if (problems[p]->generators && problems[p]->generators->named)
      text_append(text, size, ", or ", problems[p]->generators->named_help);
}

void generators_help(const Page *page) {
  for (int p = 0; problems[p]; p++) {
    const Generators *generators = problems[p]->generators;
    char heading[64];
    if (!generators) continue;
    snprintf(heading, sizeof heading, "KINDs of %s instances", problems[p]->words.title);
    page_heading(page, heading);
    for (const GeneratorName *k = generators->kinds; k->name; k++) page_item(page, k->name, k->help);
    if (generators->named) page_item(page, "NAME", generators->named_help);
  }
}
