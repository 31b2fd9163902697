/* Sound events of QuakeWorld demos: the name list in the state, member by member, and compared
 * with real demos. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/family/demo_sounds.h"
#include "engine/quakeworld/qw_block.h"
#include "tests/support/qw_game.h"
#include "tests/support/qw_real.h"
#include "tests/support/real_data.h"

static struct qw_game game;
static struct demo_sounds sounds;

static void play(void)
{
    game.demo.data = game.file.data;
    game.demo.size = game.file.size;
    while (game.pos < game.file.size) {
        cr_assert_eq(
            qw_state_listen(&game.state, &game.demo, &game.pos, game.index++, &sounds, &game.err),
            0, "%s", game.err.what);
    }
}

/* A part of the list: its names have the numbers from first on. */
static void list(const char *names, uint32_t size, uint16_t count, uint16_t first)
{
    struct qw_message m = {.id = QW_SOUNDLIST};
    m.u.names = (struct qw_names){
        .data = names, .size = size, .count = count, .start = (uint16_t)(first - 1)};
    qw_game_add(&game, &m);
}

static void start(uint16_t entity, uint8_t channel, uint8_t number, uint16_t mask)
{
    struct qw_message m = {.id = QW_SOUND};
    m.u.sound = (struct qw_sound){.mask = mask,
                                  .entity = entity,
                                  .channel = channel,
                                  .volume = mask & QW_SND_VOLUME ? 100 : 255,
                                  .attenuation = mask & QW_SND_ATTENUATION ? 128 : 64,
                                  .sound = number,
                                  .origin = {8, -16, 24}};
    qw_game_add(&game, &m);
}

static void expect(size_t i, enum demo_sound_kind kind, int32_t entity, uint8_t channel,
                   const char *name)
{
    cr_assert_lt(i, sounds.count);
    const struct demo_sound *s = &sounds.items[i];
    cr_assert_eq(s->kind, kind, "%zu: %d", i, (int)s->kind);
    cr_assert(s->entity == entity && s->channel == channel, "%zu", i);
    cr_assert_str_eq(demo_sounds_name(&sounds, s->name), name, "%zu: %s", i,
                     demo_sounds_name(&sounds, s->name));
}

static void check_members(const struct qw_protocol *protocol)
{
    qw_game_begin(&game, protocol);
    sounds = (struct demo_sounds){0};
    qw_game_serverdata(&game);
    list("misc/one.wav\0two.wav\0", 22, 2, 1);
    list("three.wav\0", 11, 1, 3);
    struct qw_message m = {.id = QW_SPAWNSTATICSOUND};
    m.u.spawnstaticsound.origin[2] = -40;
    m.u.spawnstaticsound.sound = 3;
    m.u.spawnstaticsound.volume = 64;
    m.u.spawnstaticsound.attenuation = 192;
    qw_game_add(&game, &m);
    qw_game_block(&game, 0);
    start(33, 1, 2, 0);
    start(1023, 0, 1, QW_SND_VOLUME | QW_SND_ATTENUATION);
    start(33, 2, 4, 0);   /* the list has no 4, */
    start(33, 2, 255, 0); /* and ends long before; */
    start(33, 2, 0, 0);   /* 0 is none */
    qw_game_add(&game, &(struct qw_message){.id = QW_STOPSOUND, .u.stopsound = 33 << 3 | 1});
    qw_game_block(&game, 10);
    play();
    cr_assert_eq(sounds.count, 8);
    expect(0, DEMO_SOUND_CLEAR, 0, 0, "");
    expect(1, DEMO_SOUND_STATIC, 0, 0, "sound/three.wav");
    cr_assert(sounds.items[1].volume == 64 && sounds.items[1].attenuation == 3.0f &&
              sounds.items[1].origin[2] == -40.0f);
    expect(2, DEMO_SOUND_START, 33, 1, "sound/two.wav");
    cr_assert(sounds.items[2].volume == 255 && sounds.items[2].attenuation == 1.0f &&
              sounds.items[2].exclusive && sounds.items[2].origin[1] == -16.0f &&
              sounds.items[2].place == DEMO_SOUND_AT_ORIGIN);
    expect(3, DEMO_SOUND_START, 1023, 0, "sound/misc/one.wav");
    cr_assert(sounds.items[3].volume == 100 && sounds.items[3].attenuation == 2.0f &&
              !sounds.items[3].exclusive);
    for (size_t i = 4; i < 7; i++) {
        expect(i, DEMO_SOUND_START, 33, 2, "");
    }
    expect(7, DEMO_SOUND_STOP, 33, 1, "");
    demo_sounds_free(&sounds);
    qw_game_end(&game);
}

