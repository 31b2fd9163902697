/* A folder of a test's own below /tmp, and files and paks in it. */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/files.h"
#include "assets/platform.h"
#include "formats/base/bytes.h"

static char scratch_root[64];

static inline const char *scratch_at(const char *below)
{
    static char paths[4][512];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, 512, "%s/%s", scratch_root, below);
    return path;
}

static inline void scratch_make_folder(const char *below)
{
    cr_assert_eq(platform_make_directory(scratch_at(below)), 0, "%s", below);
}

static inline void scratch_write(const char *below, const void *data, size_t size)
{
    FILE *f = fopen(scratch_at(below), "wb");
    cr_assert_not_null(f, "%s", below);
    cr_assert_eq(fwrite(data, 1, size, f), size);
    fclose(f);
}

static inline void scratch_write_text(const char *below, const char *text)
{
    scratch_write(below, text, strlen(text));
}

/* A pak whose members' contents are all `text`. */
static inline struct byte_writer scratch_make_pak(const char *const *names, uint32_t count,
                                                  const char *text)
{
    struct byte_writer w = {0};
    uint32_t size = (uint32_t)strlen(text);
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 12 + size);
    byte_writer_u32(&w, count * 64);
    byte_writer_bytes(&w, text, size);
    for (uint32_t i = 0; i < count; i++) {
        char name[56] = {0};
        memcpy(name, names[i], strlen(names[i]));
        byte_writer_bytes(&w, name, 56);
        byte_writer_u32(&w, 12);
        byte_writer_u32(&w, size);
    }
    return w;
}

static inline void scratch_write_pak(const char *below, const char *const *names, uint32_t count,
                                     const char *text)
{
    struct byte_writer w = scratch_make_pak(names, count, text);
    scratch_write(below, w.data, w.size);
    byte_writer_free(&w);
}

/* Captured log output. */
struct scratch_talk {
    unsigned lines;
    char last[512];
    char all[8192];
};

static inline void scratch_hear(void *context, const char *line)
{
    struct scratch_talk *talk = context;
    talk->lines++;
    snprintf(talk->last, sizeof(talk->last), "%s", line);
    size_t used = strlen(talk->all);
    snprintf(talk->all + used, sizeof(talk->all) - used, "%s\n", line);
}

/* The file has to be that text; NULL: has to be missing. */
static inline void scratch_expect(struct files *files, const char *name, const char *text)
{
    struct files_ref ref;
    const int code = files_get(files, name, &ref);
    if (!text) {
        cr_assert(code == FORMAT_MISSING && !ref.data, "%s", name);
        return;
    }
    cr_assert_eq(code, FORMAT_OK, "%s", name);
    cr_assert(ref.size == strlen(text) && memcmp(ref.data, text, ref.size) == 0, "%s: %.*s, not %s",
              name, (int)ref.size, (const char *)ref.data, text);
    files_release(files, &ref);
}

static inline void scratch_set_up(void)
{
    snprintf(scratch_root, sizeof(scratch_root), "/tmp/quakereel-test-XXXXXX");
    cr_assert_not_null(mkdtemp(scratch_root));
}

static inline void scratch_tear_down(void)
{
    char command[sizeof(scratch_root) + 16];
    snprintf(command, sizeof(command), "rm -rf '%s'", scratch_root);
    cr_expect_eq(system(command), 0);
}

#endif
