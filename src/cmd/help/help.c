/* The help: what needs no run, no MPI and no file. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "cmd/command.h"
#include "commands.h"
#include "help.h"
#include "page.h"
#include "problem.h"
#include "solver.h"
#include "status.h"
#include "suggest.h"
#include "version.h"

/* ---- exit codes ---- */

/* The meanings of all statuses with that code. */
static void statuses_join(int code, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int status = 0; status < STATUS_COUNT; status++)
    if (status != ERR_STOPPED && status_exit_code((Status)status) == code)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; or " : "",
                               status_meaning((Status)status));
}

static void help_exit_codes(const Page *page) {
  static const struct {
    int code;
    const char *meaning;
  } own[] = {
      {EXIT_SOME_FAILED,
       "some tasks, solutions or items failed, and their rows say why; or a move improves the solution "
       "of `verify --3opt`"},
      {EXIT_INCOMPLETE, "the best solution found, or that of some task of a sweep, leaves out customers who "
                        "have to be served; it is written "
                        "all the same"},
      {EXIT_RESUMABLE,
       "stopped by a signal or before the time limit of a SLURM job: resume from the checkpoint, or "
       "run the same sweep or batch again"}};
  char left[16], text[512];
  page_begin(page, "cordee-exit-codes", program_version, "exit codes of cordee");
  page_heading(page, "exit codes");
  for (int code = 0; code < 128; code++) {
    statuses_join(code, text, sizeof text);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
      if (own[k].code == code) snprintf(text, sizeof text, "%s", own[k].meaning);
    snprintf(left, sizeof left, "%d", code);
    if (text[0]) page_item(page, left, text);
  }
  page_item(page, "128 + N", "stopped by signal N, and there is no checkpoint to resume");
  page_heading(page, "example");
  page_prose(page, "  cordee resume run.h5 --or-start kroA200.tsp || [ $? = 75 ] && echo resume later\n");
}

/* ---- topics ---- */

static const char *const own_topics[] = {"methods", "exit-codes"};
enum { OWN_TOPICS = sizeof own_topics / sizeof *own_topics };

const char *help_topic_at(int k) {
  int solvers = 0, count = 0;
  while (solver_at(solvers)) solvers++;
  while (problems[count]) count++;
  if (k < OWN_TOPICS) return own_topics[k];
  k -= OWN_TOPICS;
  if (k < count) return problems[k]->name;
  k -= count;
  return k < solvers ? solver_at(k)->name : NULL;
}

/* ---- pages of commands ---- */

static const char about[] = "solver for batches of hard optimisation problems on many GPUs or CPU cores";

void help_overview(const Page *page) {
  char left[128], line[160], examples[256];
  page_begin(page, "cordee", program_version, about);
  snprintf(line, sizeof line, "cordee %s: %s\n", program_version, about);
  if (page->form == PAGE_TEXT) page_prose(page, line);
  page_heading(page, "commands");
  for (const Command *c = command_table(); c->name; c++) {
    snprintf(left, sizeof left, "cordee %s %s", c->name, c->arguments);
    if (!command_is_part(c)) page_item(page, left, c->summary);
  }
  page_item(page, "cordee methods", "list the problems and their methods");
  page_item(page, "cordee help TOPIC", "explain a command, a method, a problem, or exit-codes");
  page_heading(page, "examples");
  snprintf(examples, sizeof examples,
           "  cordee solve %s --time 10 --out best.tour\n  cordee solve --help\n  cordee help %s\n",
           problems[0]->words.example, solver_at(0)->name);
  page_prose(page, examples);
}

/* What may stand behind the command. */
static void usage_print(const Page *page, const Command *c) {
  char line[256];
  const char *const options = c->mask ? " [OPTIONS]" : "";
  snprintf(line, sizeof line, "%scordee %s%s%s%s", page->form == PAGE_TEXT ? "usage: " : "", c->name,
           c->arguments[0] ? " " : "", c->arguments, options);
  if (page->form == PAGE_MANUAL) page_heading(page, "synopsis");
  page_line(page, line);
  if (page->form == PAGE_MANUAL) page_heading(page, "description");
}

/* Paragraphs, then examples under a heading of theirs. */
static void prose_print(const Page *page, const char *help) {
  const char *examples = help[0] == ' ' ? help : strstr(help, "\n  ");
  if (examples && examples != help) examples++;
  if (!examples) examples = help + strlen(help);
  char prose[4096];
  snprintf(prose, sizeof prose, "%.*s", (int)(examples - help), help);
  page_prose(page, prose);
  if (*examples) {
    page_heading(page, "examples");
    page_prose(page, examples);
  }
}