Test(qw_sounds, messages_member_by_member)
{
    check_members(&(struct qw_protocol){.version = 28});
    check_members(&(struct qw_protocol){.version = 28, .is_mvd = true});
}

static void text(uint8_t id, const char *words)
{
    qw_game_add(&game, &(struct qw_message){.id = id, .u.text = words});
}

static void print(uint8_t level, const char *words)
{
    struct qw_message m = {.id = QW_PRINT};
    m.u.print.level = level;
    m.u.print.text = words;
    qw_game_add(&game, &m);
}

/* To all players, or in a .mvd to single ones: only those hear it. */
Test(qw_sounds, the_client_sounds_impacts_talk_and_what_is_stuffed)
{
    qw_game_begin(&game, &(struct qw_protocol){.version = 28, .is_mvd = true});
    qw_game_serverdata(&game);
    struct qw_message m = {.id = QW_TEMP_ENTITY};
    m.u.temp_entity.type = QW_TE_BLOOD; /* silent */
    qw_game_add(&game, &m);
    m.u.temp_entity.type = QW_TE_EXPLOSION;
    m.u.temp_entity.origin[1] = 24;
    qw_game_add(&game, &m);
    print(QW_PRINT_HIGH, "you got the shells\n");
    print(QW_PRINT_CHAT, "one: hello\n");
    qw_game_block(&game, 0);
    text(QW_STUFFTEXT, "play items/protect2.wav\n");
    qw_game_mvd_block(&game, 10, MVD_SINGLE, 3, 0);
    print(QW_PRINT_CHAT, "(two): team\n");
    qw_game_mvd_block(&game, 0, MVD_MULTIPLE, 0, 5);
    play();
    cr_assert_eq(sounds.count, 5, "%zu", sounds.count);
    expect(1, DEMO_SOUND_START, DEMO_SOUND_NOBODY, 0, "sound/weapons/r_exp3.wav");
    cr_assert(sounds.items[1].place == DEMO_SOUND_AT_ORIGIN && sounds.items[1].origin[1] == 24.0f);
    expect(2, DEMO_SOUND_START, DEMO_SOUND_NOBODY, 0, "sound/misc/talk.wav");
    expect(3, DEMO_SOUND_START, DEMO_SOUND_NOBODY, 0, "sound/items/protect2.wav");
    expect(4, DEMO_SOUND_START, DEMO_SOUND_NOBODY, 0, "sound/misc/talk.wav");
    cr_assert(sounds.items[1].audience == 0 && sounds.items[2].audience == 0);
    cr_assert(sounds.items[3].audience == 8 && sounds.items[4].audience == 5,
              "%#" PRIx64 " %#" PRIx64, sounds.items[3].audience, sounds.items[4].audience);
    demo_sounds_free(&sounds);
    qw_game_end(&game);
}

static const char *name_in_state(uint32_t number)
{
    return (const char *)game.demo.data + qw_sound_names(game.state)[number];
}

/* In parts, as long as messages have numbers for them; another level's takes its place. */
Test(qw_sounds, the_list_is_kept_as_the_models_are)
{
    qw_game_begin(&game, &(struct qw_protocol){.version = 28});
    qw_game_serverdata(&game);
    list("a.wav\0b.wav\0", 13, 2, 1);
    list("c.wav\0", 7, 1, 3);
    char many[256 * 6 + 1] = "";
    for (int i = 0; i < 256; i++) {
        snprintf(many + i * 6, sizeof(many) - (size_t)i * 6, "%05d", i);
    }
    list(many, sizeof many, 256, 200);
    qw_game_block(&game, 0);
    play();
    const struct qw_state *s = game.state;
    cr_assert_eq(s->arrays[QW_SOUNDS].count, QW_MAX_SOUNDS);
    cr_assert_eq(qw_sound_names(s)[0], 0);
    cr_assert_str_eq(name_in_state(1), "a.wav");
    cr_assert_str_eq(name_in_state(2), "b.wav");
    cr_assert_str_eq(name_in_state(3), "c.wav");
    cr_assert_eq(qw_sound_names(s)[4], 0);
    cr_assert_str_eq(name_in_state(200), "00000");
    cr_assert_str_eq(name_in_state(255), "00055");
    qw_game_serverdata(&game);
    list("d.wav\0", 7, 1, 1);
    qw_game_block(&game, 0);
    play();
    cr_assert_eq(game.state->arrays[QW_SOUNDS].count, 2);
    cr_assert_str_eq(name_in_state(1), "d.wav");
    demo_sounds_free(&sounds);
    qw_game_end(&game);
}

