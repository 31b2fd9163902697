/* Messages of Quake III demos: written and read back; errors. */
#include <criterion/criterion.h>

#include "formats/quake3/q3_hash.h"
#include "tests/support/q3_samples.h"
#include "tests/support/q3_walk.h"

static void same_snapshot(const struct q3_sample *made, const struct q3_snapshot *a,
                          const struct q3_walk *walk, const struct q3_snapshot *b)
{
    cr_assert(a->sequence == b->sequence && a->server_time == b->server_time);
    cr_assert(a->delta == b->delta && a->flags == b->flags && a->area_size == b->area_size);
    cr_assert(a->server_command == b->server_command && a->client_command == b->client_command);
    cr_assert_arr_eq(a->areas, b->areas, sizeof(a->areas));
    cr_assert_arr_eq(&a->player, &b->player, sizeof(a->player));
    cr_assert_eq(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        const struct q3_entity_state *x = q3_frames_entity(&made->frames, a, i);
        const struct q3_entity_state *y = q3_frames_entity(&walk->frames, b, i);
        cr_assert_arr_eq(x, y, sizeof(*x), "entity %d", x->number);
    }
}

/* Reads what was added to the sample's demo since *pos. */
static void read_on(struct q3_walk *walk, const struct q3_sample *s, size_t *pos)
{
    struct format_error err = {0};
    const size_t start = *pos;
    *pos = s->demo.size;
    cr_assert_eq(q3_walk_demo(walk, s->demo.data + start, s->demo.size - start, &err), 0, "%s",
                 err.what);
    cr_assert(!walk->mismatch);
}

static void check_protocol(int protocol, uint32_t density)
{
    struct q3_sample *s = q3_sample_make(protocol, (uint32_t)protocol, density);
    struct q3_walk *walk = q3_walk_make(protocol, false, false);
    size_t pos = 0;
    read_on(walk, s, &pos);
    cr_assert_eq(walk->gamestates, 1);
    cr_assert_eq(walk->gamestate.client, s->gamestate.client);
    cr_assert_eq(walk->gamestate.checksum_feed, s->gamestate.checksum_feed);
    cr_assert_eq(walk->gamestate.server_command, 5);
    cr_assert_eq(q3_hash_configstrings(&walk->gamestate), q3_hash_configstrings(&s->gamestate));
    cr_assert_eq(walk->frames.baseline_count, s->frames.baseline_count);
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        cr_assert_arr_eq(q3_frames_baseline(&walk->frames, i), q3_frames_baseline(&s->frames, i),
                         sizeof(struct q3_entity_state));
    }
    for (int32_t i = 0; i < 150; i++) {
        const struct q3_snapshot *made = q3_sample_snapshot(
            s, 3 + i + i / 5, i % 7 == 6 ? 0 : 1 + (int32_t)(q3_sample_random(s) % 31));
        read_on(walk, s, &pos);
        same_snapshot(s, made, walk, q3_frames_newest(&walk->frames));
    }
    cr_assert(walk->snapshots == 150 && walk->dropped == 0 && walk->others == 0);
    q3_sample_free(s);
    q3_walk_free(walk);
}

Test(q3_message, every_field_of_every_protocol_round_trips)
{
    static const uint32_t densities[] = {0, 4, 60, 256};
    for (size_t i = 0; i < Q3_SAMPLE_PROTOCOLS; i++) {
        for (size_t k = 0; k < sizeof(densities) / sizeof(densities[0]); k++) {
            check_protocol(q3_sample_protocols[i], densities[k]);
        }
    }
}

/* A message of protocol 68 by hand, behind a gamestate. */
struct bench {
    struct q3_walk *walk;
    struct byte_writer bytes;
    struct q3_bits_writer w;
    struct q3_message m;
    struct format_error err;
};

static struct bench bench_make(void)
{
    struct bench b = {.walk = q3_walk_make(68, false, false)};
    struct q3_sample *s = q3_sample_make(68, 1, 20);
    size_t pos = 0;
    read_on(b.walk, s, &pos);
    q3_sample_free(s);
    return b;
}

static void bench_begin(struct bench *b)
{
    b->bytes.size = 0;
    b->w = q3_write_begin(&b->bytes, b->walk->protocol, 0);
}

