/* QuakeWorld's part of dump: as demo_inspector.dump. */
#ifndef ENGINE_QUAKEWORLD_QW_DUMP_H
#define ENGINE_QUAKEWORLD_QW_DUMP_H

#include <stdio.h>

#include "formats/base/error.h"

int qw_dump(FILE *out, const void *demo, struct format_error *err) MUST_CHECK;

#endif
