/* An opened Quake III demo: a view over its bytes. */
#ifndef ENGINE_QUAKE3_Q3_FILE_H
#define ENGINE_QUAKE3_Q3_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/quake3/q3_fields.h"

struct q3_file {
    const uint8_t *data;
    size_t size;
    const struct q3_protocol *protocol;
};

#endif
