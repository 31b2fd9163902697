/* Sound events of NetQuake demos: member by member, and compared with real demos. */
#include <stdio.h>

#include "engine/family/demo_sounds.h"
#include "engine/netquake/nq_family.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"

static struct nq_demo demo;
static struct demo_sounds sounds;

static void step(void)
{
    struct dem_block block;
    cr_assert_eq(dem_next_block(&demo.dem, &demo.pos, &block, &demo.err), 1);
    cr_assert_eq(nq_state_listen_block(&demo.state, &demo.dem, &block, &sounds, &demo.err), 0, "%s",
                 demo.err.what);
}

static void serverinfo(int protocol, uint32_t flags)
{
    static const char models[] = "maps/none.bsp\0", names[] = "misc/one.wav\0two.wav\0three.wav\0";
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo.protocol = protocol;
    m.u.serverinfo.flags = flags;
    m.u.serverinfo.max_clients = 1;
    m.u.serverinfo.level_name = "";
    m.u.serverinfo.models = (struct nq_names){models, 1};
    m.u.serverinfo.sounds = (struct nq_names){names, 3};
    nq_demo_add(&demo, &m);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 9});
}

static void start(uint16_t entity, uint8_t channel, uint16_t number, uint8_t mask)
{
    struct nq_message m = {.id = NQ_SOUND};
    m.u.sound = (struct nq_sound){.mask = mask,
                                  .volume = mask & NQ_SND_VOLUME ? 100 : 255,
                                  .attenuation = mask & NQ_SND_ATTENUATION ? 192 : 64,
                                  .entity = entity,
                                  .channel = channel,
                                  .sound = number,
                                  .origin = {8, -16, 24}};
    nq_demo_add(&demo, &m);
}

static void expect(size_t i, enum demo_sound_kind kind, int32_t entity, uint8_t channel,
                   const char *name)
{
    cr_assert_lt(i, sounds.count);
    const struct demo_sound *s = &sounds.items[i];
    cr_assert_eq(s->kind, kind, "%zu: %d", i, (int)s->kind);
    cr_assert(s->entity == entity && s->channel == channel, "%zu: %d %d", i, s->entity, s->channel);
    cr_assert_str_eq(demo_sounds_name(&sounds, s->name), name, "%zu: %s", i,
                     demo_sounds_name(&sounds, s->name));
}

static void expect_volume(size_t i, uint8_t volume, float attenuation, enum demo_sound_place place)
{
    const struct demo_sound *s = &sounds.items[i];
    cr_assert(s->volume == volume && s->attenuation == attenuation && s->place == place,
              "%zu: %d %f %d", i, s->volume, (double)s->attenuation, (int)s->place);
}

Test(nq_sounds, messages_member_by_member)
{
    nq_demo_begin(&demo);
    serverinfo(NQ_PROTOCOL_15, 0);
    struct nq_message m = {.id = NQ_SPAWNSTATICSOUND};
    m.u.spawnstaticsound.origin[1] = 40;
    m.u.spawnstaticsound.sound = 2;
    m.u.spawnstaticsound.volume = 127;
    m.u.spawnstaticsound.attenuation = 192;
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    nq_demo_time(&demo, 10.0f);
    start(5, 1, 1, 0);
    start(700, 0, 3, NQ_SND_VOLUME | NQ_SND_ATTENUATION);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_STOPSOUND, .u.stopsound = 5 << 3 | 1});
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    step();
    step();
    cr_assert_eq(sounds.count, 5);
    expect(0, DEMO_SOUND_CLEAR, 0, 0, "");
    expect(1, DEMO_SOUND_STATIC, 0, 0, "sound/two.wav");
    expect_volume(1, 127, 3.0f, DEMO_SOUND_AT_ORIGIN);
    cr_assert(sounds.items[1].origin[1] == 40.0f && !sounds.items[1].exclusive);
    expect(2, DEMO_SOUND_START, 5, 1, "sound/misc/one.wav");
    expect_volume(2, 255, 1.0f, DEMO_SOUND_AT_ORIGIN);
    cr_assert(sounds.items[2].exclusive);
    cr_assert(sounds.items[2].origin[0] == 8.0f && sounds.items[2].origin[1] == -16.0f &&
              sounds.items[2].origin[2] == 24.0f);
    expect(3, DEMO_SOUND_START, 700, 0, "sound/three.wav");
    expect_volume(3, 100, 3.0f, DEMO_SOUND_AT_ORIGIN);
    cr_assert(!sounds.items[3].exclusive && sounds.items[3].seed != sounds.items[2].seed);
    expect(4, DEMO_SOUND_STOP, 5, 1, "");
    cr_assert_eq(demo.state->arrays[NQ_STATIC_SOUNDS].count, 1);
    demo_sounds_free(&sounds);
    nq_demo_end(&demo);
}

