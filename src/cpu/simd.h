/* Which instruction set the kernels of the CPU use, one choice for all of them. */
#ifndef CORDEE_CPU_SIMD_H
#define CORDEE_CPU_SIMD_H

typedef enum Simd { SIMD_PLAIN, SIMD_AVX2, SIMD_AVX512 } Simd; /* AVX2 with FMA; AVX-512 F */

/* The widest that this processor has. $CORDEE_SIMD = avx512, avx2 or plain: none wider than that. */
Simd simd_find(void);

/* "AVX-512", "AVX2", "plain C". */
const char *simd_name(Simd set);

/* The processor's clock as /proc/cpuinfo has it now; 0: unknown. */
double clock_hz(void);

#endif
