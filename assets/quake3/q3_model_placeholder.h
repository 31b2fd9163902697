/* Placeholder of a missing model: a small chequered box with an axis each way.
 * Private to this module. */
#ifndef ASSETS_QUAKE3_Q3_MODEL_PLACEHOLDER_H
#define ASSETS_QUAKE3_Q3_MODEL_PLACEHOLDER_H

#include "formats/models/md3.h"

int q3_model_placeholder_make(struct md3 *md3, struct format_error *err) MUST_CHECK;

#endif
