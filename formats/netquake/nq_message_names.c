/* Names of NetQuake's protocols, protocol flags and messages. */
#include <stdio.h>
#include <string.h>

#include "formats/netquake/nq_message.h"

bool nq_protocol_supported(int32_t version)
{
    return version == NQ_PROTOCOL_15 || version == NQ_PROTOCOL_666 || version == NQ_PROTOCOL_999;
}

const char *nq_protocol_name(int32_t version)
{
    static const struct {
        int32_t first, last;
        const char *name;
    } protocols[] = {
        {15, 15, "Quake"},
        {17, 20, "Hexen II"},
        {24, 28, "QuakeWorld"},
        {250, 250, "Nehahra"},
        {666, 666, "FitzQuake"},
        {999, 999, "RMQ"},
        {3500, 3599, "DarkPlaces"},
        {10000, 10002, "BJP"},
        {(int32_t)NQ_EXTENSION_FTE1, (int32_t)NQ_EXTENSION_FTE1, "FTE1 extensions"},
        {(int32_t)NQ_EXTENSION_FTE2, (int32_t)NQ_EXTENSION_FTE2, "FTE2 extensions"},
        {(int32_t)NQ_EXTENSION_FTEX, (int32_t)NQ_EXTENSION_FTEX, "FTEX extensions"},
    };
    for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
        if (version >= protocols[i].first && version <= protocols[i].last) {
            return protocols[i].name;
        }
    }
    return NULL;
}

void nq_protocol_flag_names(uint32_t flags, char *names, size_t size)
{
    static const char *const bits[32] = {
        [1] = "SHORTANGLE", [2] = "FLOATANGLE",  [3] = "24BITCOORD", [4] = "FLOATCOORD",
        [5] = "EDICTSCALE", [6] = "ALPHASANITY", [7] = "INT32COORD",
    };
    size_t used = 0;
    names[0] = 0;
    for (int i = 0; i < 32; i++) {
        if (!(flags >> i & 1) || used >= size) {
            continue;
        }
        char number[12];
        snprintf(number, sizeof(number), "bit %d", i);
        int length = snprintf(names + used, size - used, "%s%s", used ? ", " : "",
                              bits[i] ? bits[i] : number);
        used += (size_t)length;
    }
}

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
        [37] = "skybox",
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
