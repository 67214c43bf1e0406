/* First in a file that includes a source of src/gpu: what the library defines too, where it was built with CUDA, gets another name. */
#ifndef CORDEE_TESTS_EMULATION_NAMES_H
#define CORDEE_TESTS_EMULATION_NAMES_H

#define cuda_fail      cuda_fail_emulated
#define cuda_workspace cuda_workspace_emulated
#define arcs_room      arcs_room_emulated
#define arcs_sort      arcs_sort_emulated
#define arcs_unique    arcs_unique_emulated

#endif
