#include "assets/quake/model.h"

#include <stddef.h>
#include <string.h>

enum liquid model_liquid_of(const char *texture)
{
    static const struct {
        const char *prefix;
        enum liquid liquid;
    } kinds[] = {{"*lava", LIQUID_LAVA}, {"*slime", LIQUID_SLIME}, {"*tele", LIQUID_TELE}};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strncmp(texture, kinds[i].prefix, strlen(kinds[i].prefix)) == 0) {
            return kinds[i].liquid;
        }
    }
    return LIQUID_WATER;
}
