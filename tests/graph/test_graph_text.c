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
  GraphNaming naming;
} Case;

/* What vertex v is called. */
static int vertex_print(const EdgeList *edges, uint32_t v, char *out, size_t size) {
  const GraphIds *const ids = &edges->ids;
  if (!ids->id) return snprintf(out, size, "%u", v + edges->first);
  if (!ids->names) return snprintf(out, size, "%llu", (unsigned long long)ids->id[v]);
  return snprintf(out, size, "%.*s", (int)(ids->id[v + 1] - ids->id[v]), ids->names + ids->id[v]);
}

static void edges_print(const EdgeList *edges, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "%s %llu:", edges->directed ? "directed" : "edges",
                                 (unsigned long long)edges->n);
  for (uint64_t k = 0; k < 2 * edges->count && k < 2 * ARCS_MAX; k++) {
    out[used++] = k % 2 ? '-' : ' ';
    used += (size_t)vertex_print(edges, edges->ends[k], out + used, size - used);
  }
  if (edges->ids.id) snprintf(out + used, size - used, " %s", edges->named);
}

static void case_check(const Case *c) {
  EdgeList edges;
  char found[512];
  const Status status = edges_parse(c->path, c->text, strlen(c->text), c->as, c->naming, 2, &edges);
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
      {"a", MTX "pattern general\n3 3 2\n1 2\n3 2\n", 0, "directed 3: 1-2 3-2", 0},
      {"a", "%%matrixmarket MATRIX Coordinate Real General\n3 3 1\n1 2 5\n", 0, "directed 3: 1-2", 0},
      {"a", "%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n2 1 5\n", 0, "edges 3: 2-1", 0},
      {"a", "\n \t%%MatrixMarket\tmatrix coordinate complex hermitian\r\n%c\n\n3 3 1\r\n2 1 5 0\r\n", 0,
       "edges 3: 2-1", 0},
      {"a", "%% MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 1 5\n", 0, "edges 3: 2-1", 0},
      {"a", "% c\n" MTX "unsigned-integer general\n3 3 1\n2 1 5\n", 0, "directed 3: 2-1", 0},
      {"a", "%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n0\n", 0, "a:1: expected coordinate", 0},
      {"a", "%%MatrixMarket vector coordinate real general\n2 1\n1 1\n", 0, "a:1: expected matrix", 0},
      {"a", "%%MatrixMarket matrix coordinate quaternion general\n2 2 1\n1 1\n", 0,
       "a:1: expected pattern, integer", 0},
      {"a", MTX "real lopsided\n2 2 1\n1 1\n", 0, "a:1: expected general, symmetric", 0},
      {"a", "%%Matrix Market matrix coordinate real general\n3 3 1\n1 2 1\n", 0,
       "a:1: expected '%%MatrixMarket matrix", 0},
      {"a", "%%MatrixMarketmatrix coordinate real general\n3 3 1\n1 2 1\n", 0,
       "a:1: expected '%%MatrixMarket matrix", 0},
      {"a.mtx", "3 3 1\n1 2 1\n", 0, "a.mtx:1: expected '%%MatrixMarket matrix", 0},
      {"a.MTX.gz", "% c\n3 3 1\n1 2 1\n", 0, "a.MTX.gz:1: expected '%%MatrixMarket matrix", 0},
      {"a", MTX "real general\n3 4 1\n1 2 1\n", 0, "a:2: expected as many columns as rows, found '4 1'", 0},
      {"a", MTX "real general\n5000000000 5000000000 1\n", 0,
       "a:2: expected at most 2147483648 vertices, found '5000000000", 0},
      {"a", MTX "pattern general\n3 3 2\n1 2\n", 0,
       "a:2: expected 2 edges or arcs as this line says, found 1", 0},
      {"a", MTX "pattern general\n3 3 1\n1 2\n2 3\n", 0,
       "a:2: expected 1 edges or arcs as this line says, found 2", 0},
      {"a", MTX "pattern symmetric\n3 3 1\n2 1\n", GRAPH_DIRECTED,
       "a: expected a graph with directions beside --directed, found one without (symmetric)", 0},
      {"a", MTX "pattern general\n3 3 1\n2 1\n", GRAPH_UNDIRECTED, "edges 3: 2-1", 0},
      {NULL, NULL, 0, NULL, 0}};
  cases_check(cases);
}

