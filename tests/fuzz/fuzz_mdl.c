/* Fuzz target: alias models; what is accepted has to keep the promises of formats/models/mdl.h. */
#include <stdint.h>

#include "formats/models/mdl.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mdl m;
    struct format_error err;
    if (mdl_read(&m, data, size, &err) < 0) {
        return 0;
    }
    for (uint32_t i = 0; i < m.num_frames; i++) {
        const struct mdl_group *g = &m.frames[i];
        require(g->count >= 1 && g->first + g->count <= m.num_poses);
        require(mdl_group_pose(g, (double)size) < m.num_poses);
        require(!g->intervals || g->intervals[g->count - 1] > 0);
    }
    for (uint32_t i = 0; i < m.num_skins; i++) {
        require(mdl_group_pose(&m.skins[i], 1e30) < m.num_skin_pictures);
    }
    for (uint32_t i = 0; i < m.num_triangles * 3; i++) {
        require(m.triangles[i / 3].vertices[i % 3] < m.num_vertices);
    }
    for (size_t i = 0; i < (size_t)m.num_poses * m.num_vertices; i++) {
        require(m.poses[i].normal < 162);
    }
    for (int j = 0; j < 3; j++) {
        require(m.mins[j] <= m.maxs[j]);
    }
    mdl_free(&m);
    return 0;
}
