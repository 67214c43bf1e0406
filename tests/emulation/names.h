/* First in a file that includes a source of src/gpu: what the library defines too, where it was built with CUDA, gets another name. */
#ifndef CORDEE_TESTS_EMULATION_NAMES_H
#define CORDEE_TESTS_EMULATION_NAMES_H

#define cuda_fail      cuda_fail_emulated
#define cuda_workspace cuda_workspace_emulated

#endif
