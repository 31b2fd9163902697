/* bench: how fast events and statistics are read, and the catalogue is searched. */
#ifndef TOOLS_BENCH_STUDY_STUDY_H
#define TOOLS_BENCH_STUDY_STUDY_H

#include <stdio.h>

/* data: folder of real demos; a kind that is not there is left out. Prints tables, and appends an
 * object to json if that is not NULL. */
void bench_study(const char *data, FILE *json);

/* The catalogue's part: searches among a million events. Prints a table, and appends an array to
 * json if that is not NULL; without SQLite a line, and an empty array. */
void bench_catalogue(FILE *json);

#endif
