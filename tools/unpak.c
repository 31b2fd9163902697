/* unpak: writes the built-in pack's members to files, as seeds of the fuzz targets.
 *
 * unpak FOLDER writes each member to FOLDER/TARGET/ for every target that reads its kind; demos are
 * cut at SEED_BYTES, so that a fuzzer runs many per second. Also writes other versions of the maps,
 * one with coloured light, optional files of a map, and sounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "assets/quake/placeholder.h"
#include "engine/playback/families.h"
#include "formats/archives/pak.h"
#include "formats/archives/zip.h"
#include "formats/media/wav.h"
#include "formats/netquake/dem.h"
#include "formats/pictures/pcx.h"
#include "formats/quake3/dm3.h"
#include "formats/quake3/q3_fields.h"
#include "tests/support/archives/dzip_bytes.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/map_bytes.h"
#include "tests/support/maps/small_map.h"
#include "tests/support/media/bmp_bytes.h"
#include "tests/support/media/film_bytes.h"
#include "tests/support/media/vorbis_bytes.h"
#include "tests/support/quake3/md3_bytes.h"
#include "tests/support/quake3/q3_map_bytes.h"
#include "tests/support/quake3/roq_bytes.h"
#include "tests/support/text_round_trip.h"
#include "tools/nq_seeds.h"

enum { SEED_BYTES = 8000, DIALECT_BYTES = 5000, PATH_SIZE = 1024, TARGETS = 11 };

static const struct {
    const char *ending;
    const char *targets[TARGETS]; /* NULL: no more */
} kinds[] = {
    {".bsp", {"fuzz_bsp", "fuzz_world", "fuzz_move"}},
    {".dem",
     {"fuzz_dem", "fuzz_play", "fuzz_nq_cut", "fuzz_nq_convert", "fuzz_repair", "fuzz_decompile",
      "fuzz_edit_split", "fuzz_strings", "fuzz_diff", "fuzz_anonymise", "fuzz_search"}},
    {".qwd",
     {"fuzz_qwd", "fuzz_qw_cut", "fuzz_qw_convert", "fuzz_repair", "fuzz_decompile",
      "fuzz_edit_split", "fuzz_strings", "fuzz_diff", "fuzz_anonymise", "fuzz_search"}},
    {".mvd",
     {"fuzz_mvd", "fuzz_qw_cut", "fuzz_qw_convert", "fuzz_repair", "fuzz_decompile",
      "fuzz_edit_split", "fuzz_strings", "fuzz_diff", "fuzz_anonymise", "fuzz_search"}},
    {".mdl", {"fuzz_mdl", "fuzz_model"}},
    {".spr", {"fuzz_spr", "fuzz_model"}},
    {".lmp", {"fuzz_lmp", NULL}},
    {".wad", {"fuzz_wad", NULL}},
};

