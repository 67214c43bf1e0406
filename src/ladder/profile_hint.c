/* See profile_hint.h. */
#include "profile_hint.h"

#include <stdlib.h>
#include <string.h>

static const char asked[] = "--profile-hint";

/* By what the publications call them. */
static const struct {
  const char *counter, *metrics;
} counters[] = {
    {"average duration", "gpu__time_duration.avg"},
    {"operations in single precision", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum,"
                                       "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum,"
                                       "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    {"registers, shared memory", "launch__registers_per_thread,launch__shared_mem_per_block_static"},
    {"achieved occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"instructions issued, replays", "smsp__inst_issued.sum,smsp__inst_executed.sum"},
    {"branch efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct"},
    {"warp execution efficiency", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    {"DRAM throughput", "dram__bytes_read.sum.per_second,dram__bytes_write.sum.per_second"},
    {"load and store efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct,"
                                  "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"},
    {"sectors of 32 bytes a request", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"},
    {"L1 hits", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum,"
                "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"L2 hits of reads", "lts__t_sector_op_read_hit_rate.pct"},
    {"texture hits",
     "l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum,l1tex__t_sectors_pipe_tex_mem_texture.sum"},
    {"IPC", "sm__inst_executed.avg.per_cycle_active"}};
enum { COUNTERS = sizeof counters / sizeof *counters };

bool profile_hint_asked(int argc, char **argv) {
  for (int k = 2; k < argc; k++)
    if (strcmp(argv[k], asked) == 0) return true;
  return false;
}

/* In quotes, unless a shell reads it as it is. */
static void word_print(FILE *out, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (word[0] && word[strspn(word, plain)] == 0) {
    fprintf(out, " %s", word);
    return;
  }
  fputs(" '", out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  fputc('\'', out);
}

/* Options without the word that asks, argv[0] is the ladder's name. */
static Status options_check(const LadderEntry *ladder, int argc, char **argv) {
  char **const words = calloc((size_t)argc + 1, sizeof *words);
  int count = 0;
  if (!words) FAIL(ERR_MEMORY, "no memory for the words of a command");
  for (int k = 0; k < argc; k++)
    if (strcmp(argv[k], asked) != 0) words[count++] = argv[k];
  const Status status = ladder_settings_check(ladder, count, words);
  free(words);
  return status;
}

Status profile_hint_print(FILE *out, const LadderEntry *ladder, int argc, char **argv) {
  if (ladder->needs == LADDER_OF_FILES)
    FAIL(ERR_USAGE, "%s: %s: expected a ladder that runs kernels", ladder->name, asked);
  TRY(options_check(ladder, argc - 1, argv + 1));
  fputs("ncu --clock-control none --csv --page raw --print-units base --metrics ", out);
  for (int c = 0; c < COUNTERS; c++) fprintf(out, "%s%s", c ? "," : "", counters[c].metrics);
  for (int k = 0; k < argc; k++)
    if (strcmp(argv[k], asked) != 0) word_print(out, argv[k]);
  fputc('\n', out);
  return OK;
}
