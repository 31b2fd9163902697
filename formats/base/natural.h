/* Natural order of names: "demo2" before "demo10", ignoring case. */
#ifndef FORMATS_BASE_NATURAL_H
#define FORMATS_BASE_NATURAL_H

/* As strcmp: runs of digits compare by value (any length), ASCII letters ignoring case; ties are
 * broken by bytes, so only equal texts give 0. */
int natural_compare(const char *a, const char *b);

#endif
