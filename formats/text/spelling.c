#include "formats/text/spelling.h"

#include <stddef.h>
#include <string.h>

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

/* Damerau's and Levenshtein's distance (optimal string alignment), with three rows of the matrix.
 */
int spelling_distance(const char *a, const char *b)
{
    const size_t length = strlen(b);
    int rows[3][SPELLING_MAX + 1] = {{0}};
    if (length > SPELLING_MAX || strlen(a) > SPELLING_MAX) {
        return SPELLING_MAX;
    }
    for (size_t j = 0; j <= length; j++) {
        rows[0][j] = (int)j;
    }
    size_t i = 0;
    for (; a[i]; i++) {
        const int *before = rows[(i + 2) % 3], *last = rows[i % 3];
        int *row = rows[(i + 1) % 3];
        row[0] = (int)i + 1;
        for (size_t j = 0; j < length; j++) {
            row[j + 1] = min_of(last[j] + (a[i] != b[j]), min_of(row[j], last[j + 1]) + 1);
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
                row[j + 1] = min_of(row[j + 1], before[j - 1] + 1);
            }
        }
    }
    return rows[i % 3][length];
}

bool spelling_is_close(const char *typed, int distance)
{
    const size_t length = strlen(typed);
    return distance <= (length < 4 ? 0 : length < 6 ? 1 : 2);
}
