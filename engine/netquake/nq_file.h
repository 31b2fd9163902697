/* An opened NetQuake demo: a view over its bytes. */
#ifndef ENGINE_NETQUAKE_NQ_FILE_H
#define ENGINE_NETQUAKE_NQ_FILE_H

#include <stdbool.h>

#include "formats/netquake/dem.h"

struct nq_file {
    struct dem_file dem;
    bool items_optional; /* see nq_detect_items_optional, for which the file had to be read */
};

#endif
