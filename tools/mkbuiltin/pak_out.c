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

static struct buf pak_bytes(const struct pak_out *pak)
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

/* One string literal: compilers take that much faster than a list of numbers. Octal escapes of
 * three digits never run into the character behind them. */
static void write_source(FILE *file, const struct buf *bytes)
{
    enum { PER_LINE = 32 };
    fprintf(file,
            "#include \"assets/builtin/builtin.h\"\n\n"
            "const size_t builtin_pak_size = %zu;\n"
            "_Alignas(16) const unsigned char builtin_pak[%zu] =",
            bytes->size, bytes->size);
    for (size_t i = 0; i < bytes->size; i++) {
        fprintf(file, "%s\\%03o", i % PER_LINE ? "" : i ? "\"\n\"" : "\n\"", bytes->data[i]);
    }
    fprintf(file, "\";\n");
}

void pak_out_save(const struct pak_out *pak, const char *path, const char *source_path)
{
    struct buf out = pak_bytes(pak);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(out.data, 1, out.size, file) != out.size || fclose(file)) {
        mkb_fail("cannot write %s", path);
    }
    file = fopen(source_path, "w");
    if (!file) {
        mkb_fail("cannot write %s", source_path);
    }
    write_source(file, &out);
    if (ferror(file) || fclose(file)) {
        mkb_fail("cannot write %s", source_path);
    }
    printf("%s: %d files, %zu bytes\n", path, pak->count, out.size);
    buf_free(&out);
}

void pak_out_free(struct pak_out *pak)
{
    for (int i = 0; i < pak->count; i++) {
        buf_free(&pak->files[i].data);
    }
}
