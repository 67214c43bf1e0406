/* What `cordee generate` can make of TSPLIB instances: kinds, settings, names. See generate.h. */
#include "option_row.h"
#include "generate.h"
#include "status.h"

typedef struct Settings {
  uint32_t cities, version;
} Settings;

static const GeneratorName kinds[] = {
    {"uniform", "cities anywhere in a square of side 10^6"},
    {"clustered", "n / 100 normal clusters in the same square"},
    {"dimacs-e", "uniform, as the E instances of the DIMACS challenge"},
    {"dimacs-c", "clustered, as its C instances; 100 cities at least"},
    {"amat", "directed: independent random arcs"},
    {"tmat", "directed: shortest paths among those of amat"},
    {"shop", "directed: tasks of a no-wait flow shop of 50 machines"},
    {"super", "directed: strings of 20 bits, overlapping in a superstring"},
    {"crane", "directed: loads of a stacker crane"},
    {"disk", "directed: files on a disk"},
    {"coin", "directed: pay phones in streets without U-turns"},
    {"stilt", "directed: drills on a tilted plane, both motors at once"},
    {"rtilt", "directed: the same, one motor after the other"},
    {"rect", "the same without a tilt (symmetric, MAN_2D)"},
    {.name = NULL},
};

#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows[] = {
    {"cities", KIND_COUNT, FIELD(cities), "1000", .argument = "N", .least = "1", .most = "2147483647",
     .help = "number of cities"},
    {"generator-version", KIND_COUNT, FIELD(version), "0", .argument = "N", .least = "0", .most = "2",
     .help = "version of the kind's generator. 0: the newest; 1: for clustered, the files of earlier "
             "releases, byte for byte, with cities on the border"},
    {.name = NULL}};

static bool is_named(const char *kind) {
  const GeneratorKind *made;
  int32_t n;
  uint64_t seed;
  if (dimacs_name_parse(kind, &made, &n, &seed) == OK) return true;
  status_clear();
  return false;
}

/* A DIMACS name tells cities and seed. */
static Status make(const void *settings, uint64_t seed, const char *kind, Instance **out) {
  const Settings *own = settings;
  const GeneratorKind *made = generator_kind(kind);
  int32_t n = (int32_t)own->cities;
  uint64_t version = made ? own->version : 0;
  if (!made) TRY(dimacs_name_parse(kind, &made, &n, &seed));
  return generator_make(made, version, n, seed, out);
}

const Generators tsp_generators = {.kinds = kinds,
                                   .options = rows,
                                   .bytes = sizeof(Settings),
                                   .make = make,
                                   .named = is_named,
                                   .named_help = "the name of a DIMACS instance such as E1k.0 or C10k.2"};