/* Numbers of two bytes, and the re-release's sound of the listener. */
Test(nq_sounds, later_protocols)
{
    nq_demo_begin(&demo);
    demo.protocol.version = NQ_PROTOCOL_666;
    serverinfo(NQ_PROTOCOL_666, 0);
    struct nq_message m = {.id = NQ_SPAWNSTATICSOUND2};
    m.u.spawnstaticsound.sound = 3;
    m.u.spawnstaticsound.volume = 255;
    nq_demo_add(&demo, &m);
    start(9000, 12, 2, NQ_SND_LARGEENTITY);
    start(1, 1, 300, NQ_SND_LARGESOUND);
    memset(&m, 0, sizeof m);
    m.id = NQ_LOCALSOUND;
    m.u.localsound.sound = 1;
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    step();
    cr_assert_eq(sounds.count, 5);
    expect(1, DEMO_SOUND_STATIC, 0, 0, "sound/three.wav");
    expect_volume(1, 255, 0.0f, DEMO_SOUND_AT_ORIGIN);
    expect(2, DEMO_SOUND_START, 9000, 12, "sound/two.wav");
    expect(3, DEMO_SOUND_START, 1, 1, ""); /* the list has no 300 */
    expect(4, DEMO_SOUND_START, 9, 0, "sound/misc/one.wav");
    expect_volume(4, 255, 0.0f, DEMO_SOUND_AT_LISTENER);
    demo_sounds_free(&sounds);
    nq_demo_end(&demo);
}

/* No list, no number, a place that is none, and a new level's list. */
Test(nq_sounds, numbers_that_mean_nothing_are_silent)
{
    nq_demo_begin(&demo);
    start(1, 1, 1, 0); /* before there is a list */
    nq_demo_block(&demo, 0, 0);
    serverinfo(NQ_PROTOCOL_999, NQ_PRFL_FLOATCOORD);
    demo.protocol.version = NQ_PROTOCOL_999;
    demo.protocol.flags = NQ_PRFL_FLOATCOORD;
    struct nq_message m = {.id = NQ_SOUND};
    m.u.sound = (struct nq_sound){
        .volume = 255, .attenuation = 64, .sound = 0, .origin = {NAN, INFINITY, -1e30}};
    nq_demo_add(&demo, &m);
    start(1, 1, 4, 0);
    start(1, 1, 255, 0);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    step();
    step();
    cr_assert_eq(sounds.count, 5);
    for (size_t i = 0; i < sounds.count; i++) {
        cr_assert_eq(sounds.items[i].name, 0, "%zu", i);
        for (int j = 0; j < 3; j++) {
            cr_assert_leq(fabsf(sounds.items[i].origin[j]), 1e9f);
        }
    }
    demo_sounds_free(&sounds);
    nq_demo_end(&demo);
}

/* --- what the client sounds by itself --------------------------------------------------------- */

static void effect(uint8_t type)
{
    struct nq_message m = {.id = NQ_TEMP_ENTITY};
    m.u.temp_entity.type = type;
    m.u.temp_entity.origin[0] = 32;
    nq_demo_add(&demo, &m);
}

