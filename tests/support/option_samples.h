/* Values for every row of the option registry: all words of an enum, numbers over the whole range,
 * and samples of each other type. */
#ifndef TESTS_SUPPORT_OPTION_SAMPLES_H
#define TESTS_SUPPORT_OPTION_SAMPLES_H

#include "engine/options/option_row.h"

/* Calls `check` with each sample value of the row. */
void option_samples_each(const struct option_row *row,
                         void (*check)(const struct option_row *row, const char *value));

#endif
