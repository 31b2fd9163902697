/* Quake III data of a pk3 written in the test: scripts, plain pictures, maps. */
#ifndef TESTS_ASSETS_QUAKE3_DATA_STAGE_H
#define TESTS_ASSETS_QUAKE3_DATA_STAGE_H

#include <criterion/criterion.h>
#include <string.h>

#include "assets/quake3/q3_data.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/q3_map_bytes.h"
#include "tests/support/scratch.h"

struct data_stage { /* start from {0} */
    struct zip_bytes zip;
    struct scratch_talk talk;
    struct game_files game;
    struct q3_data *data;
};

static inline void stage_text(struct data_stage *stage, const char *name, const char *text)
{
    zip_bytes_add(&stage->zip, name, text, strlen(text));
}

/* A TGA of one colour, 0xAARRGGBB; the lowest row's first pixel is black. */
static inline void stage_tga(struct data_stage *stage, const char *name, int width, int height,
                             uint32_t color)
{
    struct byte_writer w = {0};
    const uint8_t head[18] = {
        [2] = 2, [12] = (uint8_t)width, [14] = (uint8_t)height, [16] = 32, [17] = 8};
    byte_writer_bytes(&w, head, sizeof(head));
    for (int i = 0; i < width * height; i++) {
        byte_writer_u32(&w, i == 0 ? 0xff000000u : color);
    }
    zip_bytes_add(&stage->zip, name, w.data, w.size);
    byte_writer_free(&w);
}

/* The small map, after a change. */
static inline void stage_map(struct data_stage *stage, const char *name, struct q3_map_bytes *map)
{
    struct byte_writer bytes = q3_map_bytes_finish(map);
    zip_bytes_add(&stage->zip, name, bytes.data, bytes.size);
    byte_writer_free(&bytes);
}

/* 0 or negative, as q3_data_open. */
static inline int stage_try(struct data_stage *stage, int threads)
{
    struct format_error err = {0};
    stage->game =
        (struct game_files){.files = files_create(scratch_hear, &stage->talk), .found = true};
    int code = stage->game.files ? files_add_pak(stage->game.files, "test.pk3", stage->zip.out.data,
                                                 stage->zip.out.size)
                                 : FORMAT_MEMORY;
    return code < 0 ? code : q3_data_open(&stage->data, &stage->game, threads, &err);
}

static inline void stage_open(struct data_stage *stage)
{
    zip_bytes_end(&stage->zip);
    cr_assert_eq(stage_try(stage, 1), FORMAT_OK);
}

static inline void stage_shut(struct data_stage *stage)
{
    q3_data_close(stage->data);
    cr_assert(!stage->game.files || files_held_bytes(stage->game.files) == 0);
    files_destroy(stage->game.files);
    stage->data = NULL;
    stage->game.files = NULL;
}

static inline void stage_close(struct data_stage *stage)
{
    stage_shut(stage);
    byte_writer_free(&stage->zip.out);
    byte_writer_free(&stage->zip.directory);
}

#endif
