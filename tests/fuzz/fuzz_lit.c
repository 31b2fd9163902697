/* Fuzz target: files next to a map: coloured light and visibility patches. A map with an accepted
 * patch must be as safe to use as before. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/placeholder.h"
#include "formats/maps/lit.h"
#include "formats/maps/vis.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned sum_bytes(const uint8_t *data, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum += data[i];
    }
    return sum;
}

static unsigned try_lit(const uint8_t *data, size_t size, size_t light_size)
{
    const uint8_t *samples;
    struct format_error err;
    if (lit_read(&samples, data, size, light_size, &err) < 0) {
        require(samples == NULL);
        return 0;
    }
    return sum_bytes(samples, 3 * light_size);
}

static unsigned try_vis(const uint8_t *data, size_t size, const char *name)
{
    struct vis_patch patch;
    struct format_error err;
    struct bsp bsp;
    if (vis_find(&patch, data, size, name, &err) < 0) {
        require(patch.visibility == NULL && patch.leafs == NULL);
        return 0;
    }
    unsigned sum = sum_bytes(patch.visibility, patch.visibility_size) +
                   sum_bytes(patch.leafs, patch.num_leafs * VIS_LEAF_SIZE);
    if (placeholder_make_bsp(&bsp) < 0) {
        return sum;
    }
    int code = bsp_patch_visibility(&bsp, &patch, &err);
    require(code == FORMAT_OK || code == FORMAT_BAD || code == FORMAT_MEMORY);
    uint8_t *seen = malloc(bsp_visibility_bytes(&bsp) + 1);
    require(seen != NULL);
    for (uint32_t i = 0; i < bsp.num_leafs; i++) {
        bsp_leaf_visibility(&bsp, i, seen);
        sum += sum_bytes(seen, bsp_visibility_bytes(&bsp));
    }
    free(seen);
    bsp_free(&bsp);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned sum = try_lit(data, size, size < 8 ? 0 : (size - 8) / 3);
    sum += try_lit(data, size, SIZE_MAX);
    sum += try_vis(data, size, "x.bsp");
    sum += try_vis(data, size, "a_name_of_thirty-two_letters.bsp");
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
