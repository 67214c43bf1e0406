/* Every page of the help: that there is one for each command, method and problem, how wide its lines are, and that the page of exit
 * codes has those of every Status. */
#include <string.h>
#include "cmd/help/commands.h"
#include "cmd/help/help.h"
#include "fixtures/harness.h"
#include "problem.h"

enum { PAGE_MOST = 1 << 16, PAGES = 2 };

/* The page of a topic, NULL: the overview; valid until the next but one call. */
static const char *page_of(const char *topic, PageForm form) {
  static char texts[PAGES][PAGE_MOST];
  static int turn;
  char *const text = texts[turn++ % PAGES];
  FILE *out = fmemopen(text, PAGE_MOST, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  const Page page = {out, form};
  if (topic) CU_ASSERT_EQUAL(help_topic(&page, topic), OK);
  if (!topic) help_overview(&page);
  fclose(out);
  return text;
}

static void page_check(const char *topic) {
  const char *text = page_of(topic, PAGE_TEXT), *manual = page_of(topic, PAGE_MANUAL);
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    if (strcspn(line, "\n") > PAGE_COLUMNS)
      printf("%s: %.*s\n", topic ? topic : "cordee", (int)strcspn(line, "\n"), line);
    CU_ASSERT(strcspn(line, "\n") <= PAGE_COLUMNS);
  }
  CU_ASSERT(strlen(text) > 100 && strncmp(manual, ".TH ", 4) == 0 && strstr(manual, "\n.SH NAME\ncordee"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "  cordee ")); /* an example, or a command */
}

static void pages(void) {
  page_check(NULL);
  for (const Command *c = command_table(); c->name; c++) page_check(c->name);
  for (int k = 0; help_topic_at(k); k++)
    if (strcmp(help_topic_at(k), "methods") != 0) page_check(help_topic_at(k));
}

/* Every method is listed once for each of its problems, with a page that tells its own options and no other method's. */
static void methods(void) {
  const Solver *solver;
  char list[PAGE_MOST], line[64];
  strcpy(list, page_of("methods", PAGE_TEXT));
  for (int k = 0; (solver = solver_at(k)); k++) {
    int count = 0, accepted = 0;
    snprintf(line, sizeof line, "\n  %s ", solver->name);
    for (const char *at = list; (at = strstr(at, line)); at++) count++;
    for (int p = 0; problems[p]; p++) accepted += solver_accepts(solver, problems[p]);
    CU_ASSERT_EQUAL(count, accepted);
    const char *page = page_of(solver->name, PAGE_TEXT);
    for (const OptionRow *row = solver->options; row && row->name; row++) {
      snprintf(line, sizeof line, "\n  --%s ", row->name);
      const char *found = strstr(page, line);
      CU_ASSERT(found && !strstr(found + 1, line));
    }
    CU_ASSERT(solver->about && solver->about[0] && solver->example);
  }
}

static void exit_codes(void) {
  const char *page = page_of("exit-codes", PAGE_TEXT);
  char line[32];
  for (int status = 0; status < STATUS_COUNT; status++) {
    snprintf(line, sizeof line, "\n  %d  ", status_exit_code((Status)status));
    const char *found = strstr(page, line);
    CU_ASSERT_PTR_NOT_NULL(found);
    CU_ASSERT(found && !strstr(found + 1, line)); /* once */
    CU_ASSERT(status_meaning((Status)status)[0] != 0);
  }
  CU_ASSERT_PTR_NOT_NULL(strstr(page, "\n  1  "));
  CU_ASSERT_PTR_NOT_NULL(strstr(page, "\n  75  "));
  CU_ASSERT_PTR_NOT_NULL(strstr(page, "or the launcher belongs to another MPI"));
}

static void unknown(void) {
  const Page page = {stdout, PAGE_TEXT};
  CU_ASSERT_EQUAL(help_topic(&page, "sovle"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(
      status_message(),
      "help: expected a command, a method, a problem or a word of these, found 'sovle', did you mean solve?");
  status_clear();
  CU_ASSERT_EQUAL(help_topic(&page, ""), ERR_USAGE);
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(pages), TEST(methods), TEST(exit_codes), TEST(unknown), {NULL, NULL}};
  return harness_run("help", tests);
}
