/* Graphs as text: which kind a file is, whether its edges have directions, how many there are; what is refused, and by which words. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "graph/graph_text.h"

enum { ARCS_MAX = 8 };

typedef struct Case {
  const char *path, *text;
  GraphArcs as;
  const char *want; /* "directed 4: 0-1 1-2", edges as they come; else what a refusal says */
} Case;

static void edges_print(const EdgeList *edges, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "%s %llu:", edges->directed ? "directed" : "edges",
                                 (unsigned long long)edges->n);
  for (uint64_t k = 0; k < edges->count && k < ARCS_MAX; k++)
    used += (size_t)snprintf(out + used, size - used, " %u-%u", edges->ends[2 * k] + edges->first,
                             edges->ends[2 * k + 1] + edges->first);
}

static void case_check(const Case *c) {
  EdgeList edges;
  char found[512];
  const Status status = edges_parse(c->path, c->text, strlen(c->text), c->as, &edges);
  if (status == OK)
    edges_print(&edges, found, sizeof found);
  else
    snprintf(found, sizeof found, "%s", status_message());
  const bool same =
      status == OK ? strcmp(found, c->want) == 0 : strncmp(found, c->want, strlen(c->want)) == 0;
  CU_ASSERT(same);
  if (!same) printf("# %s\n# expected %s\n# found    %s\n", c->text, c->want, found);
  if (status == OK) edges_free(&edges);
  status_clear();
}

static void cases_check(const Case *cases) {
  for (const Case *c = cases; c->path; c++) case_check(c);
}

#define MTX "%%MatrixMarket matrix coordinate "

static void banners(void) {
  static const Case cases[] = {
      {"a", MTX "pattern general\n3 3 2\n1 2\n3 2\n", 0, "directed 3: 1-2 3-2"},
      {"a", "%%matrixmarket MATRIX Coordinate Real General\n3 3 1\n1 2 5\n", 0, "directed 3: 1-2"},
      {"a", "%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n2 1 5\n", 0, "edges 3: 2-1"},
      {"a", "\n \t%%MatrixMarket\tmatrix coordinate complex hermitian\r\n%c\n\n3 3 1\r\n2 1 5 0\r\n", 0,
       "edges 3: 2-1"},
      {"a", "%% MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 1 5\n", 0, "edges 3: 2-1"},
      {"a", "% c\n" MTX "unsigned-integer general\n3 3 1\n2 1 5\n", 0, "directed 3: 2-1"},
      {"a", "%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n0\n", 0, "a:1: expected coordinate"},
      {"a", "%%MatrixMarket vector coordinate real general\n2 1\n1 1\n", 0, "a:1: expected matrix"},
      {"a", "%%MatrixMarket matrix coordinate quaternion general\n2 2 1\n1 1\n", 0,
       "a:1: expected pattern, integer"},
      {"a", MTX "real lopsided\n2 2 1\n1 1\n", 0, "a:1: expected general, symmetric"},
      {"a", "%%Matrix Market matrix coordinate real general\n3 3 1\n1 2 1\n", 0,
       "a:1: expected '%%MatrixMarket matrix"},
      {"a", "%%MatrixMarketmatrix coordinate real general\n3 3 1\n1 2 1\n", 0,
       "a:1: expected '%%MatrixMarket matrix"},
      {"a.mtx", "3 3 1\n1 2 1\n", 0, "a.mtx:1: expected '%%MatrixMarket matrix"},
      {"a.MTX.gz", "% c\n3 3 1\n1 2 1\n", 0, "a.MTX.gz:1: expected '%%MatrixMarket matrix"},
      {"a", MTX "real general\n3 4 1\n1 2 1\n", 0, "a:2: expected as many columns as rows, found '4 1'"},
      {"a", MTX "real general\n5000000000 5000000000 1\n", 0,
       "a:2: expected at most 2147483648 vertices, found '5000000000"},
      {"a", MTX "pattern general\n3 3 2\n1 2\n", 0,
       "a:2: expected 2 edges or arcs as this line says, found 1"},
      {"a", MTX "pattern general\n3 3 1\n1 2\n2 3\n", 0,
       "a:2: expected 1 edges or arcs as this line says, found 2"},
      {"a", MTX "pattern symmetric\n3 3 1\n2 1\n", GRAPH_DIRECTED,
       "a: expected a graph with directions beside --directed, found one without (symmetric)"},
      {"a", MTX "pattern general\n3 3 1\n2 1\n", GRAPH_UNDIRECTED, "edges 3: 2-1"},
      {NULL, NULL, 0, NULL}};
  cases_check(cases);
}

