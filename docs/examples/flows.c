/* flows.c: a network of four vertices */
#include <cordee.h>
#include <stdio.h>

int main(void) {
  const int32_t tail[] = {0, 0, 1, 1, 2}, head[] = {1, 2, 2, 3, 3}, source = 0, sink = 3;
  const int64_t capacity[] = {4, 2, 3, 1, 6};
  const cordee_network network = {.bytes = sizeof network, .vertices = 4, .sources = 1, .sinks = 1, .arcs = 5, .tail = tail,
                                  .head = head, .capacity = capacity, .source = &source, .sink = &sink};
  int64_t value, flow[5];
  uint8_t side[4];
  cordee *c;
  int status = cordee_init(NULL, &c);
  if (status == CORDEE_OK) status = cordee_max_flow(c, &network, NULL, &value, flow, side);
  if (status != CORDEE_OK) {
    fprintf(stderr, "%s\n", cordee_message(c));
    return status;
  }
  printf("value %lld, flow", (long long)value);
  for (int a = 0; a < 5; a++) printf(" %lld", (long long)flow[a]);
  printf(", on the sink's side:");
  for (int v = 0; v < 4; v++)
    if (side[v]) printf(" %d", v);
  printf("\n");
  cordee_finalize(c);
  return 0;
}
