/* Names of NetQuake's messages, and of lists in them. */
#include <string.h>

#include "formats/netquake/nq_message.h"

const char *nq_message_name(uint8_t id)
{
    /* Those of 38, 45 to 49, 53 and 55 are the 2021 re-release's alone: named, never decoded. */
    static const char *const names[] = {
        "bad",
        "nop",
        "disconnect",
        "updatestat",
        "version",
        "setview",
        "sound",
        "time",
        "print",
        "stufftext",
        "setangle",
        "serverinfo",
        "lightstyle",
        "updatename",
        "updatefrags",
        "clientdata",
        "stopsound",
        "updatecolors",
        "particle",
        "damage",
        "spawnstatic",
        "spawnbinary",
        "spawnbaseline",
        "temp_entity",
        "setpause",
        "signonnum",
        "centerprint",
        "killedmonster",
        "foundsecret",
        "spawnstaticsound",
        "intermission",
        "finale",
        "cdtrack",
        "sellscreen",
        "cutscene",
        "showpic",
        "hidepic",
        "skybox",
        [38] = "re-release message",
        [40] = "bonusflash",
        [41] = "fog",
        [42] = "spawnbaseline2",
        [43] = "spawnstatic2",
        [44] = "spawnstaticsound2",
        [45] = "re-release message",
        [46] = "re-release message",
        [47] = "re-release message",
        [48] = "re-release message",
        [49] = "re-release message",
        [50] = "re-release message",
        [51] = "re-release message",
        [52] = "achievement",
        [53] = "re-release message",
        [54] = "re-release message",
        [55] = "re-release message",
        [56] = "localsound",
        [58] = "CSQC entities",
        [60] = "trail particles",
        [61] = "point particles",
        [62] = "point particles1",
        [66] = "spawnbaseline delta",
        [78] = "updatestat string",
        [79] = "updatestat float",
        [83] = "CSQC packet",
        [84] = "voice",
        [85] = "setangle delta",
        [86] = "entities",
    };
    if (id >= NQ_ENTITY_UPDATE) {
        return "updateentity";
    }
    return id < sizeof(names) / sizeof(names[0]) && names[id] ? names[id] : "unknown";
}

/* What ids from 50 on, and 21, mean where they are not the 2021 re-release's. */
static const char *extension_name(bool darkplaces, uint8_t id)
{
    switch (id) {
    case NQ_DELTA_STATIC:
        return darkplaces ? NULL : "spawnstatic delta";
    case NQ_DOWNLOAD:
        return "download";
    case NQ_UPDATESTAT_BYTE:
        return "updatestat byte";
    case NQ_PRECACHE:
        return "precache";
    case NQ_DP_EFFECT:
        return darkplaces ? "effect" : NULL;
    case NQ_DP_EFFECT2:
        return darkplaces ? "effect2" : NULL;
    case NQ_DP_SPAWNBASELINE2:
        return darkplaces ? "spawnbaseline2" : NULL;
    case NQ_DP_SPAWNSTATIC2:
        return darkplaces ? "spawnstatic2" : NULL;
    case NQ_DP_ENTITIES:
        return darkplaces ? "entities" : NULL;
    case NQ_DP_SPAWNSTATICSOUND2:
        return darkplaces ? "spawnstaticsound2" : NULL;
    default:
        return NULL;
    }
}

const char *nq_message_name_in(const struct nq_protocol *protocol, uint8_t id)
{
    const bool darkplaces = nq_protocol_is_darkplaces(protocol);
    const bool download = id == NQ_DOWNLOAD && protocol->version == NQ_PROTOCOL_15;
    const bool extends = darkplaces || protocol->fte2 != 0 || download;
    const char *name = extends ? extension_name(darkplaces, id) : NULL;
    return name ? name : nq_message_name(id);
}

const char *nq_names_get(const struct nq_names *names, uint32_t i)
{
    if (i >= names->count) {
        return NULL;
    }
    const char *name = names->first;
    while (i-- > 0) {
        name += strlen(name) + 1;
    }
    return name;
}