static void headers(void) {
  static const Case cases[] = {
      {"a", "# Directed graph: three arcs\n# Nodes: 4 Edges: 3\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n2\t3\n",
       0, "directed 4: 0-1 1-2 2-3", 0},
      {"a", "# Undirected graph: directed.txt\n0 1\n", 0, "edges 2: 0-1", 0},
      {"a", "# directed: no\n0 1\n", 0, "edges 2: 0-1", 0},
      {"a", "# this graph is not directed\n0 1\n", 0, "edges 2: 0-1", 0},
      {"a", "% a directed network\n0 1\n", 0, "directed 2: 0-1", 0},
      {"a", "# directed once\n# undirected now\n0 1\n", 0, "a: expected a header that says whether", 0},
      {"a", "# directed once\n# undirected now\n0 1\n", GRAPH_DIRECTED, "directed 2: 0-1", 0},
      {"a", "# Undirected graph\n0 1\n", GRAPH_DIRECTED,
       "a: expected a graph with directions beside --directed, found one without (line 1)", 0},
      {"a", "# Directed graph\n0 1\n", GRAPH_UNDIRECTED, "edges 2: 0-1", 0},
      {"a", "0 1\n# directed\n", 0, "edges 2: 0-1", 0},
      {"a", "0 1\n", GRAPH_DIRECTED, "directed 2: 0-1", 0},
      {"a", "% asym unweighted\n% 3 4 4\n1 2\n2 3\n3 4\n", 0, "directed 4: 1-2 2-3 3-4", 0},
      {"a", "% sym positive\n% 1 4\n1 2 7\n", 0, "edges 4: 1-2", 0},
      {"a", "% asym positive\n1 2 7\n", 0, "directed 2: 1-2", 0},
      {"a", "% asym dynamic\n% 3 4 4\n1 2 1 5\n1 2 -1 6\n", 0, "directed 4: 1-2 1-2", 0},
      {"a", "% bip unweighted\n% 1 4 4\n1 2\n", 0,
       "a:1: expected a graph of one set of vertices (sym, asym), found bip", 0},
      {"a", "% asym unweighted\n% 3 4 4\n1 2\n2 3\n", 0,
       "a:2: expected 3 edges or arcs as this line says, found 2", 0},
      {"a", "% asym unweighted\n% 1 4 4\n1 5\n", 0, "a:3: expected a vertex from 1 to 4, found '5'", 0},
      {"a", "% sym\n0 1\n", 0, "a:2: expected two vertices, numbered from 1 on, found '0 1'", 0},
      {"a", "# Nodes: 4 Edges: 3\n0 1\n", 0, "a:1: expected 3 edges or arcs as this line says, found 1", 0},
      {"a", "# Nodes: 2 Edges: 2\n0 1\n1 9\n", 0, "a:1: expected 2 vertices as this line says, found 3", 0},
      {"a", "# Nodes: 3 Edges: 2\n0 1\n1 9\n", 0, "edges 10: 0-1 1-9", 0},
      {"a.el", "0 1\n", 0, "directed 2: 0-1", 0},
      {"a.wel", "0 1 5\n", GRAPH_UNDIRECTED, "edges 2: 0-1", 0},
      {NULL, NULL, 0, NULL, 0}};
  cases_check(cases);
}

