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
     .most = "1e9", .place = PSO_PLACE, .help = "iterations of each swarm"},
    {"migrants", KIND_COUNT, FIELD(migrants), "2", .argument = "N", .least = "0", .most = "1e6",
     .place = PSO_PLACE,
     .help = "best particles of a swarm that replace the worst of the next swarm after every epoch"},
    {"form", KIND_CHOICE, FIELD(form), "real", forms, .argument = "FORM", .place = PSO_PLACE,
     .help = "positions. real: real numbers; discrete: rounded to whole numbers after every move"},
    {"inertia", KIND_CHOICE, FIELD(inertia), "decay", inertias, .argument = "HOW", .place = PSO_PLACE,
     .help = "inertia weight. decay: --w, multiplied by --decay in each iteration; linear: falls from --w to "
             "0.4; constriction: the constriction factor of Clerc and Kennedy"},
    {"w", KIND_REAL, FIELD(w), "0.9", .argument = "X", .least = "0", .most = "10", .place = PSO_PLACE,
     .help = "initial inertia weight"},
    {"decay", KIND_REAL, FIELD(decay), "0.995", .argument = "X", .least = "0", .most = "1",
     .place = PSO_PLACE, .help = "factor of the inertia weight per iteration, with --inertia decay"},
    {"c1", KIND_REAL, FIELD(c1), "2.0", .argument = "X", .least = "0", .most = "100", .place = PSO_PLACE,
     .help = "weight of a particle's own best position"},
    {"c2", KIND_REAL, FIELD(c2), "1.4", .argument = "X", .least = "0", .most = "100", .place = PSO_PLACE,
     .help = "weight of the best position of the swarm"},
    {"c3", KIND_REAL, FIELD(c3), "1.0", .argument = "X", .least = "0", .most = "100", .place = PSO_PLACE,
     .help = "weight of repulsion from the best position of the neighbouring swarm, in every second swarm"},
    {NULL}};
