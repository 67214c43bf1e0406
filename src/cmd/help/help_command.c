/* The overview, and the page of a command: see help.h. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "help.h"
#include "problem.h"
#include "version.h"

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

void help_command(const Page *page, const Command *c) {
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