/* Everything of a snapshot in front of the player. */
static void bench_snapshot(struct bench *b, uint32_t delta, uint32_t areas)
{
    q3_bits_write(&b->w, Q3_SNAPSHOT, 8);
    q3_bits_write(&b->w, 777, 32);
    q3_bits_write(&b->w, delta, 8);
    q3_bits_write(&b->w, 0, 8);
    q3_bits_write(&b->w, areas, 8);
    for (uint32_t i = 0; i < areas; i++) {
        q3_bits_write(&b->w, i, 8);
    }
}

static void bench_no_player(struct bench *b)
{
    q3_bits_write(&b->w, 0, 8);
    q3_bits_write(&b->w, 0, 1);
}

/* Result of the first command, or of the end of the message. */
static int bench_read(struct bench *b, int32_t sequence)
{
    q3_write_end(&b->w);
    uint8_t *exact = malloc(b->bytes.size);
    memcpy(exact, b->bytes.data, b->bytes.size);
    const struct dm3_block block = {99, sequence, (uint32_t)b->bytes.size, exact};
    q3_packet_open(&b->walk->packet, b->walk->protocol, &block);
    const int code =
        q3_packet_next(&b->walk->packet, &b->walk->frames, &b->walk->gamestate, &b->m, &b->err);
    if (code < 0) {
        cr_assert_eq(b->err.offset, 99);
        char start[32];
        snprintf(start, sizeof(start), "message %d: ", sequence);
        cr_assert(strncmp(b->err.what, start, strlen(start)) == 0, "%s", b->err.what);
    }
    free(exact);
    return code;
}

static void bench_free(struct bench *b)
{
    q3_walk_free(b->walk);
    byte_writer_free(&b->bytes);
}

#define REFUSED(b, word)                                                                           \
    do {                                                                                           \
        cr_assert_eq(bench_read((b), 50), FORMAT_BAD);                                             \
        cr_assert(strstr((b)->err.what, (word)), "%s", (b)->err.what);                             \
    } while (0)

Test(q3_message, damage_is_reported)
{
    struct bench b = bench_make();
    bench_begin(&b);
    bench_snapshot(&b, 0, 33);
    REFUSED(&b, "area mask of 33 bytes (at most 32)");
    bench_begin(&b);
    q3_bits_write(&b.w, 3, 8);
    REFUSED(&b, "unknown command 3");
    bench_begin(&b);
    bench_snapshot(&b, 0, 0);
    q3_bits_write(&b.w, 49, 8);
    REFUSED(&b, "player: 49 fields (at most 48)");
    bench_begin(&b);
    bench_snapshot(&b, 0, 1);
    bench_no_player(&b);
    q3_bits_write(&b.w, 9, 10);
    q3_bits_write(&b.w, 2, 2); /* not removed, changed */
    q3_bits_write(&b.w, 52, 8);
    REFUSED(&b, "entity 9: 52 fields (at most 51)");
    bench_begin(&b);
    bench_snapshot(&b, 0, 1);
    bench_no_player(&b);
    q3_bits_write(&b.w, 9, 10);
    q3_bits_write(&b.w, 0, 2);
    q3_bits_write(&b.w, 9, 10);
    q3_bits_write(&b.w, 0, 2);
    REFUSED(&b, "entity 9 after entity 9");
    cr_assert(q3_frames_newest(&b.walk->frames) == NULL);
    bench_begin(&b);
    bench_snapshot(&b, 0, 1);
    REFUSED(&b, "exceeds its block");
    bench_begin(&b);
    q3_bits_write(&b.w, Q3_GAMESTATE, 8);
    q3_bits_write(&b.w, 0, 32);
    q3_bits_write(&b.w, 7, 8);
    REFUSED(&b, "unknown command 7 in a gamestate");
    bench_begin(&b);
    q3_bits_write(&b.w, Q3_GAMESTATE, 8);
    q3_bits_write(&b.w, 0, 32);
    q3_bits_write(&b.w, Q3_CONFIGSTRING, 8);
    q3_bits_write(&b.w, 1024, 16);
    REFUSED(&b, "configstring 1024");
    b.walk->frames.started = false;
    bench_begin(&b);
    bench_snapshot(&b, 0, 0);
    REFUSED(&b, "before the first gamestate");
    bench_free(&b);
}

