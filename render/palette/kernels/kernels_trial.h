/* Which of two sets of kernels is faster on this machine. No picture can tell. */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_TRIAL_H
#define RENDER_PALETTE_KERNELS_KERNELS_TRIAL_H

#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

/* Draws some spans with both, a twentieth of a millisecond in all. `other` has to be a twentieth
 * faster to be taken. */
const struct kernels *kernels_trial(const struct kernels *usual, const struct kernels *other);

#endif

#endif