/* "bench batch" and so on below "bench". */
static void parts_print(const Page *page, const Command *whole) {
  const size_t length = strlen(whole->name);
  bool headed = false;
  for (const Command *c = command_table(); c->name; c++) {
    if (!command_is_part(c) || strncmp(c->name, whole->name, length) != 0 || c->name[length] != ' ') continue;
    if (!headed) {
      page_heading(page, "words");
      headed = true;
    }
    page_item(page, c->name + length + 1, c->summary);
  }
  if (headed) page_prose(page, "`cordee help bench WORD` lists the options of each.\n");
}

/* Where the options of methods and problems are. */
static void elsewhere_print(const Page *page) {
  char text[160];
  page_heading(page, "more options");
  snprintf(text, sizeof text, "those of a method, such as %s; `cordee methods` lists the methods",
           solver_at(0)->name);
  page_item(page, "cordee help METHOD", text);
  snprintf(text, sizeof text, "those that say how an instance is read; PROBLEM is");
  for (int p = 0; problems[p]; p++)
    if (problems[p]->options)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", p ? " or " : " ", problems[p]->name);
  page_item(page, "cordee help PROBLEM", text);
}

static void help_command(const Page *page, const Command *c) {
  char name[64] = "cordee-", line[256];
  snprintf(name + strlen(name), sizeof name - strlen(name), "%s", c->name);
  for (char *at = name; *at; at++) *at = *at == ' ' ? '-' : *at;
  page_begin(page, name, program_version, c->summary);
  usage_print(page, c);
  snprintf(line, sizeof line, "\n%s: %s.\n\n", c->name, c->summary);
  if (page->form == PAGE_TEXT) page_prose(page, line);
  if (c->tell) c->tell(page);
  prose_print(page, c->help);
  parts_print(page, c);
  if (c->mask) options_help(page, c->mask);
  if (options_help_elsewhere(c->mask)) elsewhere_print(page);
  if (page->form == PAGE_TEXT)
    page_prose(page, "\nN is a whole number such as 1000 or 1e6, X a decimal number. `cordee help "
                     "exit-codes` lists the exit codes.\n");
}

/* ---- completion ---- */

/* Completion for bash, as `cordee --completion` prints it: words from the tables, and the function of
 * completion.bash. */

extern const char completion_bash[]; /* completion.bash: src/SConscript makes it */

static void commands_print(FILE *out) {
  fprintf(out, "_cordee_commands=\"");
  for (const Command *c = command_table(); c->name; c++)
    if (!command_is_part(c)) fprintf(out, "%s ", c->name);
  fprintf(out, "\"\n_cordee_benches=\"");
  for (const Command *c = command_table(); c->name; c++)
    if (command_is_part(c)) fprintf(out, "%s ", strchr(c->name, ' ') + 1);
  fprintf(out, "\"\n");
}

static void kinds_print(FILE *out) {
  fprintf(out, "_cordee_kinds=\"");
  for (int p = 0; problems[p]; p++)
    for (const GeneratorName *k = problems[p]->generators ? problems[p]->generators->kinds : NULL;
         k && k->name; k++)
      fprintf(out, "%s ", k->name);
  fprintf(out, "\"\n");
}

static void topics_print(FILE *out) {
  const Solver *solver;
  const char *topic;
  fprintf(out, "_cordee_topics=\"");
  for (int k = 0; (topic = help_topic_at(k)); k++) fprintf(out, "%s ", topic);
  fprintf(out, "\"\n_cordee_methods=\"");
  for (int k = 0; (solver = solver_at(k)); k++) fprintf(out, "%s ", solver->name);
  fprintf(out, "\"\n_cordee_problems=\"");
  for (int p = 0; problems[p]; p++) fprintf(out, "%s ", problems[p]->name);
  fprintf(out, "\"\n");
}

/* Completion for bash, as a script. */
static void help_completion(FILE *out) {
  fprintf(out, "# Completion of cordee for bash, made by `cordee --completion`.\n");
  commands_print(out);
  kinds_print(out);
  topics_print(out);
  options_completion(out, command_names());
  fputs(completion_bash, out);
}

/* ---- command line ---- */

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