/* --- real demos ------------------------------------------------------------------------------- */

struct plain { /* the file's messages, read without a client */
    char names[QW_MAX_SOUNDS][128];
    size_t heard;
};

static void compare(struct plain *p, const struct qw_message *m, const char *file)
{
    const bool starts = m->id == QW_SOUND;
    const uint8_t number = starts ? m->u.sound.sound : m->u.spawnstaticsound.sound;
    while (sounds.items[p->heard].kind != (starts ? DEMO_SOUND_START : DEMO_SOUND_STATIC) ||
           sounds.items[p->heard].entity == DEMO_SOUND_NOBODY) {
        p->heard++;
    }
    const struct demo_sound *s = &sounds.items[p->heard++];
    cr_assert(p->names[number][0], "%s: %u", file, number);
    cr_assert_str_eq(demo_sounds_name(&sounds, s->name), p->names[number], "%s", file);
    if (starts) {
        cr_assert(s->entity == m->u.sound.entity && s->channel == m->u.sound.channel &&
                  s->volume == m->u.sound.volume && s->origin[0] == m->u.sound.origin[0]);
    }
}

static void read_plainly(struct plain *p, const struct qw_demo *demo, const char *file)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST,
                                   .is_mvd = demo->container == QW_CONTAINER_MVD};
    struct qw_block block;
    struct qw_message m;
    size_t pos = 0;
    while (qw_block_next(demo, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while (block.messages &&
               qw_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            qw_protocol_follow(&protocol, &m);
            if (m.id == QW_SOUNDLIST) {
                uint32_t number = m.u.names.start, next = 0;
                const char *name;
                while ((name = qw_names_next(&m.u.names, &next)) != NULL) {
                    snprintf(p->names[++number], sizeof p->names[0], "sound/%s", name);
                }
            } else if (m.id == QW_SOUND || m.id == QW_SPAWNSTATICSOUND) {
                compare(p, &m, file);
            }
        }
    }
}

static uint32_t oracle_count(const char *oracle, unsigned id)
{
    char key[16];
    snprintf(key, sizeof key, "\"%u\": ", id);
    const char *at = strstr(oracle, key);
    return at ? (uint32_t)strtoul(at + strlen(key), NULL, 10) : 0;
}

/* Sounds sent by the server; those the client makes are not counted. */
static uint32_t count_kind(enum demo_sound_kind kind)
{
    uint32_t count = 0;
    for (size_t i = 0; i < sounds.count; i++) {
        count += sounds.items[i].kind == kind && sounds.items[i].entity != DEMO_SOUND_NOBODY;
    }
    return count;
}

static void check_real(const char *path)
{
    size_t size;
    const char *file = strchr(path, '/') + 1;
    struct qw_demo demo;
    demo.data = real_data_read(&demo.size, "quakeworld/%s", path);
    demo.container = qw_detect(demo.data, demo.size, NULL);
    char *text = (char *)real_data_read(&size, "oracle/quakeworld/%s.json", file);
    const char *oracle = strstr(text, "\"messages\"");
    struct qw_state *s = qw_state_create(&demo);
    size_t pos = 0;
    for (uint32_t i = 0; pos < demo.size; i++) {
        cr_assert_eq(qw_state_listen(&s, &demo, &pos, i, &sounds, NULL), 0, "%s", file);
    }
    cr_assert_eq(count_kind(DEMO_SOUND_START), oracle_count(oracle, QW_SOUND), "%s", file);
    cr_assert_eq(count_kind(DEMO_SOUND_STOP), oracle_count(oracle, QW_STOPSOUND), "%s", file);
    cr_assert_eq(count_kind(DEMO_SOUND_STATIC), oracle_count(oracle, QW_SPAWNSTATICSOUND), "%s",
                 file);
    cr_assert_eq(count_kind(DEMO_SOUND_CLEAR), oracle_count(oracle, QW_SERVERDATA), "%s", file);
    struct plain *plain = calloc(1, sizeof *plain);
    read_plainly(plain, &demo, file);
    free(plain);
    qw_state_destroy(s);
    demo_sounds_free(&sounds);
    free(text);
    free((void *)(uintptr_t)demo.data);
}

Test(qw_sounds, real_demos_are_heard_as_their_messages_say)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        check_real(qw_real_demos[i]);
    }
}