static bool write_seed(const char *folder, const char *target, const struct pak_member *member,
                       size_t size)
{
    char path[PATH_SIZE];
    const char *slash = strrchr(member->name, '/');
    int length = snprintf(path, sizeof(path), "%s/%s", folder, target);
    if (length < 0 || length >= PATH_SIZE || platform_make_directory(path) != 0) {
        return false;
    }
    length =
        snprintf(path, sizeof(path), "%s/%s/%s", folder, target, slash ? slash + 1 : member->name);
    FILE *file = length > 0 && length < PATH_SIZE ? fopen(path, "wb") : NULL;
    if (!file) {
        return false;
    }
    bool good = fwrite(member->data, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

/* Whole blocks only. */
static size_t cut_demo(const struct pak_member *member)
{
    struct dem_file dem;
    struct dem_block block;
    if (dem_open(&dem, member->data, member->size, NULL) < 0) {
        return member->size;
    }
    size_t pos = dem.first_block;
    while (pos < SEED_BYTES && dem_next_block(&dem, &pos, &block, NULL) > 0) {
    }
    return pos;
}

static bool unpack(const char *folder, const struct pak_member *member)
{
    size_t length = strlen(member->name);
    bool good = true;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        size_t tail = strlen(kinds[i].ending);
        if (length < tail || strcmp(member->name + length - tail, kinds[i].ending) != 0) {
            continue;
        }
        size_t size = strcmp(kinds[i].ending, ".dem") == 0 ? cut_demo(member) : member->size;
        if (strcmp(kinds[i].targets[0], "fuzz_repair") == 0 && size > SEED_BYTES) {
            size = SEED_BYTES; /* a demo that ends in a block */
        }
        for (int t = 0; t < TARGETS && kinds[i].targets[t]; t++) {
            good = write_seed(folder, kinds[i].targets[t], member, size) && good;
        }
    }
    return good;
}

/* The same bytes to another target; they stay. */
static bool write_copy(const char *folder, const char *target, const char *name,
                       const struct byte_writer *bytes)
{
    struct pak_member member = {.data = bytes->data, .size = bytes->size};
    snprintf(member.name, sizeof(member.name), "%s", name);
    return !bytes->failed && write_seed(folder, target, &member, member.size);
}

/* Takes the bytes. */
static bool write_bytes(const char *folder, const char *target, const char *name,
                        struct byte_writer *bytes)
{
    const bool good = write_copy(folder, target, name, bytes);
    byte_writer_free(bytes);
    return good;
}

/* The map in other versions and with coloured light. targets: of those of maps, from the first on.
 */
static bool write_maps(const char *folder, const struct pak_member *member, int first, int targets)
{
    static const struct {
        uint32_t version;
        const char *name;
    } seeds[] = {{BSP_VERSION_29, "colored29.bsp"},
                 {BSP_VERSION_2PSB, "colored2psb.bsp"},
                 {BSP_VERSION_2, "colored2.bsp"}};
    bool good = true;
    for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
        for (int t = first; t < first + targets; t++) {
            struct byte_writer colors = map_colors(member->data, 128, 64);
            struct byte_writer map = map_convert(member->data, seeds[i].version);
            const struct map_bspx_lump lump = {"RGBLIGHTING", colors.data, colors.size};
            map_add_bspx(&map, &lump, 1);
            good = write_bytes(folder, kinds[0].targets[t], seeds[i].name, &map) && good;
            byte_writer_free(&colors);
        }
    }
    return good;
}

/* A small map with every lump of light. */
static bool write_small_maps(const char *folder)
{
    static const struct {
        uint32_t version;
        const char *name;
    } seeds[] = {{BSP_VERSION_29, "light29.bsp"},
                 {BSP_VERSION_2PSB, "light2psb.bsp"},
                 {BSP_VERSION_2, "light2.bsp"}};
    bool good = true;
    for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
        struct byte_writer map = small_map_pack_light(seeds[i].version);
        good = write_bytes(folder, "fuzz_bsp", seeds[i].name, &map) && good;
    }
    return good;
}

/* Optional files of the placeholder map, which has few leafs, and a skin. */
static bool write_extras(const char *folder)
{
    struct bsp bsp;
    struct byte_writer lit = {0}, leafs = {0}, vis = {0}, pcx = {0};
    if (placeholder_make_bsp(&bsp) < 0) {
        return false;
    }
    byte_writer_bytes(&lit, "QLIT\1\0\0\0abcdef", 14);
    for (uint32_t i = 0; i < bsp.num_leafs; i++) {
        byte_writer_u32(&leafs, (uint32_t)bsp.leafs[i].contents);
        for (int k = 0; k < 4; k++) { /* visibility from the start, no box */
            byte_writer_u32(&leafs, 0);
        }
        byte_writer_u16(&leafs, bsp.leafs[i].first_mark_surface);
        byte_writer_u16(&leafs, bsp.leafs[i].num_mark_surfaces);
        byte_writer_u32(&leafs, 0);
    }
    map_add_vis(&vis, "other.bsp", "\1", 1, NULL, 0);
    map_add_vis(&vis, "x.bsp", "\1\0\1", 3, leafs.data, leafs.size);
    byte_writer_free(&leafs);
    bsp_free(&bsp);
    uint8_t head[PCX_HEADER] = {10, 5, 1, 8, [8] = 15, [10] = 7, [65] = 1, [66] = 16};
    byte_writer_bytes(&pcx, head, sizeof(head));
    byte_writer_bytes(&pcx, "\xd0\x11\xd0\x22\xd0\x33\xd0\x44\xd0\x55\xd0\x66\xd0\x77\xd0\x88", 16);
    struct byte_writer bmp = bmp_bytes(4, 2, 24, pcx.data);
    bool good = write_bytes(folder, "fuzz_lit", "x.lit", &lit);
    good = write_bytes(folder, "fuzz_q3_image", "x.bmp", &bmp) && good;
    good = write_bytes(folder, "fuzz_pcx", "x.pcx", &pcx) && good;
    return write_bytes(folder, "fuzz_lit", "x.vis", &vis) && good;
}

