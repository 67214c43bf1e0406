/* `cordee verify --batch LIST`: many solutions judged. An item is a line of LIST: an instance and a solution of it. */
#ifndef CORDEE_EVALUATOR_VERIFY_VERIFY_H
#define CORDEE_EVALUATOR_VERIFY_VERIFY_H

#include "evaluator.h"

extern const Evaluator evaluator_verify;

#endif
