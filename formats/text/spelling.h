/* Words that are nearly alike: what a mistyped one may mean. */
#ifndef FORMATS_TEXT_SPELLING_H
#define FORMATS_TEXT_SPELLING_H

#include <stdbool.h>

/* Edit distance: insertions, deletions, substitutions and swaps of neighbours. SPELLING_MAX for
 * longer words. */
enum { SPELLING_MAX = 32 };
int spelling_distance(const char *a, const char *b);

/* True if a word at this distance from `typed` is worth suggesting. */
bool spelling_is_close(const char *typed, int distance);

#endif
