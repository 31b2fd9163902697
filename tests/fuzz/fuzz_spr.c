/* Fuzz target: sprites; what is accepted has to keep the promises of formats/models/spr.h. */
#include <stdint.h>

#include "formats/models/spr.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct spr s;
    struct format_error err;
    if (spr_read(&s, data, size, &err) < 0) {
        return 0;
    }
    unsigned sum = 0;
    for (uint32_t i = 0; i < s.num_frames; i++) {
        const struct spr_group *g = &s.frames[i];
        require(g->count >= 1 && g->first + g->count <= s.num_pictures);
        require(spr_group_picture(g, (double)size) < s.num_pictures);
    }
    for (uint32_t i = 0; i < s.num_pictures; i++) {
        const struct spr_picture *p = &s.pictures[i];
        require(p->width >= 1 && p->height >= 1);
        sum += p->pixels[0] + p->pixels[(size_t)p->width * (size_t)p->height - 1];
    }
    spr_free(&s);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