/* Sends an empty snapshot; whether it counts. */
static bool send_snapshot(struct bench *b, int32_t sequence, uint32_t delta)
{
    bench_begin(b);
    bench_snapshot(b, delta, 1);
    bench_no_player(b);
    q3_bits_write(&b->w, Q3_ENTITY_NONE, 10);
    cr_assert_eq(bench_read(b, sequence), 1, "%s", b->err.what);
    cr_assert_eq(b->m.id, Q3_SNAPSHOT);
    return b->m.u.snapshot != NULL;
}

Test(q3_message, delta_snapshots_need_their_base)
{
    struct bench b = bench_make();
    const struct q3_frames *f = &b.walk->frames;
    cr_assert(send_snapshot(&b, 10, 0));
    cr_assert(send_snapshot(&b, 11, 1));
    cr_assert(!send_snapshot(&b, 13, 1), "12 was lost");
    cr_assert_eq(q3_frames_newest(f)->sequence, 11);
    cr_assert(send_snapshot(&b, 13, 2));
    cr_assert(q3_frames_find(f, 11) && !q3_frames_find(f, 12) && q3_frames_find(f, 13));
    cr_assert(send_snapshot(&b, 42, 31), "31 back, to 11");
    cr_assert(send_snapshot(&b, 43, 30), "30 back, to 13");
    cr_assert(!send_snapshot(&b, 44, 32), "32 back, to 12");
    cr_assert(send_snapshot(&b, 45, 32), "32 back, to the place it takes itself");
    cr_assert(!send_snapshot(&b, 46, 33));
    cr_assert(!q3_frames_find(f, 13) && q3_frames_find(f, 42) && q3_frames_find(f, 43));
    cr_assert(send_snapshot(&b, 100, 0) && !q3_frames_find(f, 45));
    cr_assert(send_snapshot(&b, 5, 7), "in full where the base would be before all");
    cr_assert(send_snapshot(&b, 7, 7), "and where it would be the message before the first");
    bench_free(&b);
}

/* Sends a snapshot of `sequence` with entities 0 to count - 1, all of them new ones or all kept. */
static bool send_entities(struct bench *b, int32_t sequence, uint32_t delta, uint32_t first,
                          uint32_t count)
{
    bench_begin(b);
    bench_snapshot(b, delta, 1);
    bench_no_player(b);
    for (uint32_t i = first; i < count; i++) {
        q3_bits_write(&b->w, i, 10);
        q3_bits_write(&b->w, 0, 2); /* not removed, unchanged */
    }
    q3_bits_write(&b->w, Q3_ENTITY_NONE, 10);
    cr_assert_eq(bench_read(b, sequence), 1, "%s", b->err.what);
    cr_assert(!b->m.u.snapshot || b->m.u.snapshot->count == count);
    return b->m.u.snapshot != NULL;
}

/* Servers and clients keep a limited number of entities of snapshots: a delta against older ones is
 * dropped. */
Test(q3_message, bases_expire_by_entity_count)
{
    enum { EACH = 256, KEPT = 31 * EACH };
    for (uint32_t more = 0; more <= 1; more++) {
        struct bench b = bench_make();
        for (int32_t i = 0; i < 31; i++) {
            /* The last of them has one more, perhaps. */
            const uint32_t count = EACH + (i == 30 ? more : 0);
            cr_assert(send_entities(&b, 10 + i, i > 0, i == 0 ? 0 : EACH, count));
        }
        cr_assert_eq(q3_frames_newest(&b.walk->frames)->entity_end, KEPT + more);
        cr_assert_eq(send_entities(&b, 41, 31, EACH, EACH), more == 0, "%u", KEPT + more);
        bench_free(&b);
    }
}

/* Result of the first message of a block with those bytes; *id: the message's id. */
static int first_message(int protocol, const uint8_t *bytes, uint32_t size, enum q3_message_id *id)
{
    struct q3_walk *walk = q3_walk_make(protocol, false, false);
    const struct dm3_block block = {0, 1, size, bytes};
    struct q3_message message = {.id = Q3_NOP};
    struct format_error err;
    q3_packet_open(&walk->packet, walk->protocol, &block);
    const int code = q3_packet_next(&walk->packet, &walk->frames, &walk->gamestate, &message, &err);
    *id = message.id;
    q3_walk_free(walk);
    return code;
}

