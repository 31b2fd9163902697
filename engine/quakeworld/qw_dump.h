/* QuakeWorld's part of dump: as demo_inspector.dump. */
#ifndef ENGINE_QUAKEWORLD_QW_DUMP_H
#define ENGINE_QUAKEWORLD_QW_DUMP_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

int qw_dump(const uint8_t *data, size_t size, const char *name,
            struct format_error *err) MUST_CHECK;

#endif
