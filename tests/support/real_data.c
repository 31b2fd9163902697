#include "tests/support/real_data.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/archives/gzip.h"
#include "formats/base/bytes.h"
#include "tests/support/sanitized.h"

const char *real_data_root(void)
{
    const char *root = getenv("QUAKEREEL_DATA");
    return root != NULL && *root != '\0' ? root : "../shared/data";
}

bool real_data_is_there(void)
{
    return platform_is_directory(real_data_root());
}

static struct real_data_name name_below(const char *below, va_list args)
{
    struct real_data_name name;
    if (!real_data_is_there()) {
        cr_skip_test(REAL_DATA_SKIP ": there is no folder %s", real_data_root());
    }
    const size_t length = (size_t)snprintf(name.text, sizeof(name.text), "%s/", real_data_root());
    cr_assert_lt(length, sizeof(name.text));
    vsnprintf(name.text + length, sizeof(name.text) - length, below, args);
    cr_assert(platform_is_file(name.text) || platform_is_directory(name.text),
              "the real data lacks %s", name.text);
    return name;
}

struct real_data_name real_data_path(const char *below, ...)
{
    va_list args;
    va_start(args, below);
    const struct real_data_name name = name_below(below, args);
    va_end(args);
    return name;
}

static uint8_t *read_whole(const char *path, size_t *size)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    uint8_t *data = malloc(file.size + 1);
    cr_assert_not_null(data);
    memcpy(data, file.data, file.size);
    data[file.size] = '\0';
    *size = file.size;
    platform_free_file(&file);
    return data;
}

uint8_t *real_data_read(size_t *size, const char *below, ...)
{
    va_list args;
    va_start(args, below);
    const struct real_data_name name = name_below(below, args);
    va_end(args);
    return read_whole(name.text, size);
}

char *real_data_unpack(size_t *size, const char *below, ...)
{
    va_list args;
    va_start(args, below);
    const struct real_data_name name = name_below(below, args);
    va_end(args);
    size_t packed = 0;
    struct byte_writer text;
    struct format_error err;
    uint8_t *data = read_whole(name.text, &packed);
    cr_assert_eq(gzip_read(data, packed, &text, &err), 0, "%s: %s", name.text, err.what);
    *size = text.size;
    byte_writer_u8(&text, 0);
    cr_assert(!text.failed);
    free(data);
    return (char *)text.data;
}

void real_data_load(struct file_bytes *file, const char *below, ...)
{
    va_list args;
    va_start(args, below);
    const struct real_data_name name = name_below(below, args);
    va_end(args);
    cr_assert_eq(platform_read_file(name.text, file), 0, "%s", name.text);
}

static void each_up_to(size_t most, const char *folder, const char *part, real_data_check *check)
{
    const struct real_data_name path = real_data_path("%s", folder);
    char **names;
    size_t count, checked = 0;
    cr_assert_eq(platform_list_directory(path.text, &names, &count), 0, "%s", path.text);
    for (size_t i = 0; i < count; i++) {
        if (strstr(names[i], part) != NULL) {
            size_t size;
            uint8_t *data = real_data_read(&size, "%s/%s", folder, names[i]);
            if (size <= most) {
                check(names[i], data, size);
                checked++;
            }
            free(data);
        }
    }
    cr_assert_gt(checked, 0, "the real data lacks %s/*%s*", folder, part);
    platform_free_names(names, count);
}

void real_data_each(const char *folder, const char *part, real_data_check *check)
{
    each_up_to(SIZE_MAX, folder, part, check);
}

void real_data_each_q3(real_data_check *check)
{
    const size_t most =
        SANITIZED ? 1800000 : SIZE_MAX; /* bytes; includes a demo of every protocol */
    each_up_to(most, "quake3/corpus", ".dm", check);
    each_up_to(most, "quake3/recorded", ".dm", check);
}

void real_data_each_q3_broken_too(real_data_check *check)
{
    real_data_each_q3(check);
    real_data_each("quake3/broken", ".dm", check);
}

bool real_data_is_broken_q3(const char *name)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/quake3/broken/%s", real_data_root(), name);
    return platform_is_file(path);
}
