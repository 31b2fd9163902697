#include "assets/builtin/builtin.h"

#include <string.h>

#include "formats/archives/pak.h"

bool builtin_find(const char *name, const uint8_t **data, size_t *size)
{
    struct pak pak;
    struct pak_member member;
    if (pak_open_memory(&pak, builtin_pak, builtin_pak_size, NULL) < 0) {
        return false;
    }
    for (uint32_t i = 0; i < pak.num_members; i++) {
        if (pak_get(&pak, i, &member, NULL) == FORMAT_OK && strcmp(member.name, name) == 0) {
            *data = member.data;
            *size = member.size;
            return true;
        }
    }
    return false;
}