static void headers(void) {
  static const Case cases[] = {
      {"a", "# Directed graph: three arcs\n# Nodes: 4 Edges: 3\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n2\t3\n",
       0, "directed 4: 0-1 1-2 2-3"},
      {"a", "# Undirected graph: directed.txt\n0 1\n", 0, "edges 2: 0-1"},
      {"a", "# directed: no\n0 1\n", 0, "edges 2: 0-1"},
      {"a", "# this graph is not directed\n0 1\n", 0, "edges 2: 0-1"},
      {"a", "% a directed network\n0 1\n", 0, "directed 2: 0-1"},
      {"a", "# directed once\n# undirected now\n0 1\n", 0, "a: expected a header that says whether"},
      {"a", "# directed once\n# undirected now\n0 1\n", GRAPH_DIRECTED, "directed 2: 0-1"},
      {"a", "# Undirected graph\n0 1\n", GRAPH_DIRECTED,
       "a: expected a graph with directions beside --directed, found one without (line 1)"},
      {"a", "# Directed graph\n0 1\n", GRAPH_UNDIRECTED, "edges 2: 0-1"},
      {"a", "0 1\n# directed\n", 0, "edges 2: 0-1"},
      {"a", "0 1\n", GRAPH_DIRECTED, "directed 2: 0-1"},
      {"a", "% asym unweighted\n% 3 4 4\n1 2\n2 3\n3 4\n", 0, "directed 4: 1-2 2-3 3-4"},
      {"a", "% sym positive\n% 1 4\n1 2 7\n", 0, "edges 4: 1-2"},
      {"a", "% asym positive\n1 2 7\n", 0, "directed 2: 1-2"},
      {"a", "% asym dynamic\n% 3 4 4\n1 2 1 5\n1 2 -1 6\n", 0, "directed 4: 1-2 1-2"},
      {"a", "% bip unweighted\n% 1 4 4\n1 2\n", 0,
       "a:1: expected a graph of one set of vertices (sym, asym), found bip"},
      {"a", "% asym unweighted\n% 3 4 4\n1 2\n2 3\n", 0,
       "a:2: expected 3 edges or arcs as this line says, found 2"},
      {"a", "% asym unweighted\n% 1 4 4\n1 5\n", 0, "a:3: expected a vertex from 1 to 4, found '5'"},
      {"a", "% sym\n0 1\n", 0, "a:2: expected two vertices, numbered from 1 on, found '0 1'"},
      {"a", "# Nodes: 4 Edges: 3\n0 1\n", 0, "a:1: expected 3 edges or arcs as this line says, found 1"},
      {"a", "# Nodes: 2 Edges: 2\n0 1\n1 9\n", 0, "a:1: expected 2 vertices as this line says, found 3"},
      {"a", "# Nodes: 3 Edges: 2\n0 1\n1 9\n", 0, "edges 10: 0-1 1-9"},
      {"a.el", "0 1\n", 0, "directed 2: 0-1"},
      {"a.wel", "0 1 5\n", GRAPH_UNDIRECTED, "edges 2: 0-1"},
      {NULL, NULL, 0, NULL}};
  cases_check(cases);
}

