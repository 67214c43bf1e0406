/* One of a few values by its number, without an array that would lie in local memory. */
#ifndef CORDEE_GPU_PICK_CUH
#define CORDEE_GPU_PICK_CUH

/* Value k of those given, counted from 0; the last one for a larger k. */
template <class T> __device__ inline T pick(int k, T a, T b, T c) {
  if (k == 0) return a;
  return k == 1 ? b : c;
}

template <class T> __device__ inline T pick(int k, T a, T b, T c, T d) {
  if (k < 2) return k == 0 ? a : b;
  return k == 2 ? c : d;
}

template <class T> __device__ inline T pick(int k, T a, T b, T c, T d, T e) {
  return k < 4 ? pick(k, a, b, c, d) : e;
}

#endif