static void counts(void) {
  static const Case cases[] = {
      {"a", "p sp 5 2\na 1 2 5\na 2 3 7\n", 0, "directed 5: 1-2 2-3", 0},
      {"a", "c x\np sp 5 4\na 1 2 5\na 2 3 7\n", 0,
       "a:2: expected 4 edges or arcs as this line says, found 2", 0},
      {"a", "p max 3 1\na 1 2 5\na 2 3 7\n", 0, "a:1: expected 1 edges or arcs as this line says, found 2",
       0},
      {"a", "p edge 3 2\ne 1 2\n", 0, "a:1: expected 2 edges or arcs as this line says, found 1", 0},
      {"a", "p col 3 1\ne 1 2\n", GRAPH_DIRECTED,
       "a: expected a graph with directions beside --directed, found one without (p col)", 0},
      {"a", "p sp 3000000000 1\na 1 2 5\n", 0,
       "a:1: expected at most 2147483648 vertices, found '3000000000 1'", 0},
      {"a.graph", "3 2\n2\n1 3\n2\n", 0, "edges 3: 1-2 2-3", 0},
      {"a.graph", "3 1\n2\n1 3\n2\n", 0, "a.graph: expected 1 edges, each in the lines of both ends, found 4",
       0},
      {"a.graph", "3 1\n2\n\n1\n", 0, "a.graph: expected 1 edges, each in the lines of both ends", 0},
      {"a.graph", "2 1\n2\n1\n1\n", 0, "a.graph:4: expected no more lines than vertices", 0},
      {"a.txt", "3 2\n2 3 1\n1 3 4\n", 0, "a.txt:2: expected 2 numbers as in line 1", 0},
      {NULL, NULL, 0, NULL, 0}};
  cases_check(cases);
}

static void separators(void) {
  static const Case cases[] = {
      {"a", "0,1\n1, 2\n", 0, "edges 3: 0-1 1-2", 0},
      {"a", "0;1;0.5\n1;2;0.25\n", 0, "edges 3: 0-1 1-2", 0},
      {"a", "0\t1\n 1  2 \r\n", 0, "edges 3: 0-1 1-2", 0},
      {"a", "source,target,weight\n0,1,.5\n1,2,7\n", 0, "edges 3: 0-1 1-2", 0},
      {"a", "\"id\";\"to\";\"from\"\n\"9\";\"1\";\"0\"\n\"8\";\"2\";\"1\"\n", 0, "edges 3: 0-1 1-2", 0},
      {"a", ",source,target\n0,5,6\n", 0, "edges 7: 5-6", 0},
      {"a", "id_1,id_2\n0,1\n", GRAPH_DIRECTED, "directed 2: 0-1", 0},
      {"a", "Source,Target,Type\n0,1,Directed\n1,0,Directed\n", 0, "directed 2: 0-1 1-0", 0},
      {"a", "Source,Target,Type\n0,1,Directed\n1,0,Undirected\n", 0, "a:3: expected the same type of edge",
       0},
      {"a", "person,place\n0,1\n", 0,
       "a:1: expected two vertices, numbered from 0 on, or columns named source and target", 0},
      {"a", "0 1 {'w': 1, 'x': 2}\n1 2 {}\n", 0, "edges 3: 0-1 1-2", 0},
      {"a", "0,1\n1 2\n", 0, "a:2: expected two vertices, numbered from 0 on, found '1 2'", 0},
      {"a", "0,,1\n", 0, "a:1: expected two vertices, numbered from 0 on, found ',1'", 0},
      {"a", "0 1.5\n", 0, "a:1: expected two vertices, numbered from 0 on, found '1.5'", 0},
      {NULL, NULL, 0, NULL, 0}};
  cases_check(cases);
}

