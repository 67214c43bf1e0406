/* first, first + 1, ... Stands for NVIDIA's file of that name. */
#ifndef CORDEE_TESTS_EMULATION_COUNTING_ITERATOR_H
#define CORDEE_TESTS_EMULATION_COUNTING_ITERATOR_H

namespace thrust {
template <class T> struct counting_iterator {
  T first;
  explicit counting_iterator(T from) : first(from) {}
  T operator[](long k) const { return first + (T)k; }
};
} // namespace thrust

#endif
