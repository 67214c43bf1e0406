/* The help of cordee-ladder: see ladders.h. */
#include <string.h>
#include "ladders.h"
#include "version.h"

static const char about[] = "published designs and tables, measured beside cordee's own kernels";

void ladders_help(const Page *page) {
  char line[160];
  snprintf(line, sizeof line, "cordee-ladder %s: %s\n\n", program_version, about);
  page_prose(page, line);
  page_line(page, "usage: cordee-ladder NAME [OPTIONS]");
  page_heading(page, "ladders");
  for (int k = 0; ladders[k]; k++) page_item(page, ladders[k]->name, ladders[k]->summary);
  page_prose(page,
             "\n`cordee-ladder NAME --help` lists the options of each. With `--profile-hint` among them it "
             "prints the command of Nsight Compute that counts what publications report of the kernels, "
             "and measures nothing. `cordee bench` measures cordee alone.\n");
}

void ladder_help(const Page *page, const LadderEntry *ladder) {
  char line[256], prose[2048];
  const char *const help = ladder->help, *const found = help[0] == ' ' ? help : strstr(help, "\n  ");
  const size_t length = found ? (size_t)(found - help) : strlen(help);
  snprintf(line, sizeof line, "usage: cordee-ladder %s [OPTIONS]%s", ladder->name,
           ladder->needs == LADDER_OF_FILES ? " FILE..." : "");
  page_line(page, line);
  snprintf(line, sizeof line, "\n%s: %s.\n\n", ladder->name, ladder->summary);
  page_prose(page, line);
  snprintf(prose, sizeof prose, "%.*s\n", (int)length, help);
  if (length) page_prose(page, prose);
  if (found) {
    page_heading(page, "examples");
    page_prose(page, found + (found != help));
  }
  options_help(page, FOR_PROGRAM);
}