/* Numbers with a map: vertices are those of the list, in ascending order. */
static void sparse(void) {
  static const Case cases[] = {
      {"a", "0 3000000000\n", 0, "edges 2: 0-3000000000 sparse ids 0 to 3000000000 (2^31 or more)", 0},
      {"a", "0 3000000000\n", 0,
       "a:1: expected at most 2147483648 vertices: number them from 0 on without gaps, or use sparse ids "
       "(--ids sparse), "
       "found "
       "'3000000000'",
       GRAPH_IDS_DENSE},
      {"a", "7 5\n5 18446744073709551615\n7 9\n", 0,
       "edges 4: 7-5 5-18446744073709551615 7-9 sparse ids 5 to 18446744073709551615 (2^31 or more)", 0},
      {"a", "7 18446744073709551616\n", 0, "a:1: expected two vertices, numbered from 0 on, found '1844", 0},
      {"a", "9 5\n5 3\n3,1\n", 0, "a:3: expected two vertices", GRAPH_IDS_SPARSE},
      {"a", "9 5\n5 3\n9 1\n", 0, "edges 4: 9-5 5-3 9-1 sparse ids 1 to 9 (--ids sparse)", GRAPH_IDS_SPARSE},
      {"a", "9 5\n5 3\n", 0, "edges 10: 9-5 5-3", 0},
      {"a", "1 2147483647\n2 2147483648\n", 0,
       "edges 4: 1-2147483647 2-2147483648 sparse ids 1 to 2147483648 (2^31 or more)", 0},
      {"a", "0 16777215\n", 0, "edges 16777216: 0-16777215", 0},
      {"a", "0 16777216\n", 0, "edges 2: 0-16777216 sparse ids 0 to 16777216 (more than 16 times the edges)",
       0},
      {"a", "0 16777216\n", 0, "edges 16777217: 0-16777216", GRAPH_IDS_DENSE},
      {"a", "% sym\n7 5000000000 1\n", 0, "edges 2: 7-5000000000 sparse ids 7 to 5000000000 (2^31 or more)",
       0},
      {"a", "% sym\n0 5 1\n", 0, "a:2: expected two vertices, numbered from 1 on", GRAPH_IDS_SPARSE},
      {"a", "% sym\n% 1 9 9\n4 8 1\n", 0, "edges 2: 4-8 sparse ids 4 to 8 (--ids sparse)", GRAPH_IDS_SPARSE},
      {"a", "% sym\n% 1 9 9\n4 10 1\n", 0, "a:3: expected a vertex from 1 to 9, found '10 1'",
       GRAPH_IDS_SPARSE},
      {"a", "# Nodes: 2 Edges: 2\n5 9000000000\n6 5\n", 0,
       "a:1: expected 2 vertices as this line says, found 3", 0},
      {"a", "", 0, "a: expected a graph, found no vertex", GRAPH_IDS_SPARSE},
      {"a", MTX "pattern general\n3 3 1\n1 2\n", 0,
       "a: expected a list of edges beside --ids sparse, found another format", GRAPH_IDS_SPARSE},
      {NULL, NULL, 0, NULL, 0}};
  cases_check(cases);
}

/* Words, in the order of their bytes. */
static void names(void) {
  static const Case cases[] = {
      {"a", "source,target\nb,a\n\"b\",\"c, d\"\n", 0,
       "edges 3: b-a b-c, d names (columns source and target)", 0},
      {"a", "id,src,dst\n1,b,a\n", GRAPH_DIRECTED, "directed 2: b-a names (columns src and dst)", 0},
      {"a", "source,target\n1,a\n", 0, "edges 2: 1-a names (columns source and target)", 0},
      {"a", "source,target\n1,2\na,3\n", 0,
       "a:3: expected two vertices, numbered from 0 on (--ids names reads words), found 'a,3'", 0},
      {"a", "b a\n", 0, "a:1: expected two vertices, numbered from 0 on, or columns named source", 0},
      {"a", "b a\nab b 7\n", 0, "edges 3: b-a ab-b names (--ids names)", GRAPH_IDS_NAMES},
      {"a", "007 7\n", 0, "edges 2: 007-7 names (--ids names)", GRAPH_IDS_NAMES},
      {"a", "b\n", 0, "a:1: expected two names of 1 to 255 bytes without a zero byte, found the end",
       GRAPH_IDS_NAMES},
      {"a", "b,,\n", 0, "a:1: expected two names of 1 to 255 bytes without a zero byte, found ','",
       GRAPH_IDS_NAMES},
      {"a", "source,target\nb,a\n", 0, "a:2: expected two vertices, numbered from 0 on (--ids names",
       GRAPH_IDS_SPARSE},
      {"a", "p sp 5 1\na 1 2 5\n", 0, "a: expected a list of edges beside --ids names, found another",
       GRAPH_IDS_NAMES},
      {NULL, NULL, 0, NULL, 0}};
  cases_check(cases);
}

