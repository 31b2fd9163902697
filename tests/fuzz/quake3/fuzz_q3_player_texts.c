/* Fuzz target: skins and animation.cfg, both of the same bytes. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "formats/scripts/q3_animation.h"
#include "formats/scripts/q3_skin.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct q3_skin skin;
    struct q3_animations a;
    struct format_error err;
    if (q3_skin_read(&skin, data, size, &err) == 0) {
        require(skin.count <= Q3_SKIN_MAX);
        for (size_t i = 0; i < skin.count; i++) {
            require(memchr(skin.lines[i].shader, 0, Q3_SKIN_NAME) != NULL);
            require(q3_skin_find(&skin, skin.lines[i].surface) != NULL);
        }
        q3_skin_free(&skin);
    }
    if (q3_animations_read(&a, data, size, size % 2 == 0, &err) == 0) {
        for (int i = 0; i < Q3_ANIMS; i++) {
            require(i == 31 || (a.at[i].frame_ms >= 1 && a.at[i].count >= 0));
            require(a.at[i].loop >= 0 && a.at[i].loop <= a.at[i].count);
        }
        require(isfinite(a.head_offset[0]));
    } else {
        require(err.offset <= size);
    }
    return 0;
}
