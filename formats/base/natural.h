/* Natural order of names: "demo2" before "demo10", ignoring case. */
#ifndef FORMATS_BASE_NATURAL_H
#define FORMATS_BASE_NATURAL_H

/* As strcmp: runs of digits by their number (of any length), letters of ASCII without case; what
 * is then the same by bytes, so that only equal texts give 0. */
int natural_compare(const char *a, const char *b);

#endif
