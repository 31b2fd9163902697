/* An opened NetQuake demo: a view over its bytes. */
#ifndef ENGINE_NETQUAKE_NQ_FILE_H
#define ENGINE_NETQUAKE_NQ_FILE_H

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_protocol.h"

struct nq_file {
    struct dem_file dem;
    struct nq_protocol protocol; /* of nq_detect_protocol, for which the file had to be read */
};

#endif