static void counts(void) {
  static const Case cases[] = {
      {"a", "p sp 5 2\na 1 2 5\na 2 3 7\n", 0, "directed 5: 1-2 2-3"},
      {"a", "c x\np sp 5 4\na 1 2 5\na 2 3 7\n", 0,
       "a:2: expected 4 edges or arcs as this line says, found 2"},
      {"a", "p max 3 1\na 1 2 5\na 2 3 7\n", 0, "a:1: expected 1 edges or arcs as this line says, found 2"},
      {"a", "p edge 3 2\ne 1 2\n", 0, "a:1: expected 2 edges or arcs as this line says, found 1"},
      {"a", "p col 3 1\ne 1 2\n", GRAPH_DIRECTED,
       "a: expected a graph with directions beside --directed, found one without (p col)"},
      {"a", "p sp 3000000000 1\na 1 2 5\n", 0,
       "a:1: expected at most 2147483648 vertices, found '3000000000 1'"},
      {"a.graph", "3 2\n2\n1 3\n2\n", 0, "edges 3: 1-2 2-3"},
      {"a.graph", "3 1\n2\n1 3\n2\n", 0,
       "a.graph: expected 1 edges, each in the lines of both ends, found 4"},
      {"a.graph", "3 1\n2\n\n1\n", 0, "a.graph: expected 1 edges, each in the lines of both ends"},
      {"a.graph", "2 1\n2\n1\n1\n", 0, "a.graph:4: expected no more lines than vertices"},
      {"a.txt", "3 2\n2 3 1\n1 3 4\n", 0, "a.txt:2: expected 2 numbers as in line 1"},
      {NULL, NULL, 0, NULL}};
  cases_check(cases);
}

static void separators(void) {
  static const Case cases[] = {
      {"a", "0,1\n1, 2\n", 0, "edges 3: 0-1 1-2"},
      {"a", "0;1;0.5\n1;2;0.25\n", 0, "edges 3: 0-1 1-2"},
      {"a", "0\t1\n 1  2 \r\n", 0, "edges 3: 0-1 1-2"},
      {"a", "source,target,weight\n0,1,.5\n1,2,7\n", 0, "edges 3: 0-1 1-2"},
      {"a", "\"id\";\"to\";\"from\"\n\"9\";\"1\";\"0\"\n\"8\";\"2\";\"1\"\n", 0, "edges 3: 0-1 1-2"},
      {"a", ",source,target\n0,5,6\n", 0, "edges 7: 5-6"},
      {"a", "id_1,id_2\n0,1\n", GRAPH_DIRECTED, "directed 2: 0-1"},
      {"a", "Source,Target,Type\n0,1,Directed\n1,0,Directed\n", 0, "directed 2: 0-1 1-0"},
      {"a", "Source,Target,Type\n0,1,Directed\n1,0,Undirected\n", 0, "a:3: expected the same type of edge"},
      {"a", "person,place\n0,1\n", 0,
       "a:1: expected two vertices, numbered from 0 on, or columns named source and target"},
      {"a", "0 1 {'w': 1, 'x': 2}\n1 2 {}\n", 0, "edges 3: 0-1 1-2"},
      {"a", "0,1\n1 2\n", 0, "a:2: expected two vertices, numbered from 0 on, found '1 2'"},
      {"a", "0,,1\n", 0, "a:1: expected two vertices, numbered from 0 on, found ',1'"},
      {"a", "0 1.5\n", 0, "a:1: expected two vertices, numbered from 0 on, found '1.5'"},
      {"a", "0 3000000000\n", 0,
       "a:1: expected at most 2147483648 vertices: number them from 0 on without gaps, found '3000000000'"},
      {NULL, NULL, 0, NULL}};
  cases_check(cases);
}

static const HarnessTest tests[] = {
    TEST(banners), TEST(headers), TEST(counts), TEST(separators), {NULL, NULL}};

int main(void) { return harness_run("graphs as text", tests); }