static bool write_roq(const char *folder)
{
    struct byte_writer film = roq_bytes_make();
    return write_bytes(folder, "fuzz_roq", "x.roq", &film);
}

/* What servers of films and mods send. */
static bool write_stufftext(const char *folder)
{
    static const char text[] =
        "\10v_cshift 255 0 0 100; bf\nv_idlescale 100;v_iyaw_cycle 1;v_ipitch_level .5\n"
        "fog 0.05 \"0.3\" .2 .1 // no more\nsky \"stars\";wait;V_CSHIFT 0 0 0 0\nfov 120\n"
        "fullserverinfo \"\\hostname\\a;b\"\n//at 1 2\nsay \"not ended\nreconnect";
    struct byte_writer seed = {0};
    byte_writer_bytes(&seed, text, sizeof(text) - 1);
    return write_bytes(folder, "fuzz_stufftext", "orders", &seed);
}

/* A short sound with a loop, and music. */
static bool write_sounds(const char *folder)
{
    static const int16_t samples[] = {0, 9000, 16000, 9000, 0, -9000, -16000, -9000};
    static const uint32_t cue[] = {1, 0, 0, 0x61746164, 0, 0, 4};
    struct byte_writer wav = {0};
    struct wav_writer writer;
    const struct media_sink sink = media_sink_memory(&wav);
    bool good = wav_begin(&writer, &sink, 11025, 1, 8) == 0 && wav_add(&writer, samples, 8) == 0 &&
                wav_end(&writer) == 0;
    byte_writer_bytes(&wav, "cue \x1c\0\0\0", 8);
    for (size_t i = 0; i < sizeof(cue) / sizeof(cue[0]); i++) {
        byte_writer_u32(&wav, cue[i]);
    }
    byte_writer_bytes(&wav, "LIST\x20\0\0\0adtlltxt\x14\0\0\0\1\0\0\0\3\0\0\0mark\0\0\0\0\0\0\0\0",
                      40);
    const struct pak_member short_one = {.name = "x.wav", .data = wav.data, .size = wav.size};
    good = good && write_seed(folder, "fuzz_sound_store", &short_one, wav.size);
    for (int i = 0; i < 4; i++) {
        struct vorbis_recipe recipe = {.channels = i % 2 + 1, .packets = 8};
        struct byte_writer ogg = vorbis_bytes(&recipe);
        const char *name = i % 2 ? "two.ogg" : "one.ogg";
        good = write_bytes(folder, i < 2 ? "fuzz_vorbis" : "fuzz_sound_store", name, &ogg) && good;
    }
    return write_bytes(folder, "fuzz_wav", "x.wav", &wav) && good;
}

/* Films of every kind, in one segment and in several. */
static bool write_films(const char *folder)
{
    static const struct {
        enum film_bytes_kind kind;
        int frames;
        const char *target, *name;
    } seeds[] = {{FILM_BYTES_MJPEG, 2, "fuzz_avi", "x.avi"},
                 {FILM_BYTES_SILENT, 1, "fuzz_avi", "silent.avi"},
                 {FILM_BYTES_RAW, 3, "fuzz_avi", "raw.avi"},
                 {FILM_BYTES_RAW, 12, "fuzz_avi", "long.avi"},
                 {FILM_BYTES_Y4M, 2, "fuzz_y4m", "x.y4m"},
                 {FILM_BYTES_WAV, 1, "fuzz_wav_film", "x.wav"}};
    bool good = true;
    for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
        struct byte_writer film;
        good = film_bytes_make(&film, seeds[i].kind, 0, seeds[i].frames, 40000) && good;
        good = write_bytes(folder, seeds[i].target, seeds[i].name, &film) && good;
    }
    return good;
}

