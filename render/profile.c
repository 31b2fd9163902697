#include "render/profile.h"

#include <stddef.h>

#include "assets/platform.h"

static const char *const names[RENDER_PHASES] = {
    [RENDER_SCENE] = "state to scene",
    [RENDER_VISIBLE] = "what is in sight",
    [RENDER_SCAN] = "edges to spans",
    [RENDER_MODELS] = "models made ready",
    [RENDER_SURFACES] = "surfaces made ready",
    [RENDER_TEXELS] = "texels lit",
    [RENDER_SPANS] = "spans",
    [RENDER_ENTITIES] = "models and particles",
    [RENDER_FOG] = "fog",
    [RENDER_SEE_THROUGH] = "what one sees through",
    [RENDER_WARP] = "warp and copies",
    [RENDER_DISPLAY] = "display",
    [RENDER_TRIANGLES] = "triangles",
    [RENDER_DEPTH] = "depth",
    [RENDER_SHADE] = "solid pixels",
    [RENDER_MIXED] = "mixed pixels, display",
    [RENDER_EXPAND] = "to 32 bits",
};

const char *render_phase_name(enum render_phase phase)
{
    return names[phase];
}

uint64_t render_profile_now(const struct render_profile *profile)
{
    return profile != NULL ? (uint64_t)(platform_now() * 1e9) : 0;
}

uint64_t render_profile_add(struct render_profile *profile, enum render_phase phase, uint64_t since)
{
    if (profile == NULL) {
        return 0;
    }
    const uint64_t now = render_profile_now(profile);
    atomic_fetch_add_explicit(&profile->ns[phase], now - since, memory_order_relaxed);
    return now;
}

void render_profile_count(struct render_profile *profile, enum render_count what, uint64_t more)
{
    if (profile != NULL) {
        atomic_fetch_add_explicit(&profile->counts[what], more, memory_order_relaxed);
    }
}
