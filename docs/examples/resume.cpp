// resume.cpp: stops after a moment, and goes on from the checkpoint
#include <cordee.h>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

template <typename T> using Owned = std::unique_ptr<T, void (*)(T *)>;

static int stop(void *, const cordee_progress *progress) { return progress->best != CORDEE_NO_COST; }

int main(int, char **argv) {
  std::vector<double> x, y;
  for (int k = 0; k < 100; k++) x.push_back(k * 37 % 101), y.push_back(k * 61 % 103);
  const std::string keep = std::string("checkpoint=") + argv[1];
  const char *const options[] = {"method=climb", "climbers=300", "epoch=100", "threads=1", "backend=cpu", keep.c_str(), nullptr};
  cordee_solving how = {};
  how.bytes = sizeof how, how.callback = stop;
  cordee *c;
  cordee_instance *cities = nullptr;
  cordee_result *part = nullptr, *whole = nullptr;
  int status = cordee_init(nullptr, &c);
  Owned<cordee> library(c, cordee_finalize);
  if (!status) status = cordee_tsp_cities(c, "grid", "EUC_2D", 100, x.data(), y.data(), nullptr, nullptr, &cities);
  Owned<cordee_instance> instance(cities, cordee_instance_free);
  if (!status) status = cordee_solve(c, cities, options, &how, &part);
  Owned<cordee_result> first(part, cordee_result_free);
  if (!status) status = cordee_resume(c, cities, argv[1], nullptr, nullptr, &whole);
  Owned<cordee_result> second(whole, cordee_result_free);
  if (status) return std::fprintf(stderr, "%s\n", cordee_message(c)), status;
  std::printf("stopped %d, finished %d, improved %d\n", cordee_result_end(part) == CORDEE_END_ASKED,
              cordee_result_end(whole) == CORDEE_END_FINISHED, cordee_result_cost(whole) <= cordee_result_cost(part));
}
