/* Detects QuakeWorld's two containers, .qwd and .mvd, which have no file header.
 *
 * Tries both on the first blocks and decodes their messages. */
#ifndef FORMATS_QUAKEWORLD_QW_DETECT_H
#define FORMATS_QUAKEWORLD_QW_DETECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum qw_container { QW_CONTAINER_NONE, QW_CONTAINER_QWD, QW_CONTAINER_MVD };

/* Result of trying one container. */
struct qw_reading {
    uint32_t blocks;   /* complete blocks with all messages decoded */
    uint32_t messages; /* decoded */
    bool serverdata;  /* a serverdata of a supported protocol was decoded, or starts at a truncation
                       */
    bool unsupported; /* ended by a serverdata of another protocol or an unknown message */
    bool clean;       /* no damage in the checked part, or only truncation at the end of the data */
    size_t end;       /* offset after the last checked block */
};

struct qw_readings {
    struct qw_reading qwd, mvd;
};

/* Returns the detected container: the interpretation must contain a serverdata, or many messages
 * without damage. Always fills readings (may be NULL). Reads at most the first 64 blocks with
 * messages. */
enum qw_container qw_detect(const uint8_t *data, size_t size, struct qw_readings *readings);

#endif