/* An archive with a file of each format, and a picture; fuzz_q3_pack expects the first byte. */
static bool write_q3_pack(const char *folder, const struct byte_writer *bsp,
                          const struct byte_writer *md3, const char *shader)
{
    static const uint8_t tga[18 + 16] = {[2] = 2, [12] = 2, [14] = 2, [16] = 32, [18] = 200};
    static const char skin[] = "Head_1,textures/wall\n";
    struct zip_bytes zip = {0};
    struct byte_writer seeds[2] = {{0}};
    zip_bytes_add(&zip, "maps/x.bsp", bsp->data, bsp->size);
    zip_bytes_add(&zip, "models/x.md3", md3->data, md3->size);
    zip_bytes_add(&zip, "models/x.skin", skin, sizeof(skin) - 1);
    zip_bytes_add(&zip, "textures/wall.tga", tga, sizeof(tga));
    zip_bytes_add(&zip, "scripts/a.shader", shader, strlen(shader));
    zip_bytes_end(&zip);
    byte_writer_u8(&seeds[0], 4);
    byte_writer_bytes(&seeds[0], zip.out.data, zip.out.size);
    byte_writer_u8(&seeds[1], 0);
    byte_writer_bytes(&seeds[1], tga, sizeof(tga));
    zip_bytes_free(&zip);
    const bool good = write_bytes(folder, "fuzz_q3_pack", "x.pk3", &seeds[0]);
    return write_bytes(folder, "fuzz_q3_pack", "x.tga", &seeds[1]) && good;
}

/* Files of each reader of fuzz_cut_files, behind that target's head. */
static bool write_cut_files(const char *folder)
{
    enum { FAULTS = 3, READS = 4, CUT = 200 };
    static const struct {
        enum film_bytes_kind kind;
        const char *name;
    } films[] = {{FILM_BYTES_SILENT, "avi"}, {FILM_BYTES_Y4M, "y4m"}, {FILM_BYTES_WAV, "wav"}};
    struct zip_bytes zip = {0};
    bool good = true;
    zip_bytes_add(&zip, "a", "stored", 6);
    zip_bytes_add_deflated(&zip, "b", "packed packed packed", 20);
    zip_bytes_end(&zip);
    for (uint8_t i = 0; i < 4; i++) {
        for (uint8_t fault = 0; fault < FAULTS; fault++) {
            struct byte_writer film = {0}, seed = {0};
            char name[16];
            const uint8_t head[] = {i, fault, (uint8_t)(READS * fault), CUT};
            good = (i == 0 || film_bytes_make(&film, films[i - 1].kind, 0, 1, 40000)) && good;
            byte_writer_bytes(&seed, head, sizeof(head));
            byte_writer_bytes(&seed, i ? film.data : zip.out.data, i ? film.size : zip.out.size);
            snprintf(name, sizeof(name), "%s%u", i ? films[i - 1].name : "zip", (unsigned)fault);
            good = write_bytes(folder, "fuzz_cut_files", name, &seed) && good;
            byte_writer_free(&film);
        }
    }
    zip_bytes_free(&zip);
    return good;
}

/* Texts: a list of marks, a video's journal as fuzz_film_journal has it, a demo's bookmarks,
 * when demos were watched. */
static bool write_saved_texts(const char *folder)
{
    static const struct {
        const char *target, *name, *text;
    } seeds[] = {
        {"fuzz_mark_list", "x.txt", "# a\n0:20.5 x=;\r\n50%\n-1 y\n1h2m3.25s\n"},
        {"fuzz_film_journal", "x.resume", "\1pieces 4\npiece 2 10 00000000000000ff\npiece 3 1 "},
        {"fuzz_demo_bookmarks", "x.txt",
         "\1\1\1\1# quakereel: a.dem\nresume 83.250000000\nmark 12.500000000 quad\n mark 1e2 "
         "\nother\n"},
        {"fuzz_play_history", "x.txt", "# a\n1000 /a.dem\n2000 /dev/null/a.dem\n12\nx /y\n"}};
    bool good = true;
    for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
        struct byte_writer w = {0};
        byte_writer_bytes(&w, seeds[i].text, strlen(seeds[i].text));
        good = write_bytes(folder, seeds[i].target, seeds[i].name, &w) && good;
    }
    return good;
}

