#include "tools/mkbuiltin/pak_out.h"

#include <stdio.h>
#include <string.h>

struct buf *pak_out_add(struct pak_out *pak, const char *name)
{
    if (pak->count >= PAK_OUT_FILES_MAX || strlen(name) >= sizeof pak->files[0].name) {
        mkb_fail("cannot add %s to the pak", name);
    }
    memcpy(pak->files[pak->count].name, name, strlen(name));
    return &pak->files[pak->count++].data;
}

struct buf pak_out_bytes(const struct pak_out *pak)
{
    struct buf out = {0};
    struct buf directory = {0};
    buf_bytes(&out, "PACK", 4);
    buf_zero(&out, 8);
    for (int i = 0; i < pak->count; i++) {
        const struct buf *data = &pak->files[i].data;
        buf_bytes(&directory, pak->files[i].name, sizeof pak->files[i].name);
        buf_i32(&directory, (int)out.size);
        buf_i32(&directory, (int)data->size);
        buf_bytes(&out, data->data, data->size);
        buf_align(&out, 4);
    }
    buf_patch_i32(&out, 4, (int)out.size);
    buf_patch_i32(&out, 8, (int)directory.size);
    buf_bytes(&out, directory.data, directory.size);
    buf_free(&directory);
    return out;
}

/* One string literal: compilers take that much faster than a list of numbers. An octal escape of
 * three digits cannot absorb the next character. */
static void write_source(FILE *file, const char *name, const struct buf *bytes)
{
    enum { PER_LINE = 32 };
    fprintf(file, "const size_t %s_size = %zu;\n_Alignas(16) const unsigned char %s[%zu] =", name,
            bytes->size, name, bytes->size);
    for (size_t i = 0; i < bytes->size; i++) {
        fprintf(file, "%s\\%03o", i % PER_LINE ? "" : i ? "\"\n\"" : "\n\"", bytes->data[i]);
    }
    fprintf(file, "\";\n");
}

void pak_out_save(const struct buf *bytes, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes->data, 1, bytes->size, file) != bytes->size || fclose(file)) {
        mkb_fail("cannot write %s", path);
    }
    printf("%s: %zu bytes\n", path, bytes->size);
}

void pak_out_save_source(const char *path, const struct buf *archives, const char *const *names,
                         int count)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        mkb_fail("cannot write %s", path);
    }
    fprintf(file, "#include \"assets/builtin/builtin.h\"\n\n");
    for (int i = 0; i < count; i++) {
        write_source(file, names[i], &archives[i]);
    }
    if (ferror(file) || fclose(file)) {
        mkb_fail("cannot write %s", path);
    }
}

void pak_out_free(struct pak_out *pak)
{
    for (int i = 0; i < pak->count; i++) {
        buf_free(&pak->files[i].data);
    }
}
