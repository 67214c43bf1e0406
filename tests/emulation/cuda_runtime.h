/* As much of CUDA's language and of its runtime as the emulated kernels use, on the host: see emulation.h. Stands for NVIDIA's file of that name. */
#ifndef CORDEE_TESTS_EMULATION_CUDA_RUNTIME_H
#define CORDEE_TESTS_EMULATION_CUDA_RUNTIME_H

#include <functional>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tuple>
#include <utility>
#include <vector>
#include "emulation.h"

#define __global__
#define __device__
#define __host__
#define __shared__   /* its name is emulation.cc's */
#define BLOCK_SHARED static
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __noinline__
#define __forceinline__  inline
#define __align__(bytes) __attribute__((aligned(bytes)))

/* ---- types ---- */

struct int2 {
  int x, y;
};
struct uint4 {
  unsigned x, y, z, w;
};
struct int4 {
  int x, y, z, w;
};
struct double2 {
  double x, y;
};
struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
static inline int2 make_int2(int x, int y) { return {x, y}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }
static inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
static inline float2 make_float2(float x, float y) { return {x, y}; }

extern uint3 threadIdx, blockIdx, blockDim, gridDim;

/* ---- functions of one thread ---- */

#define EMULATION_EXTREMES(type)                                                                             \
  static inline type max(type a, type b) { return a > b ? a : b; }                                           \
  static inline type min(type a, type b) { return a < b ? a : b; }