/* Members of both kinds, with bytes in front of the archive and a comment behind. */
static bool write_zips(const char *folder)
{
    static const char text[] = "quake quake quake quake quake quake quake quake quake";
    struct zip_bytes zip = {0};
    struct byte_writer around = {0};
    zip_bytes_add(&zip, "a/stored.txt", "stored", 6);
    zip_bytes_add_deflated(&zip, "b/packed.txt", text, sizeof(text));
    zip_bytes_add_deflated(&zip, "empty", "", 0);
    zip_bytes_end(&zip);
    byte_writer_bytes(&around, "in front", 8);
    byte_writer_bytes(&around, zip.out.data, zip.out.size - 2);
    byte_writer_u16(&around, 7);
    byte_writer_bytes(&around, "comment", 7);
    const bool good = write_copy(folder, "fuzz_zip", "x.zip", &zip.out);
    zip_bytes_free(&zip);
    return write_bytes(folder, "fuzz_zip", "around.zip", &around) && good;
}

/* The demo's text. */
static bool write_text(const char *folder, const char *name, const struct byte_writer *bytes)
{
    struct byte_writer text = {0};
    struct demo_text_report report;
    struct format_error err;
    struct demo demo;
    bool good = demo_open(&demo, bytes->data, bytes->size, name) == 0 &&
                text_of_demo(&demo, false, &text, &report, &err) == 0;
    demo_close(&demo);
    good = write_copy(folder, "fuzz_text_compile", name, &text) && good;
    byte_writer_free(&text);
    return good;
}

/* The list of the texts of demo1.dem, which the target has lists of. */
static bool write_strings(const char *folder, const struct pak_member *member)
{
    struct byte_writer list = {0};
    struct demo_strings_report report;
    struct format_error err;
    struct demo demo;
    const bool good = demo_open(&demo, member->data, member->size, "demo1.dem") == 0 &&
                      strings_of_demo(&demo, &list, &report, &err) == 0;
    demo_close(&demo);
    return write_bytes(folder, "fuzz_strings", "texts.txt", &list) && good;
}

/* A built-in demo in each NetQuake protocol. */
static bool write_dialects(const char *folder, const struct pak_member *member)
{
    bool good = true;
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer demo = {0};
        good = nq_seed_write(i, member->data, member->size, DIALECT_BYTES, &demo) && good;
        good = write_copy(folder, "fuzz_dem", nq_seed_name(i), &demo) && good;
        good = write_copy(folder, "fuzz_nq_cut", nq_seed_name(i), &demo) && good;
        good = write_copy(folder, "fuzz_nq_convert", nq_seed_name(i), &demo) && good;
        good = write_copy(folder, "fuzz_repair", nq_seed_name(i), &demo) && good;
        good = write_copy(folder, "fuzz_decompile", nq_seed_name(i), &demo) && good;
        good = write_copy(folder, "fuzz_diff", nq_seed_name(i), &demo) && good;
        good = write_copy(folder, "fuzz_anonymise", nq_seed_name(i), &demo) && good;
        good = write_text(folder, nq_seed_name(i), &demo) && good;
        good = write_bytes(folder, "fuzz_play", nq_seed_name(i), &demo) && good;
    }
    return good;
}

static bool write_dzip(const char *folder)
{
    struct byte_writer sample = {0};
    byte_writer_bytes(&sample, dzip_sample, sizeof(dzip_sample));
    return write_bytes(folder, "fuzz_dzip", "x.dz", &sample);
}

/* The beginning of the built-in Quake III demo, behind the byte that fuzz_q3_draw and fuzz_q3_play
 * have in front. */
