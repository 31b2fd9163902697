/* Profile of drawing: time per phase, summed over all threads, and counts of drawn elements.
 *
 * The caller zeroes it and passes it to the renderer; pictures are the same with one. The phases
 * cover both kinds of worlds; those that a world does not have stay 0. */
#ifndef RENDER_PROFILE_H
#define RENDER_PROFILE_H

#include <stdatomic.h>
#include <stdint.h>

enum render_phase {
    RENDER_SCENE,       /* from the client's state to a scene */
    RENDER_VISIBLE,     /* visible surfaces and their edges; Quake III: draw list, sorted */
    RENDER_SCAN,        /* edges to spans */
    RENDER_MODELS,      /* vertices of models: placed, lit */
    RENDER_SURFACES,    /* gradients and cache blocks of surfaces */
    RENDER_TEXELS,      /* blocks of the surface cache, lit */
    RENDER_SPANS,       /* the world's pixels and depths */
    RENDER_ENTITIES,    /* pixels of models, sprites, particles */
    RENDER_FOG,         /* over them */
    RENDER_SEE_THROUGH, /* translucent surfaces */
    RENDER_WARP,        /* the view under water, or copied to its place */
    RENDER_DISPLAY,     /* 2D */
    RENDER_TRIANGLES,   /* Quake III: vertices shaded, triangles made */
    RENDER_DEPTH,       /* which triangle is in front at each pixel */
    RENDER_SHADE,       /* those pixels */
    RENDER_MIXED,       /* translucent triangles, 2D */
    RENDER_EXPAND,      /* to the target's 32 bits */
    RENDER_PHASES
};

/* Counts of Quake's worlds; Quake III's leave them 0. */
enum render_count {
    RENDER_SURFACES_SEEN, /* polygons of the world and its movers that were clipped into the view */
    RENDER_OPAQUE_SPANS,
    RENDER_COUNTS
};

struct render_profile {
    atomic_uint_least64_t ns[RENDER_PHASES];
    atomic_uint_least64_t counts[RENDER_COUNTS];
};

/* "edges to spans" */
const char *render_phase_name(enum render_phase phase);

/* Now, in nanoseconds; 0 without a profile. */
uint64_t render_profile_now(const struct render_profile *profile);
/* The time from `since` to now goes to the phase; returns now. Any thread. Does nothing without a
 * profile. */
uint64_t render_profile_add(struct render_profile *profile, enum render_phase phase,
                            uint64_t since);
/* So many more of that. Any thread. Does nothing without a profile. */
void render_profile_count(struct render_profile *profile, enum render_count what, uint64_t more);

#endif