static void text(uint8_t id, const char *words)
{
    nq_demo_add(&demo, &(struct nq_message){.id = id, .u.text = words});
}

Test(nq_sounds, the_client_sounds_impacts_talk_and_what_is_stuffed)
{
    static const char *const names[] = {
        "sound/weapons/r_exp3.wav", "sound/weapons/r_exp3.wav", "sound/weapons/r_exp3.wav",
        "sound/wizard/hit.wav",     "sound/hknight/hit.wav",    "sound/misc/talk.wav",
        "sound/misc/null.wav",      "sound/buttons/a.wav",      "sound/b.ogg"};
    nq_demo_begin(&demo);
    serverinfo(NQ_PROTOCOL_15, 0);
    effect(NQ_TE_GUNSHOT); /* silent */
    effect(NQ_TE_EXPLOSION);
    effect(NQ_TE_TAREXPLOSION);
    effect(NQ_TE_EXPLOSION2);
    effect(NQ_TE_TELEPORT);
    effect(NQ_TE_WIZSPIKE);
    effect(NQ_TE_KNIGHTSPIKE);
    text(NQ_PRINT, "\001(one) hello\n");
    text(NQ_PRINT, "\002gold, and no talk\n");
    text(NQ_PRINT, "");
    text(NQ_STUFFTEXT, "play misc/null\nbf\nplay buttons/a.w");
    text(NQ_STUFFTEXT, "av b.ogg ../x /x \"c:x\" ..\n");
    text(NQ_STUFFTEXT, "playdemo x\n");
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    step();
    cr_assert_eq(sounds.count, 1 + sizeof names / sizeof names[0], "%zu", sounds.count);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect(1 + i, DEMO_SOUND_START, DEMO_SOUND_NOBODY, 0, names[i]);
        expect_volume(1 + i, 255, i < 5 ? 1.0f : 0.0f,
                      i < 5 ? DEMO_SOUND_AT_ORIGIN : DEMO_SOUND_AT_LISTENER);
        cr_assert_eq(sounds.items[1 + i].origin[0], i < 5 ? 32.0f : 0.0f);
        cr_assert_eq(sounds.items[1 + i].audience, 0);
    }
    demo_sounds_free(&sounds);
    nq_demo_end(&demo);
}

/* One in five is no dull ring, but one of three others: about, and the same ones again. */
Test(nq_sounds, spikes_ring_by_their_place_in_the_demo)
{
    enum { SPIKES = 2000 };
    static const char *const names[] = {"sound/weapons/tink1.wav", "sound/weapons/ric1.wav",
                                        "sound/weapons/ric2.wav", "sound/weapons/ric3.wav"};
    uint32_t counts[4] = {0};
    nq_demo_begin(&demo);
    serverinfo(NQ_PROTOCOL_15, 0);
    for (int i = 0; i < SPIKES; i++) {
        effect(i % 2 ? NQ_TE_SPIKE : NQ_TE_SUPERSPIKE);
    }
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    step();
    for (size_t i = 1; i < sounds.count; i++) {
        for (int j = 0; j < 4; j++) {
            counts[j] += strcmp(demo_sounds_name(&sounds, sounds.items[i].name), names[j]) == 0;
        }
    }
    cr_assert_eq(counts[0] + counts[1] + counts[2] + counts[3], SPIKES);
    cr_expect(counts[0] > 1500 && counts[0] < 1700, "%u", counts[0]);
    cr_expect(counts[1] > 70 && counts[1] < 130 && counts[2] > 70 && counts[2] < 130, "%u %u",
              counts[1], counts[2]);
    demo_sounds_free(&sounds);
    nq_demo_end(&demo);
}

/* --- real demos ------------------------------------------------------------------------------- */

/* The next number in the file's messages, read without a client. */
struct plain {
    struct nq_names names;
    uint32_t counts[256]; /* messages by id */
    size_t heard;
};