static bool write_q3_demo(const char *folder)
{
    enum { BLOCKS = 40 };
    static const char name[] = "demos/demo5.dm_68";
    struct byte_writer seed = {0}, whole = {0};
    struct zip zip;
    struct zip_member member;
    struct dm3_block block;
    size_t at = 0, end = 0;
    bool good = zip_open_memory(&zip, builtin_pk3, builtin_pk3_size, NULL) == 0;
    for (at = zip.directory; good && zip_next(&zip, &at, &member, NULL) == 1;) {
        if (member.name_length == sizeof(name) - 1 &&
            memcmp(member.name, name, sizeof(name) - 1) == 0) {
            uint8_t *data = malloc(member.size + 1);
            good = data && zip_read(&zip, &member, data, NULL) == 0;
            byte_writer_bytes(&whole, data, good ? member.size : 0);
            free(data);
        }
    }
    for (int i = 0; good && i < BLOCKS; i++) {
        good = dm3_next_block(whole.data, whole.size, &end, &block, NULL) == 1;
    }
    byte_writer_u8(&seed, 0);
    byte_writer_bytes(&seed, whole.data, good ? end : 0);
    whole.size = good ? end : 0;
    good = write_copy(folder, "fuzz_repair", "demo5.dm_68", &whole) && good;
    dm3_write_end(&whole);
    good = write_text(folder, "demo5.dm_68", &whole) && good;
    good = write_copy(folder, "fuzz_strings", "demo5.dm_68", &whole) && good;
    good = write_copy(folder, "fuzz_diff", "demo5.dm_68", &whole) && good;
    good = write_copy(folder, "fuzz_anonymise", "demo5.dm_68", &whole) && good;
    good = write_copy(folder, "fuzz_search", "demo5.dm_68", &whole) && good;
    good = write_bytes(folder, "fuzz_decompile", "demo5.dm_68", &whole) && good;
    good = write_copy(folder, "fuzz_q3_play", "demo5.dm_68", &seed) && good;
    return write_bytes(folder, "fuzz_q3_draw", "demo5.dm_68", &seed) && good;
}

/* Also for fuzz_q3_draw: entities that change their type, in that target's encoding. */
static bool write_q3_words(const char *folder)
{
    enum { WORDS = 2, ENTITY = 0, CONFIGSTRING = 5, SNAPSHOT = 7, STEP = 50, TIMES = 12 };
    static const struct {
        uint8_t field, most;
    } changes[] = {{Q3_ES_E_TYPE, 13},     {Q3_ES_E_FLAGS, 255},   {Q3_ES_EVENT, 60},
                   {Q3_ES_WEAPON, 15},     {Q3_ES_MODELINDEX, 60}, {Q3_ES_POWERUPS, 255},
                   {Q3_ES_POS_TR_TYPE, 6}, {Q3_ES_LEGS_ANIM, 40}};
    static const uint8_t model[] = {CONFIGSTRING, 34, 0, 4, 'a', '.', 'm', '3', SNAPSHOT, STEP};
    bool good = true;
    for (uint32_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        struct byte_writer w = {0};
        char name[16];
        byte_writer_u8(&w, WORDS);
        byte_writer_u8(&w, i);
        for (uint32_t k = 1; k <= TIMES; k++) {
            const uint8_t words[] = {ENTITY,
                                     (uint8_t)(k * 5),
                                     changes[i].field,
                                     0,
                                     (uint8_t)(changes[i].most * k / TIMES),
                                     SNAPSHOT,
                                     STEP};
            byte_writer_bytes(&w, words, sizeof(words) - (k % 4 ? 2 : 0));
        }
        byte_writer_bytes(&w, model, sizeof(model));
        snprintf(name, sizeof(name), "words%u", (unsigned)i);
        good = write_bytes(folder, "fuzz_q3_draw", name, &w) && good;
    }
    return good;
}

/* Server commands, one each. */
static const char *const told[] = {
    "cs 0 \"\\g_gametype\\8\\elimination_roundtime\\90\"",
    "elimination 1 2 4000",
    "scores 2 5 7 0 20 48 9 0 128 0 0 0 0 0 0 0 0 1 -2 -1 1 0 0 0 0 0 0 0 0 0 0",
    "cs 0 \"\\g_gametype\\11\\capturelimit\\8\"",
    "cs 23 22",
    "ddtaken 1000",
    "cs 0 \"\\g_gametype\\12\"",
    "dompointnames 2 \"The Bridge          Pool                \"",
    "domStatus 2 1 0",
    "cs 0 \"\\g_gametype\\9\\elimflags\\1\"",
    "attackingteam 2",
    "oh 70 100",
    "respawn 3000",
    "tinfo 2 1 7 100 50 5 0 3 0 25 0 2 128",
    "cs 5 3000",
    "cs 8 1000",
    "cs 9 \"map ^1q3dm1\"",
    "print \"vote passed\n\"",
    "chat \"^1a: ^2hello\"",
    "mm2 1 3 hello",
    "cp \"words\"",
    "cs 545 \"\\n\\^1Zwo\\t\\2\\model\\sarge/red\"",
    "cs 663 3",
    "cs 661 \"\\time\\4000\\round\\3\\turn\\1\"",
    "cs 672 \"\\t\\5\\tw\\0\\ts\\500\\te\\40\"",
    "cs 710 \"\\sr\\1\\sb\\2\\tw\\2500\\pr\\4\\pb\\1\"",
    "xscores 2 0 10 aabc 7 0 0 0 1 4 aaaZ 7 0 0 0",
    "scores_ca 1 3 4 1 1 0 33 50 12 0 0 0 0 0 0 0 0 0 0 1",
    "remapShader textures/a textures/b 1",
    "cs 2 \"music/a music/b\"",
    "map_restart",
    "cs 22 1",
};

