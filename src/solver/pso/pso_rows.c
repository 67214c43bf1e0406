/* Options of the "pso" solver. */
#include "pso_plan.h"

static const char *const inertias[] = {
    [INERTIA_DECAY] = "decay", [INERTIA_LINEAR] = "linear", [INERTIA_CONSTRICTION] = "constriction", NULL};
static const char *const forms[] = {[FORM_REAL] = "real", [FORM_DISCRETE] = "discrete", NULL};

enum { PSO_PLACE = 60 };
#define FIELD(member) OPTION_FIELD(PsoPlan, member)
const OptionRow pso_option_rows[] = {
    {"particles", KIND_COUNT, FIELD(particles), "128", .argument = "N", .least = "1", .most = "1e6",
     .place = PSO_PLACE, .help = "particles of a swarm"},
    {"iterations", KIND_COUNT, FIELD(iterations), "1000", .amount = true, .argument = "N", .least = "1",
     .most = "1e9", .place = PSO_PLACE, .help = "iterations of every particle"},
    {"migrants", KIND_COUNT, FIELD(migrants), "2", .argument = "N", .least = "0", .most = "1e6",
     .place = PSO_PLACE, .help = "so many of a swarm's best replace the next swarm's worst every epoch"},
    {"form", KIND_CHOICE, FIELD(form), "real", forms, .argument = "FORM", .place = PSO_PLACE,
     .help = "positions; discrete: they are rounded after every move"},
    {"inertia", KIND_CHOICE, FIELD(inertia), "decay", inertias, .argument = "HOW", .place = PSO_PLACE,
     .help =
         "decay: --w times --decay an iteration; linear: from --w to 0.4; constriction: Clerc and Kennedy's"},
    {"w", KIND_REAL, FIELD(w), "0.9", .argument = "X", .least = "0", .most = "10", .place = PSO_PLACE,
     .help = "inertia at the start"},
    {"decay", KIND_REAL, FIELD(decay), "0.995", .argument = "X", .least = "0", .most = "1",
     .place = PSO_PLACE, .help = "factor of the inertia an iteration"},
    {"c1", KIND_REAL, FIELD(c1), "2.0", .argument = "X", .least = "0", .most = "100", .place = PSO_PLACE,
     .help = "pull of a particle's own best"},
    {"c2", KIND_REAL, FIELD(c2), "1.4", .argument = "X", .least = "0", .most = "100", .place = PSO_PLACE,
     .help = "pull of its swarm's best"},
    {"c3", KIND_REAL, FIELD(c3), "1.0", .argument = "X", .least = "0", .most = "100", .place = PSO_PLACE,
     .help = "push of the neighbour's best, in every second swarm"},
    {NULL}};
