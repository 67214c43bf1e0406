/* Options of the "anneal" solver. */
#include "anneal_plan.h"

enum { ANNEAL_PLACE = 70 };
#define FIELD(member) OPTION_FIELD(AnnealPlan, member)
const OptionRow anneal_option_rows[] = {
    {"chains", KIND_COUNT, FIELD(chains), "0", .argument = "N", .least = "0", .most = "1e6",
     .place = ANNEAL_PLACE, .help = "Markov chains of an island; 0: 1 on the CPU, 32 on a GPU"},
    {"epochs", KIND_COUNT, FIELD(epochs), "50", .amount = true, .argument = "N", .least = "1", .most = "1e9",
     .place = ANNEAL_PLACE, .help = "epochs: each chain is heated and cooled once in each"},
    {"temperature", KIND_REAL, FIELD(temperature), "0.15", .argument = "X", .least = "1e-6", .most = "1000",
     .place = ANNEAL_PLACE, .help = "temperature at the start of the first epoch"},
    {"reheat", KIND_REAL, FIELD(reheat), "0.05", .argument = "X", .least = "1e-6", .most = "1000",
     .place = ANNEAL_PLACE, .help = "temperature at the start of every later epoch"},
    {"cold", KIND_REAL, FIELD(cold), "0.005", .argument = "X", .least = "1e-6", .most = "1000",
     .place = ANNEAL_PLACE, .help = "temperature at the end of every epoch"},
    {"aim", KIND_REAL, FIELD(reference), "0.003", .argument = "X", .least = "0", .most = "0.5",
     .alias = "reference", .place = ANNEAL_PLACE,
     .help = "reference makespan of a chain, above which loads are penalised: its best makespan, reduced by "
             "this fraction"},
    {NULL}};
