#include "render/truecolor/true_frame.h"

#include <stdlib.h>

int true_scratch_reserve(struct true_scratch *scratch, size_t points)
{
    if (points <= scratch->capacity) {
        return 0;
    }
    const size_t capacity = points * 2;
    true_scratch_free(scratch);
    scratch->clip = malloc(capacity * sizeof *scratch->clip);
    scratch->fog_st = malloc(capacity * sizeof *scratch->fog_st);
    if (scratch->clip == NULL || scratch->fog_st == NULL) {
        true_scratch_free(scratch);
        return FORMAT_MEMORY;
    }
    scratch->capacity = capacity;
    return 0;
}

void true_scratch_free(struct true_scratch *scratch)
{
    free(scratch->clip);
    free(scratch->fog_st);
    *scratch = (struct true_scratch){NULL, NULL, 0};
}