EMULATION_EXTREMES(int)
EMULATION_EXTREMES(unsigned)
EMULATION_EXTREMES(long)
EMULATION_EXTREMES(unsigned long)
EMULATION_EXTREMES(unsigned long long)
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned select) {
  const uint64_t both = (uint64_t)y << 32 | x;
  unsigned out = 0;
  for (int k = 0; k < 4; k++) out |= (unsigned)(both >> 8 * (select >> 4 * k & 7) & 0xff) << 8 * k;
  return out;
}
static inline int __float2int_rn(float x) { return (int)lrintf(x); }
static inline int __float_as_int(float x) {
  int bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline unsigned __float_as_uint(float x) { return (unsigned)__float_as_int(x); }
static inline float __int_as_float(int bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline float __uint_as_float(unsigned bits) { return __int_as_float((int)bits); }
static inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline int __viaddmin_s32(int a, int b, int c) { return min(a + b, c); }
static inline unsigned __viaddmin_s16x2(unsigned a, unsigned b, unsigned c) {
  const int low = min((int16_t)a + (int16_t)b, (int16_t)c),
            high = min((int16_t)(a >> 16) + (int16_t)(b >> 16), (int16_t)(c >> 16));
  return (unsigned)(uint16_t)low | (unsigned)high << 16;
}
static inline unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((uint64_t)x * y >> 32); }
template <class T> static inline T __ldg(const T *at) { return *at; }
static inline uint64_t double_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline int __double2hiint(double x) { return (int)(double_bits(x) >> 32); }
static inline int __double2loint(double x) { return (int)double_bits(x); }
static inline double __hiloint2double(int high, int low) {
  const uint64_t bits = (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
/* Threads never run at once. x: of any type, as in a call of a function that is no template. */
template <class T> struct EmulationValue { typedef T type; };
#define EMULATION_ATOMIC(name, result)                                                                       \
  template <class T> static inline T name(T *at, typename EmulationValue<T>::type x) {                       \
    const T old = *at;                                                                                       \
    *at = (result);                                                                                          \
    return old;                                                                                              \
  }
EMULATION_ATOMIC(atomicAdd, old + x)
EMULATION_ATOMIC(atomicSub, old - x)
EMULATION_ATOMIC(atomicMax, old > x ? old : x)
EMULATION_ATOMIC(atomicMin, old < x ? old : x)
EMULATION_ATOMIC(atomicOr, old | x)
EMULATION_ATOMIC(atomicXor, old ^ x)
EMULATION_ATOMIC(atomicExch, x)
template <class T>
static inline T atomicCAS(T *at, typename EmulationValue<T>::type was, typename EmulationValue<T>::type x) {
  const T old = *at;
  if (old == was) *at = x;
  return old;
}
static inline void __threadfence() {}
static inline void __nanosleep(unsigned) { abort(); } /* whom it waits for does not run */

/* ---- functions of a warp, and of a block ---- */

#define EMULATION_DIGITS(line) #line
#define EMULATION_LINE(line)   EMULATION_DIGITS(line)
#define EMULATION_HERE         __FILE__ ":" EMULATION_LINE(__LINE__)

template <class T>
static inline T emulation_shuffle(const char *where, EmulationCall call, uint32_t mask, T value, int other) {
  static_assert(sizeof(T) % sizeof(uint32_t) == 0, "words");
  uint32_t words[sizeof(T) / sizeof(uint32_t)];
  memcpy(words, &value, sizeof value);
  emulation_words(where, call, mask, words, sizeof(T) / sizeof(uint32_t), other);
  memcpy(&value, words, sizeof value);
  return value;
}
static inline int emulation_least(const char *where, uint32_t mask, int value) {
  return (int)emulation_warp(where, CALL_LEAST_SIGNED, mask, (uint32_t)value);
}
static inline uint32_t emulation_least(const char *where, uint32_t mask, uint32_t value) {
  return emulation_warp(where, CALL_LEAST, mask, value);
}

#define __shfl_sync(mask, value, lane) emulation_shuffle(EMULATION_HERE, CALL_SHUFFLE, mask, value, lane)
#define __shfl_xor_sync(mask, value, away)                                                                   \
  emulation_shuffle(EMULATION_HERE, CALL_SHUFFLE, mask, value, (int)(threadIdx.x % 32) ^ (away))
#define __shfl_up_sync(mask, value, lanes)                                                                   \
  emulation_shuffle(EMULATION_HERE, CALL_SHUFFLE_UP, mask, value, lanes)
#define __shfl_down_sync(mask, value, lanes)                                                                 \
  emulation_shuffle(EMULATION_HERE, CALL_SHUFFLE_DOWN, mask, value, lanes)
#define __ballot_sync(mask, value)     emulation_warp(EMULATION_HERE, CALL_BALLOT, mask, (value) != 0)
#define __any_sync(mask, value)        ((int)emulation_warp(EMULATION_HERE, CALL_ANY, mask, (value) != 0))
#define __match_any_sync(mask, value)  emulation_warp(EMULATION_HERE, CALL_MATCH, mask, (uint32_t)(value))
#define __reduce_min_sync(mask, value) emulation_least(EMULATION_HERE, mask, value)
#define __reduce_max_sync(mask, value)                                                                       \
  (-emulation_least(EMULATION_HERE, mask, -(value))) /* of signed numbers */
#define __reduce_add_sync(mask, value)                                                                       \
  ((int)emulation_warp(EMULATION_HERE, CALL_SUM, mask, (uint32_t)(value)))
#define __reduce_or_sync(mask, value) emulation_warp(EMULATION_HERE, CALL_OR, mask, value)
#define __syncwarp()                  ((void)emulation_warp(EMULATION_HERE, CALL_SYNC, UINT32_MAX, 0))
#define __syncthreads()               emulation_block(EMULATION_HERE)
#define __syncthreads_count(value)    ((int)emulation_block_count(EMULATION_HERE, (value) != 0))
#define __syncthreads_or(value)       (emulation_block_count(EMULATION_HERE, (value) != 0) != 0)

/* ---- the runtime ---- */

typedef enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1 } cudaError_t;
typedef struct EmulationStream *cudaStream_t;
typedef struct EmulationEvent *cudaEvent_t;
typedef struct EmulationPool *cudaMemPool_t;
enum {
  cudaFuncAttributeMaxDynamicSharedMemorySize,
  cudaFuncAttributePreferredSharedMemoryCarveout,
  cudaSharedmemCarveoutMaxShared = 100,
  cudaSharedmemCarveoutMaxL1 = 0
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes;
  int numRegs;
};

typedef enum cudaDeviceAttr {
  cudaDevAttrClockRate,
  cudaDevAttrComputeCapabilityMajor,
  cudaDevAttrMaxBlocksPerMultiprocessor,
  cudaDevAttrMaxThreadsPerMultiProcessor,
  cudaDevAttrMaxRegistersPerMultiprocessor,
  cudaDevAttrMultiProcessorCount
} cudaDeviceAttr;
static inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  static const int values[] = {1980000, 9, 32, 2048, 65536, 1};
  *value = values[attribute];
  return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
static inline cudaError_t cudaGetLastError() { return cudaSuccess; }
/* A block has no more shared memory than on devices of compute capability 9.0. */
template <class T> static inline cudaError_t cudaFuncSetAttribute(T *, int, int bytes) {
  return bytes <= 227 << 10 ? cudaSuccess : cudaErrorInvalidValue;
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *out, T *) {
  *out = {0, 32};
  return cudaSuccess;
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *, int, size_t) {
  *blocks = 1;
  return cudaSuccess;
}

template <class... Args> struct EmulationKernel {
  void (*kernel)(Args...);
  void **args;
  template <size_t... at> void call(std::index_sequence<at...>) const { kernel(*(Args *)args[at]...); }
  static void body(void *self) { ((EmulationKernel *)self)->call(std::index_sequence_for<Args...>()); }
};
/* A graph: launches one after the other, with copies of what they are called with. */
struct EmulationGraph {
  std::vector<std::function<void()>> launches;
};
typedef EmulationGraph *cudaGraph_t, *cudaGraphExec_t;
static EmulationGraph *emulation_capturing;

template <class... Args, size_t... at>
static inline void emulation_capture(void (*kernel)(Args...), dim3 grid, dim3 block, void **args,
                                     size_t bytes, std::index_sequence<at...>) {
  std::tuple<Args...> kept(*(Args *)args[at]...);
  emulation_capturing->launches.push_back([=]() mutable {
    void *all[] = {(void *)&std::get<at>(kept)...};
    EmulationKernel<Args...> context = {kernel, all};
    emulation_launch(EmulationKernel<Args...>::body, &context, grid.x, grid.y, block.x, bytes);
  });
}

template <class... Args>
static inline cudaError_t cudaLaunchKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void **args,
                                           size_t bytes, cudaStream_t) {
  if (emulation_capturing) {
    emulation_capture(kernel, grid, block, args, bytes, std::index_sequence_for<Args...>());
    return cudaSuccess;
  }
  EmulationKernel<Args...> context = {kernel, args};
  emulation_launch(EmulationKernel<Args...>::body, &context, grid.x, grid.y, block.x, bytes);
  return cudaSuccess;
}

/* What is queued has been done. */
enum { cudaStreamNonBlocking = 1 };
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, int) {
  *stream = (cudaStream_t)stream; /* any but NULL */
  return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = (cudaEvent_t)calloc(1, sizeof(timespec));
  return *event ? cudaSuccess : cudaErrorInvalidValue;
}
enum { cudaEventDisableTiming = 2 };
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, int) { return cudaEventCreate(event); }
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, int) { return cudaSuccess; }