enum { TOLD = sizeof(told) / sizeof(told[0]) };

/* Commands as fuzz_q3_play takes them, a snapshot behind each; few to a seed, as each snapshot
 * costs time. */
static bool write_q3_commands(const char *folder)
{
    enum { COMMANDS = 2, PARTS = 6 };
    static const struct {
        uint8_t protocol; /* place in q3_sample_protocols */
        const char *name;
    } seeds[] = {{0, "test"}, {3, "iii"}, {7, "live"}};
    bool good = true;
    for (size_t i = 0; i < PARTS * sizeof(seeds) / sizeof(seeds[0]); i++) {
        struct byte_writer w = {0};
        char name[16];
        byte_writer_bytes(&w, (const uint8_t[]){COMMANDS, seeds[i / PARTS].protocol, 1, 3}, 4);
        for (size_t k = i % PARTS * TOLD / PARTS; k < (i % PARTS + 1) * TOLD / PARTS; k++) {
            byte_writer_bytes(&w, told[k], strlen(told[k]));
            byte_writer_bytes(&w, "\n\n", 2);
        }
        snprintf(name, sizeof(name), "%s%u", seeds[i / PARTS].name, (unsigned)(i % PARTS));
        good = write_bytes(folder, "fuzz_q3_play", name, &w) && good;
    }
    return good;
}

/* Steps in fuzz_q3_hud's format: a command, an event, a number, a player ahead, a choice. */
static bool write_q3_displays(const char *folder)
{
    enum { COMMAND, NUMBER = 2, EVENT, PLAYER, CHOICE, PROTOCOLS = 4, MODS = 2 };
    static const uint8_t between[][16] = {{EVENT, 1, 13 + 60, 10, 1, 0},
                                          {NUMBER, 1 + 5 * 9, 2, 0},
                                          {PLAYER, 0, 0, 15, 24, 64, 44, 1, 0, 0, 50, 0},
                                          {CHOICE, 3, 1, 1}};
    static const uint8_t sizes[] = {6, 4, 16, 4};
    bool good = true;
    for (uint8_t i = 0; i < PROTOCOLS * MODS; i++) {
        struct byte_writer w = {0};
        char name[16];
        byte_writer_u8(&w, i / MODS);
        byte_writer_u8(&w, i % MODS);
        for (int k = 0; k < TOLD; k++) {
            const size_t length = strlen(told[k]);
            byte_writer_u8(&w, COMMAND);
            byte_writer_u8(&w, (uint8_t)((length + 1) / 2));
            byte_writer_bytes(&w, told[k], length);
            byte_writer_bytes(&w, " ", length % 2);
            if (k % 4 == i % 4) {
                byte_writer_bytes(&w, between[k / 4 % 4], sizes[k / 4 % 4]);
            }
        }
        snprintf(name, sizeof(name), "display%u", (unsigned)i);
        good = write_bytes(folder, "fuzz_q3_hud", name, &w) && good;
    }
    return good;
}

/* Events for fuzz_sound: of any kind, one after the other. */
static bool write_sound_events(const char *folder)
{
    enum { SETUP = 4, EVENT = 14, EVENTS = 24 };
    struct byte_writer w = {0};
    for (int i = 0; i < SETUP + EVENTS * EVENT; i++) {
        byte_writer_u8(&w, (uint8_t)(i * 37 + i / EVENT));
    }
    return write_bytes(folder, "fuzz_sound", "events", &w);
}