/* Before protocol 66 a block may just end, or end with a zero. */
Test(q3_message, every_truncation_of_a_block_is_reported)
{
    static const uint8_t eof[] = {Q3_EOF}, bad[] = {Q3_BAD};
    struct byte_writer coded = {0};
    enum q3_message_id id;
    cr_assert(first_message(43, eof, 1, &id) == 0 && id == Q3_EOF);
    cr_assert(first_message(43, bad, 1, &id) == 0 && id == Q3_EOF);
    cr_assert(first_message(43, bad, 0, &id) == 0 && id == Q3_EOF);
    struct q3_bits_writer w = q3_write_begin(&coded, q3_protocol_get(68), 0);
    q3_write_end(&w);
    cr_assert(first_message(68, coded.data, (uint32_t)coded.size, &id) == 0 && id == Q3_EOF);
    coded.size = 0;
    w = q3_write_begin(&coded, q3_protocol_get(68), 0);
    q3_bits_write(&w, Q3_BAD, 8);
    q3_write_end(&w);
    cr_assert_eq(first_message(68, coded.data, (uint32_t)coded.size, &id), FORMAT_BAD);
    cr_assert_eq(first_message(68, coded.data, 0, &id), FORMAT_BAD, "nothing at all");
    byte_writer_free(&coded);
}

Test(q3_message, commands_repeat)
{
    struct bench b = bench_make();
    static const int32_t sequences[] = {6, 6, 5, 7};
    static const bool repeated[] = {false, true, true, false};
    for (size_t i = 0; i < 4; i++) {
        bench_begin(&b);
        q3_write_command(&b.w, sequences[i], "cp \"100% \x80\"");
        cr_assert_eq(bench_read(&b, 50), 1);
        cr_assert(b.m.id == Q3_SERVER_COMMAND && b.m.u.command.sequence == sequences[i]);
        cr_assert_eq(b.m.u.command.repeated, repeated[i], "%zu", i);
        cr_assert_str_eq(b.m.u.command.text, "cp \"100. .\"");
    }
    bench_free(&b);
}

/* Commands without state are skipped by their size. */
Test(q3_message, voip_and_downloads_are_skipped)
{
    struct bench b = bench_make();
    bench_begin(&b);
    q3_bits_write(&b.w, Q3_VOIP_OPUS, 8);
    q3_bits_write(&b.w, 4, 16);
    q3_bits_write(&b.w, 1, 8);
    q3_bits_write(&b.w, 99, 32);
    q3_bits_write(&b.w, 2, 8);
    q3_bits_write(&b.w, 40, 16);
    q3_bits_write(&b.w, 1, 2);
    for (uint32_t i = 0; i < 40; i++) {
        q3_bits_write(&b.w, 8, 8);
    }
    cr_assert_eq(bench_read(&b, 50), 1);
    cr_assert(b.m.u.voip.sender == 4 && b.m.u.voip.size == 40);
    bench_begin(&b);
    q3_bits_write(&b.w, Q3_DOWNLOAD, 8);
    q3_bits_write(&b.w, 0, 16);
    q3_bits_write(&b.w, 9000, 32);
    q3_bits_write(&b.w, 3, 16);
    q3_bits_write(&b.w, 0x010203, 24);
    cr_assert_eq(bench_read(&b, 50), 1);
    cr_assert(b.m.u.download.block == 0 && b.m.u.download.size == 3);
    bench_begin(&b);
    q3_bits_write(&b.w, Q3_NOP, 8);
    cr_assert(bench_read(&b, 50) == 1 && b.m.id == Q3_NOP);
    bench_begin(&b);
    cr_assert_eq(bench_read(&b, 50), 0);
    bench_begin(&b);
    q3_bits_write(&b.w, Q3_VOIP_SPEEX, 8);
    for (uint32_t i = 0; i < 6; i++) {
        q3_bits_write(&b.w, 0xffff, 16);
    }
    REFUSED(&b, "exceeds its block");
    bench_free(&b);
}
