/* Finds what two sequences have in common: equal elements in the same order.
 *
 * Elements are hashes, of lines or of blocks. What is at both ends alike, then elements that each
 * sequence has once, then, in short stretches, a longest common subsequence: as the diff programs
 * do it. The same result on every machine. */
#ifndef ENGINE_EDIT_DIFF_TEXT_ALIGN_H
#define ENGINE_EDIT_DIFF_TEXT_ALIGN_H

#include <stdint.h>

#include "formats/base/error.h"

#define TEXT_UNMATCHED UINT32_MAX

/* match[i], of each of count_a elements: the index of its equal in b, ascending, or TEXT_UNMATCHED.
 * Returns 0 or FORMAT_MEMORY. Time grows as n log n. */
int text_align(const uint64_t *a, uint32_t count_a, const uint64_t *b, uint32_t count_b,
               uint32_t *match) MUST_CHECK;

#endif