/* A table that grows: vertex k is called k * k + 2^40, in lines of descending order. */
static void many_ids(void) {
  enum { COUNT = 5000, LINE = 64 };
  char *const text = malloc(COUNT * LINE);
  size_t used = 0;
  EdgeList edges;
  for (uint64_t k = COUNT - 1; k > 0; k--)
    used += (size_t)snprintf(text + used, LINE, "%llu %llu\n", (unsigned long long)(k * k + (1ull << 40)),
                             (unsigned long long)((k - 1) * (k - 1) + (1ull << 40)));
  CU_ASSERT_EQUAL_FATAL(edges_parse("a", text, used, GRAPH_AS_SAID, GRAPH_IDS_AUTO, 2, &edges), OK);
  CU_ASSERT_EQUAL_FATAL(edges.n, COUNT);
  for (uint64_t k = 0; k < COUNT; k++) CU_ASSERT_EQUAL(edges.ids.id[k], k * k + (1ull << 40));
  for (uint64_t k = 0; k < edges.count; k++) {
    CU_ASSERT_EQUAL(edges.ends[2 * k], COUNT - 1 - k);
    CU_ASSERT_EQUAL(edges.ends[2 * k + 1], COUNT - 2 - k);
  }
  edges_free(&edges);
  free(text);
}

/* Names of which many begin others, and share places of the table: all are different vertices. */
static void many_names(void) {
  enum { COUNT = 8000, LINE = 64 };
  char *const text = malloc(COUNT * LINE);
  size_t used = 0;
  EdgeList edges;
  for (int k = COUNT - 1; k > 0; k--) used += (size_t)snprintf(text + used, LINE, "%d %d\n", k, k - 1);
  CU_ASSERT_EQUAL_FATAL(edges_parse("a", text, used, GRAPH_AS_SAID, GRAPH_IDS_NAMES, 2, &edges), OK);
  CU_ASSERT_EQUAL(edges.n, COUNT);
  edges_free(&edges);
  free(text);
}

/* Names and numbers are found again, and nothing else. */
static void found(void) {
  uint64_t id[] = {3, 7, 1ull << 40}, place[] = {0, 1, 3, 4};
  char letters[] = "aabb";
  const Graph numbers = {.n = 3, .ids = {.id = id}}, named = {.n = 3, .ids = {place, letters, 4}};
  char text[GRAPH_VERTEX_TEXT_MAX];
  uint32_t v;
  CU_ASSERT(graph_vertex_find(&numbers, "1099511627776", 13, &v) && v == 2);
  CU_ASSERT(graph_vertex_find(&numbers, "3", 1, &v) && v == 0);
  CU_ASSERT(!graph_vertex_find(&numbers, "4", 1, &v) && !graph_vertex_find(&numbers, "-3", 2, &v));
  CU_ASSERT(graph_vertex_find(&named, "ab", 2, &v) && v == 1);
  CU_ASSERT(graph_vertex_find(&named, "b", 1, &v) && v == 2);
  CU_ASSERT(!graph_vertex_find(&named, "abb", 3, &v) && !graph_vertex_find(&named, "", 0, &v));
  graph_vertex_text(&named, 1, text);
  CU_ASSERT_STRING_EQUAL(text, "'ab'");
  graph_vertex_text(&numbers, 2, text);
  CU_ASSERT_STRING_EQUAL(text, "1099511627776");
}

static const HarnessTest tests[] = {TEST(banners),    TEST(headers), TEST(counts), TEST(separators),
                                    TEST(sparse),     TEST(names),   TEST(found),  TEST(many_ids),
                                    TEST(many_names), {NULL, NULL}};

int main(void) { return harness_run("graphs as text", tests); }
