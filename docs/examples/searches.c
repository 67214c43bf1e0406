/* searches.c: levels of a graph of five vertices */
#include <cordee.h>
#include <stdio.h>

int main(void) {
  const int64_t offset[] = {0, 2, 3, 4, 4, 4};
  const int32_t to[] = {1, 2, 3, 3}, sources[] = {0, 1};
  int32_t level[5], parent[5];
  cordee *c;
  cordee_graph *graph = NULL;
  cordee_records *records = NULL;
  int status = cordee_init(NULL, &c);
  if (status == CORDEE_OK) status = cordee_graph_rows(c, 5, 1, offset, to, &graph);
  if (status == CORDEE_OK) status = cordee_bfs(c, graph, 2, sources, NULL, NULL, &records);
  if (status == CORDEE_OK) status = cordee_bfs_levels(c, graph, 0, NULL, level, parent);
  if (status != CORDEE_OK) {
    fprintf(stderr, "%s\n", cordee_message(c));
    return status;
  }
  const uint32_t *visited = cordee_records_column(records, "visited", NULL);
  printf("reached from 0: %u, from 1: %u\n", visited[0], visited[1]);
  for (int v = 0; v < 5; v++) printf("%d: level %d, parent %d\n", v, level[v], parent[v]);
  cordee_records_free(records), cordee_graph_free(graph), cordee_finalize(c);
  return 0;
}
