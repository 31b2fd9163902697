/* Fuzz target: Quake III's models; what is accepted has to keep the promises of
 * formats/models/md3.h. */
#include <math.h>
#include <stdint.h>

#include "formats/models/md3.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct md3 m;
    struct md3_tag tag;
    struct format_error err;
    unsigned sum = 0;
    if (md3_read(&m, data, size, &err) < 0) {
        return 0;
    }
    require(m.num_frames >= 1);
    for (uint32_t i = 0; i < m.num_surfaces; i++) {
        const struct md3_surface *s = &m.surfaces[i];
        for (uint32_t k = 0; k < s->num_triangles * 3; k++) {
            require(s->triangles[k / 3][k % 3] < s->num_vertices);
        }
        for (size_t k = 0; k < (size_t)m.num_frames * s->num_vertices; k++) {
            sum += s->vertices[k].latitude;
        }
    }
    for (uint32_t i = 0; i < m.num_tags; i++) {
        require(md3_find_tag(&m, m.tag_names[i]) >= 0);
        md3_tag_between(&m, i, (int32_t)size, -1, 0.5f, &tag);
        require(isfinite(tag.axis[2][2]) && isfinite(tag.origin[0]));
    }
    md3_free(&m);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