static void compare(struct plain *p, const struct nq_message *m, const char *file)
{
    char name[300] = "";
    const bool starts = m->id == NQ_SOUND;
    const uint32_t number = starts ? m->u.sound.sound : m->u.spawnstaticsound.sound;
    cr_assert(number >= 1 && number <= p->names.count, "%s: %u", file, number);
    const char *text = p->names.first;
    for (uint32_t i = 1; i < number; i++) {
        text += strlen(text) + 1;
    }
    snprintf(name, sizeof name, "sound/%s", text);
    while (sounds.items[p->heard].kind != (starts ? DEMO_SOUND_START : DEMO_SOUND_STATIC) ||
           sounds.items[p->heard].entity == DEMO_SOUND_NOBODY) {
        p->heard++;
    }
    const struct demo_sound *s = &sounds.items[p->heard++];
    cr_assert_str_eq(demo_sounds_name(&sounds, s->name), name, "%s", file);
    if (starts) {
        cr_assert(s->entity == m->u.sound.entity && s->channel == m->u.sound.channel &&
                  s->volume == m->u.sound.volume);
        cr_assert_eq(s->origin[2], (float)m->u.sound.origin[2]);
    }
}

static void read_plainly(struct plain *p, const struct dem_file *dem, const char *file)
{
    struct nq_protocol protocol = {.version = NQ_PROTOCOL_15,
                                   .items_optional = nq_detect_items_optional(dem)};
    struct dem_block block;
    struct nq_message m;
    size_t pos = dem->first_block;
    while (dem_next_block(dem, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            nq_protocol_follow(&protocol, &m);
            p->counts[m.id]++;
            if (m.id == NQ_SERVERINFO) {
                p->names = m.u.serverinfo.sounds;
            } else if (m.id == NQ_SOUND || m.id == NQ_SPAWNSTATICSOUND ||
                       m.id == NQ_SPAWNSTATICSOUND2) {
                compare(p, &m, file);
            }
        }
    }
}

/* Number of messages with that id, counted by another reader. */
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

static void check_real(const char *name, const uint8_t *oracle_bytes, size_t oracle_size)
{
    char file[256];
    size_t size;
    (void)oracle_size;
    snprintf(file, sizeof file, "%.*s", (int)(strlen(name) - strlen(".json")), name);
    uint8_t *data = real_data_read(&size, "netquake/%s", file);
    const char *oracle = strstr((const char *)oracle_bytes, "\"messages\"");
    cr_assert_not_null(oracle, "%s", name);
    demo.state = nq_state_create();
    cr_assert_eq(dem_open(&demo.dem, data, size, &demo.err), 0);
    demo.pos = demo.dem.first_block;
    while (demo.pos < size && !nq_state_disconnected(demo.state)) {
        step();
    }
    struct plain plain = {0};
    read_plainly(&plain, &demo.dem, file);
    cr_assert_eq(count_kind(DEMO_SOUND_START), oracle_count(oracle, NQ_SOUND), "%s", file);
    cr_assert_eq(count_kind(DEMO_SOUND_STOP), oracle_count(oracle, NQ_STOPSOUND), "%s", file);
    cr_assert_eq(count_kind(DEMO_SOUND_STATIC),
                 oracle_count(oracle, NQ_SPAWNSTATICSOUND) +
                     oracle_count(oracle, NQ_SPAWNSTATICSOUND2),
                 "%s", file);
    cr_assert_eq(count_kind(DEMO_SOUND_CLEAR), oracle_count(oracle, NQ_SERVERINFO), "%s", file);
    cr_assert_eq(plain.counts[NQ_SOUND], count_kind(DEMO_SOUND_START));
    nq_state_destroy(demo.state);
    demo_sounds_free(&sounds);
    free(data);
}

Test(nq_sounds, real_demos_are_heard_as_their_messages_say)
{
    real_data_each("oracle/netquake", ".json", check_real);
}
