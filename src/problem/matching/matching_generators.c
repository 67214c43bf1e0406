/* What `cordee generate` can make of task matching: kinds and settings. See generate_etc.h. */
#include <string.h>
#include "option_row.h"
#include "generate_etc.h"

typedef struct Settings {
  uint32_t tasks, machines;
  Heterogeneity task, machine;
  Consistency consistency;
} Settings;

static const GeneratorName kinds[] = {
    {"etc", "range-based: times by heterogeneity and consistency"},
    {"grid", "lengths of tasks over speeds of machines"},
    {.name = NULL},
};

#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows[] = {
    {"tasks", KIND_COUNT, FIELD(tasks), "512", .argument = "N", .least = "1", .most = "2147483647",
     .help = "number of tasks"},
    {"machines", KIND_COUNT, FIELD(machines), "16", .argument = "N", .least = "1", .most = "2147483647",
     .help = "number of machines"},
    {"task-heterogeneity", KIND_CHOICE, FIELD(task), "hi", heterogeneity_names, .argument = "HOW",
     .of = "etc", .help = "weights of the tasks. hi: up to 3000; lo: up to 100"},
    {"machine-heterogeneity", KIND_CHOICE, FIELD(machine), "hi", heterogeneity_names, .argument = "HOW",
     .of = "etc", .help = "execution times, in weights. hi: up to 1000; lo: up to 10"},
    {"consistency", KIND_CHOICE, FIELD(consistency), "c", consistency_names, .argument = "HOW", .of = "etc",
     .help = "c: consistent, a machine that is faster for one task is faster for all; s: semi-consistent, "
             "that holds for every second machine; i: inconsistent"},
    {.name = NULL}};

static Status make(const void *settings, uint64_t seed, const char *kind, Instance **out) {
  const Settings *own = settings;
  const EtcPlan plan = {.tasks = (int32_t)own->tasks,
                        .machines = (int32_t)own->machines,
                        .seed = seed,
                        .task = own->task,
                        .machine = own->machine,
                        .consistency = own->consistency};
  const EtcGenerator *made = etc_generators;
  while (strcmp(made->name, kind) != 0) made++; /* every kind has one */
  return made->make(&plan, out);
}

const Generators matching_generators = {
    .kinds = kinds, .options = rows, .bytes = sizeof(Settings), .make = make};
