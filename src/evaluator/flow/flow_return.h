/* How push-relabel and pseudoflows end: the cut, then a second stage which makes a flow of what is left. It takes excesses back to the source along
 * the arcs that brought them (Goldberg and Tarjan 1988, in the form of Cherkassky and Goldberg's HI_PR): a search in depth from vertices with
 * an excess, against the flow, takes circles of flow away and finds an order in which each vertex comes before those it got its flow
 * from; in that order each sends back what it has too much. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_RETURN_H
#define CORDEE_EVALUATOR_FLOW_FLOW_RETURN_H

#include "flow_kernels.h"

/* Bytes a vertex and a place that a second stage takes. */
enum { RETURN_VERTEX_BYTES = 13, RETURN_PLACES_A_BYTE = 8 };

/* A bit a place: is it an arc back, which has no room before anything is sent? The caller's, to free. ERR_MEMORY. */
Status flow_back_mark(const FlowView *network, uint64_t **bits);
/* The sink's side and its size, when no excess can reach the sink. queue (vertices): room. */
void flow_cut_mark(const FlowView *network, uint32_t *queue);
/* No vertex but source and sink keeps an excess. excess (vertices) 0 or more. back: of flow_back_mark. ERR_MEMORY, ERR_STOPPED. */
Status flow_return(const FlowView *network, const uint64_t *back, int64_t *excess);

#endif