/* Quake III's: a map without lightmaps, which would be most of it, a model, and texts. */
static bool write_q3(const char *folder)
{
    enum { LIGHTMAPS = 14 };
    static const char shader[] =
        "a\n{\nsurfaceparm nomarks\ncull none\ndeformVertexes wave 4 sin 1 2 3 5\n"
        "skyParms env/x 300 -\nfogParms ( 1 .5 0 ) 300\n{\nmap $lightmap\nrgbGen identity\n}\n"
        "{\nanimMap 10 a.tga b.tga\nblendFunc GL_DST_COLOR GL_ZERO\nalphaFunc GE128\n"
        "rgbGen const ( 1 .5 0 )\nalphaGen wave square 0 1 0 2\ntcGen vector ( 1 2 3 ) ( 4 5 6 )\n"
        "tcMod stretch sin 1 2 3 4\ntcMod turb 0 1 2 3\ndepthWrite\n}\n}\n";
    static const char player[] =
        "sex f\nheadoffset 1 -2.5 3\nfootsteps mech\nfixedlegs\n0 30 0 25\n29 1 0 25 // dead\n";
    static const char skin[] = "tag_torso,\nu_torso,models/a.tga\n";
    struct q3_map_bytes map;
    struct byte_writer texts[3] = {{0}};
    q3_map_bytes_fill(&map);
    map.lumps[LIGHTMAPS].size = 0;
    struct byte_writer bsp = q3_map_bytes_finish(&map), md3 = md3_bytes();
    byte_writer_bytes(&texts[0], shader, sizeof(shader) - 1);
    byte_writer_bytes(&texts[1], player, sizeof(player) - 1);
    byte_writer_bytes(&texts[2], skin, sizeof(skin) - 1);
    bool good = write_q3_pack(folder, &bsp, &md3, shader);
    good = write_copy(folder, "fuzz_q3_level", "x.bsp", &bsp) && good;
    good = write_copy(folder, "fuzz_q3_model", "x.md3", &md3) && good;
    good = write_copy(folder, "fuzz_q3_shader_draw", "x.shader", &texts[0]) && good;
    good = write_bytes(folder, "fuzz_q3_bsp", "x.bsp", &bsp) && good;
    good = write_bytes(folder, "fuzz_md3", "x.md3", &md3) && good;
    good = write_bytes(folder, "fuzz_q3_shader", "x.shader", &texts[0]) && good;
    good = write_bytes(folder, "fuzz_q3_player_texts", "animation.cfg", &texts[1]) && good;
    return write_bytes(folder, "fuzz_q3_player_texts", "x.skin", &texts[2]) && good;
}

int main(int argc, char **argv)
{
    struct pak pak;
    struct pak_member member;
    if (argc != 2) {
        fprintf(stderr, "usage: unpak FOLDER\n");
        return EXIT_FAILURE;
    }
    bool good = platform_make_directory(argv[1]) == 0 &&
                pak_open_memory(&pak, builtin_pak, builtin_pak_size, NULL) == 0;
    for (uint32_t i = 0; good && i < pak.num_members; i++) {
        good = pak_get(&pak, i, &member, NULL) == 0;
        const bool is_map = good && strcmp(member.name, "maps/reel.bsp") == 0;
        const bool is_box = good && strcmp(member.name, "maps/b_bh25.bsp") == 0;
        struct byte_writer map = {0};
        if (is_map) {
            map = map_shrink(member.data);
            member.data = map.data;
            member.size = map.size;
        }
        const bool is_demo = good && strcmp(member.name, "demo1.dem") == 0;
        good =
            good && !map.failed && unpack(argv[1], &member) &&
            (!is_demo || (write_dialects(argv[1], &member) && write_strings(argv[1], &member))) &&
            (!is_map || write_maps(argv[1], &member, 0, 1)) &&
            (!is_box || write_maps(argv[1], &member, 1, 1)); /* one large is enough */
        byte_writer_free(&map);
    }
    good = good && write_small_maps(argv[1]) && write_extras(argv[1]) && write_sounds(argv[1]) &&
           write_films(argv[1]) && write_zips(argv[1]) && write_dzip(argv[1]) &&
           write_roq(argv[1]) && write_stufftext(argv[1]) && write_q3(argv[1]) &&
           write_q3_demo(argv[1]) && write_q3_words(argv[1]) && write_q3_commands(argv[1]) &&
           write_q3_displays(argv[1]) && write_sound_events(argv[1]) && write_cut_files(argv[1]) &&
           write_saved_texts(argv[1]);
    if (!good) {
        fprintf(stderr, "unpak: cannot write to %s\n", argv[1]);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
