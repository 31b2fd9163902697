#include "tests/support/quake3/q3_pack.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/archives/zip.h"
#include "tests/support/real_data.h"

int q3_pack_each(const char *ending, q3_pack_check *check, void *context)
{
    struct file_bytes file;
    struct format_error err = {0};
    struct zip_member member;
    struct zip zip;
    int count = 0, code;
    real_data_load(&file, "quake3/baseoa/oa_small.pk3");
    cr_assert_eq(zip_open_memory(&zip, file.data, file.size, &err), 0, "%s", err.what);
    size_t at = zip.directory;
    while ((code = zip_next(&zip, &at, &member, &err)) == 1) {
        char name[256];
        const size_t length = strlen(ending);
        snprintf(name, sizeof(name), "%.*s", (int)member.name_length, member.name);
        if (strlen(name) < length || strcasecmp(name + strlen(name) - length, ending) != 0) {
            continue;
        }
        uint8_t *data = malloc(member.size ? member.size : 1);
        cr_assert_eq(zip_read(&zip, &member, data, &err), 0, "%s: %s", name, err.what);
        check(name, data, member.size, context);
        free(data);
        count++;
    }
    cr_assert_eq(code, 0, "%s", err.what);
    platform_free_file(&file);
    return count;
}
