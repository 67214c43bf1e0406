/* What the command line asks for: see help.h. */
#include "help.h"

#include <string.h>
#include "c_locale.h"
#include "commands.h"
#include "help_words.h"
#include "problem.h"
#include "suggest.h"
#include "version.h"

static Status topic_unknown(const char *topic) {
  Suggestion near = suggest_begin(topic);
  char text[SUGGEST_TEXT_MAX];
  const char *name;
  for (const Command *c = command_table(); c->name; c++) suggest_offer(&near, c->name);
  for (int k = 0; (name = help_topic_at(k)); k++) suggest_offer(&near, name);
  help_words_offer(&near);
  FAIL(ERR_USAGE, "help: expected a command, a method, a problem or a word of these, found '%s'%s", topic,
       suggest_text(&near, "", text));
}

/* The topic in small letters, without the dashes of an option. */
static void topic_plain(const char *topic, char *plain, size_t size) {
  snprintf(plain, size, "%s", topic + strspn(topic, "-"));
  for (char *at = plain; *at; at++) *at = c_tolower(*at);
}

/* Has the word no page of its own, but an answer? */
static bool word_answered(const Page *page, const char *topic) {
  return help_word(page, topic) || options_help_named(page, topic);
}

Status help_topic(const Page *page, const char *asked) {
  char topic[64];
  topic_plain(asked, topic, sizeof topic);
  const Command *command = command_find(topic);
  const Solver *solver = solver_named(topic);
  const Problem *problem = problem_find(topic);
  if (command)
    help_command(page, command);
  else if (solver)
    help_solver(page, solver);
  else if (problem)
    help_problem(page, problem);
  else if (strcmp(topic, "methods") == 0)
    help_methods(page);
  else if (strcmp(topic, "exit-codes") == 0)
    help_exit_codes(page);
  else if (!word_answered(page, topic))
    return topic_unknown(asked);
  return OK;
}

/* "bench batch" or "distance matrix" of two words, if that is known; else the first. */
static void topic_join(int count, char **words, char *topic, size_t size) {
  snprintf(topic, size, "%s %s", words[0], count > 1 ? words[1] : "");
  if (!command_find(topic) && !help_word_known(topic)) snprintf(topic, size, "%s", words[0]);
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

/* `cordee COMMAND ... --help`. */
static Status command_asked(const Page *page, int argc, char **argv, bool *asked) {
  char topic[64];
  *asked = false;
  for (int k = 2; k < argc && command_find(argv[1]); k++) *asked |= is_help(argv[k]);
  if (!*asked) return OK;
  topic_join(argc - 1, argv + 1, topic, sizeof topic);
  return help_topic(page, topic);
}

/* The names of all manual pages, a line each; with a name its page. */
static Status manual_asked(int argc, char **argv) {
  const Page page = {stdout, PAGE_MANUAL};
  const char *name;
  if (argc > 2 && strcmp(argv[2], "cordee") != 0) return help_topic(&page, argv[2]);
  if (argc > 2) {
    help_overview(&page);
    return OK;
  }
  puts("cordee");
  for (const Command *c = command_table(); c->name; c++) puts(c->name);
  for (int k = 0; (name = help_topic_at(k)); k++) puts(name);
  return OK;
}

Status help_asked(int argc, char **argv, bool *asked) {
  const Page page = {stdout, PAGE_TEXT};
  const char *const word = argc < 2 ? "--help" : argv[1];
  char topic[64];
  *asked = true;
  if (is_help(word) || (strcmp(word, "help") == 0 && (argc < 3 || is_help(argv[2])))) {
    help_overview(&page);
    return OK;
  }
  if (strcmp(word, "help") == 0) {
    topic_join(argc - 2, argv + 2, topic, sizeof topic);
    return help_topic(&page, topic);
  }
  if (strcmp(word, "methods") == 0) {
    help_methods(&page);
    return OK;
  }
  if (strcmp(word, "--version") == 0) {
    printf("cordee %s\n", program_version);
    return OK;
  }
  if (strcmp(word, "--options") == 0) {
    options_list(stdout, command_names());
    return OK;
  }
  if (strcmp(word, "--completion") == 0) {
    help_completion(stdout);
    return OK;
  }
  if (strcmp(word, "--manual") == 0) return manual_asked(argc, argv);
  return command_asked(&page, argc, argv, asked);
}
