/* The steps of task trading by a team of one thread. */
#ifndef CORDEE_CPU_TRADE_TRADE_ALONE_H
#define CORDEE_CPU_TRADE_TRADE_ALONE_H

#define TRADE_FN           static inline
#define TRADE_LANE         0
#define TRADE_LANES        1
#define TRADE_SYNC()       ((void)0)
#define TRADE_MIN64(at, x) (*(at) = (x) < *(at) ? (x) : *(at))
#define TRADE_MIN32(at, x) (*(at) = (x) < *(at) ? (x) : *(at))
#define TRADE_ADD64(at, x) (*(at) += (x))
#define TRADE_ADD32(at, x) ((*(at) += (x)) - (x))
#include "solver/trade/trade_steps.h"

#endif
