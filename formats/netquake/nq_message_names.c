/* Names of NetQuake's messages, and of lists in them. */
#include <string.h>

#include "formats/netquake/nq_message.h"

const char *nq_message_name(uint8_t id)
{
    /* Those of 38, 45 to 51 and 53 to 55 are the 2021 re-release's: named, never decoded. */
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