enum { cudaStreamCaptureModeThreadLocal };
static inline cudaError_t cudaStreamBeginCapture(cudaStream_t, int) {
  emulation_capturing = new EmulationGraph;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph) {
  *graph = emulation_capturing;
  emulation_capturing = NULL;
  return cudaSuccess;
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *run, cudaGraph_t graph, int) {
  *run = new EmulationGraph(*graph);
  return cudaSuccess;
}
static inline cudaError_t cudaGraphLaunch(cudaGraphExec_t run, cudaStream_t) {
  for (std::function<void()> &launch : run->launches) launch();
  return cudaSuccess;
}
static inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
static inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t run) { return cudaGraphDestroy(run); }

static inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  free(event);
  return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  clock_gettime(CLOCK_MONOTONIC, (timespec *)event);
  return cudaSuccess;
}
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  const timespec *a = (const timespec *)begin, *b = (const timespec *)end;
  *milliseconds = (float)(1e3 * (double)(b->tv_sec - a->tv_sec) + 1e-6 * (double)(b->tv_nsec - a->tv_nsec));
  return cudaSuccess;
}
static inline cudaError_t cudaMallocHost(void **host, size_t bytes) {
  *host = malloc(bytes);
  if (*host) memset(*host, 0x5a, bytes);
  return *host ? cudaSuccess : cudaErrorInvalidValue;
}
static inline cudaError_t cudaFreeHost(void *host) {
  free(host);
  return cudaSuccess;
}
enum { cudaMemcpyDeviceToHost, cudaMemcpyHostToDevice };
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int, cudaStream_t) {
  memcpy(to, from, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t) {
  memset(at, value, bytes);
  return cudaSuccess;
}

/* ---- textures of linear memory ---- */

enum { cudaResourceTypeLinear, cudaReadModeElementType };
struct cudaChannelFormatDesc {
  int bits;
};
struct cudaResourceDesc {
  int resType;
  struct {
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
  } res;
};
struct cudaTextureDesc {
  int readMode;
};
typedef uint64_t cudaTextureObject_t; /* the address of what it reads, with its size behind */
struct EmulationTexture {
  const char *at;
  size_t bytes;
};
template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return {(int)(8 * sizeof(T))};
}
static inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *from,
                                                  const cudaTextureDesc *, const void *) {
  EmulationTexture *made = (EmulationTexture *)malloc(sizeof *made);
  if (!made || from->resType != cudaResourceTypeLinear) return cudaErrorInvalidValue;
  *made = {(const char *)from->res.linear.devPtr, from->res.linear.sizeInBytes};
  *texture = (cudaTextureObject_t)(uintptr_t)made;
  return cudaSuccess;
}
static inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  free((void *)(uintptr_t)texture);
  return cudaSuccess;
}
/* Outside there are zeros. */
template <class T> static inline T tex1Dfetch(cudaTextureObject_t texture, int place) {
  const EmulationTexture *t = (const EmulationTexture *)(uintptr_t)texture;
  T value = 0;
  if (place >= 0 && ((size_t)place + 1) * sizeof value <= t->bytes)
    memcpy(&value, t->at + (size_t)place * sizeof value, sizeof value);
  return value;
}

/* All blocks would have to be there at once: there is one. */
template <class... Args>
static inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Args...), dim3 grid, dim3 block,
                                                      void **args, size_t bytes, cudaStream_t stream) {
  if (grid.x != 1) abort();
  return cudaLaunchKernel(kernel, grid, block, args, bytes, stream);
}

#endif
