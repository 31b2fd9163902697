/* Scans a Quake III demo once for its frame times and events. */
#ifndef ENGINE_QUAKE3_Q3_SCAN_H
#define ENGINE_QUAKE3_Q3_SCAN_H

#include "engine/family/demo_family.h"

/* One message, as demo_family.scan has it. demo: a struct q3_file; scanner: a struct q3_scanner. */
int q3_scan(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err) MUST_CHECK;

#endif
