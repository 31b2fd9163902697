/* Fuzz target: RoQ films, decoded to their end. */
#include <stdlib.h>

#include "formats/media/roq.h"

enum { MAX_PIXELS = 256 * 256, MAX_FRAMES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct roq film;
    struct format_error err;
    if (roq_open(&film, data, size, &err) < 0 || film.width * film.height > MAX_PIXELS) {
        return 0;
    }
    struct roq_state *state = malloc(roq_state_bytes(&film));
    unsigned sum = 0;
    if (!state) {
        return 0;
    }
    roq_begin(&film, state);
    for (uint32_t i = 0; i < film.num_frames && i < MAX_FRAMES; i++) {
        roq_next(&film, state);
        if (state->frames != i + 1) {
            abort();
        }
        const uint8_t *picture = roq_picture(&film, state);
        for (int k = 0; k < film.width * film.height * 4; k++) {
            sum += picture[k];
        }
    }
    free(state);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
