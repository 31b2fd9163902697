/* The parts of Quake III demos below messages: blocks, bits, names, state, commands' words. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quake3/dm3.h"
#include "formats/quake3/q3_bits.h"
#include "formats/quake3/q3_command.h"
#include "formats/quake3/q3_detect.h"
#include "formats/quake3/q3_frames.h"
#include "tests/support/q3_samples.h"
#include "tests/support/scarce.h"

/* Blocks */

Test(dm3, blocks)
{
    struct byte_writer out = {0};
    struct dm3_block b;
    struct format_error err = {0};
    size_t pos = 0;
    dm3_write_block(&out, 7, (const uint8_t *)"abc", 3);
    dm3_write_block(&out, -5, (const uint8_t *)"d", 1);
    dm3_write_end(&out);
    cr_assert_eq(out.size, 11 + 9 + 8);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 1);
    cr_assert(b.offset == 0 && b.sequence == 7 && b.size == 3 && b.data == out.data + 8);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 1);
    cr_assert(b.offset == 11 && b.sequence == -5 && b.size == 1 && pos == 20);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 0);
    cr_assert(pos == 20 && dm3_is_ended(out.data, out.size, pos));
    cr_assert_eq(dm3_next_block(out.data, 20, &pos, &b, &err), 0, "no end mark");
    cr_assert(!dm3_is_ended(out.data, 20, pos));
    byte_writer_free(&out);
}

Test(dm3, joined_demos_are_read_as_one)
{
    struct byte_writer out = {0};
    struct dm3_block b;
    struct format_error err = {0};
    size_t pos = 0;
    dm3_write_block(&out, 7, (const uint8_t *)"abc", 3);
    dm3_write_end(&out);
    dm3_write_block(&out, 2, (const uint8_t *)"de", 2);
    dm3_write_end(&out);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 1);
    cr_assert_eq(pos, 11);
    cr_assert_eq(dm3_next_block(out.data, 28, &pos, &b, &err), 0, "the other one is cut");
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 1);
    cr_assert(b.offset == 19 && b.sequence == 2 && b.size == 2 && pos == 29);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 0);
    cr_assert(pos == 29 && dm3_is_ended(out.data, out.size, pos));
    byte_writer_free(&out);
}

/* UberDemoTools' files begin with such a message. */
Test(dm3, the_sequence_of_an_end_mark_may_be_a_messages)
{
    struct byte_writer out = {0};
    struct dm3_block b;
    struct format_error err = {0};
    size_t pos = 0;
    dm3_write_block(&out, -1, (const uint8_t *)"abc", 3);
    dm3_write_end(&out);
    dm3_write_block(&out, -1, (const uint8_t *)"d", 1);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 1);
    cr_assert(b.offset == 0 && b.sequence == -1 && b.size == 3);
    cr_assert(dm3_is_ended(out.data, out.size, pos));
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 1);
    cr_assert(b.offset == 19 && b.size == 1);
    cr_assert_eq(dm3_next_block(out.data, out.size, &pos, &b, &err), 0);
    byte_writer_free(&out);
}

static void refuse_block(const char *bytes, size_t size, int code, const char *word)
{
    struct dm3_block b;
    struct format_error err = {0};
    size_t pos = 9;
    cr_assert_eq(dm3_next_block((const uint8_t *)bytes, size, &pos, &b, &err), code, "%s", word);
    cr_assert(pos == 9 && err.offset == 9 && strstr(err.what, word), "%s", err.what);
}

Test(dm3, damage)
{
#define BEFORE "\1\0\0\0\1\0\0\0x"
#define REFUSE(literal, code, word) refuse_block(literal, sizeof(literal) - 1, code, word)
    REFUSE(BEFORE "\2\0\0\0\0\0\0", FORMAT_TRUNCATED, "a message header (7 of 8 bytes)");
    REFUSE(BEFORE "\2\0\0\0\0\0\0\0", FORMAT_BAD, "message 2: impossible size 0");
    REFUSE(BEFORE "\2\0\0\0\1\x80\0\0", FORMAT_BAD, "impossible size 32769");
    REFUSE(BEFORE "\2\0\0\0\xfe\xff\xff\xff", FORMAT_BAD, "impossible size -2");
    REFUSE(BEFORE "\2\0\0\0\3\0\0\0ab", FORMAT_TRUNCATED, "(2 of 3 bytes)");
}

/* Bits */

/* Each code reads as its byte, whatever follows, and no code is a prefix of another: all 2048
 * entries are used except those of the code that is never sent. */
Test(q3_bits, codes)
{
    uint32_t places = 0;
    for (uint32_t i = 0; i < 256; i++) {
        const uint32_t code = q3_huffman_codes[i] >> 4, length = q3_huffman_codes[i] & 15;
        cr_assert(length >= 2 && length <= Q3_HUFFMAN_BITS);
        for (uint32_t rest = 0; rest < 1u << (Q3_HUFFMAN_BITS - length); rest++) {
            cr_assert_eq(q3_huffman_symbols[code | rest << length], i << 8 | length);
            places++;
        }
    }
    cr_assert_eq(places, (1 << Q3_HUFFMAN_BITS) - 1);
    cr_assert_eq(q3_huffman_symbols[0x100], Q3_HUFFMAN_BITS);
}

static void check_numbers(bool plain)
{
    struct byte_writer out = {0};
    struct q3_bits_writer w = q3_bits_begin(&out, plain);
    uint32_t v = 0x9e3779b9;
    for (uint32_t i = 0; i < 3200; i++, v = v * 1664525u + 1013904223u) {
        q3_bits_write(&w, v, 1 + i % 32);
    }
    q3_bits_end(&w);
    uint8_t *exact = malloc(out.size);
    memcpy(exact, out.data, out.size);
    struct q3_bits b = q3_bits_make(exact, out.size, plain);
    v = 0x9e3779b9;
    for (uint32_t i = 0; i < 3200; i++, v = v * 1664525u + 1013904223u) {
        const uint32_t n = 1 + i % 32;
        cr_assert_eq(q3_bits_read(&b, n), n == 32 ? v : v & ((1u << n) - 1), "%u", i);
        cr_assert(!q3_bits_overrun(&b));
    }
    cr_assert_leq(out.size * 8 - q3_bits_taken(&b), 8);
    (void)q3_bits_read(&b, 32);
    cr_assert(q3_bits_overrun(&b));
    for (uint32_t i = 0; i < 100; i++) {
        cr_assert_eq(q3_bits_read(&b, 8), plain ? 0 : q3_huffman_symbols[0] >> 8);
    }
    free(exact);
    byte_writer_free(&out);
}

Test(q3_bits, numbers_round_trip)
{
    check_numbers(false);
    check_numbers(true);
    cr_assert_eq(q3_bits_signed(0xffff, 16), -1);
    cr_assert_eq(q3_bits_signed(0x7f, 8), 127);
    cr_assert_eq(q3_bits_signed(0x80, 8), -128);
}

Test(q3_bits, strings)
{
    struct byte_writer out = {0};
    struct q3_bits_writer w = q3_bits_begin(&out, true);
    char text[8];
    q3_bits_write(&w, 1, 1);
    q3_bits_write_align(&w);
    q3_bits_write_string(&w, "a%\xe9");
    q3_bits_write_string(&w, "a%\xe9");
    q3_bits_write_string(&w, "too long");
    q3_bits_end(&w);
    struct q3_bits b = q3_bits_make(out.data, out.size, true);
    cr_assert_eq(q3_bits_read(&b, 1), 1);
    q3_bits_align(&b);
    cr_assert_eq(q3_bits_string(&b, text, sizeof(text), false), 3);
    cr_assert_str_eq(text, "a..");
    cr_assert_eq(q3_bits_string(&b, text, sizeof(text), true), 3);
    cr_assert_str_eq(text, "a.\xe9");
    cr_assert_eq(q3_bits_string(&b, text, sizeof(text), true), 7);
    cr_assert_str_eq(text, "too lon");
    cr_assert_eq(q3_bits_string(&b, text, sizeof(text), true), 1);
    cr_assert_eq(q3_bits_string(&b, text, sizeof(text), true), 0, "behind the end");
    cr_assert(q3_bits_overrun(&b));
    byte_writer_free(&out);
}

/* Fields */

Test(q3_fields, tables)
{
    static const int numbers[] = {43, 45, 48, 66, 67, 68, 70, 71, 73, 90, 91};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        const struct q3_protocol *p = q3_protocol_get(numbers[i]);
        uint64_t seen = 0;
        cr_assert(p && p->number == numbers[i]);
        for (uint32_t k = 0; k < p->entity_count; k++) {
            cr_assert_eq(q3_entity_slot(q3_entity_names[p->entity[k].slot]), p->entity[k].slot);
            seen |= UINT64_C(1) << p->entity[k].slot;
        }
        cr_assert_eq((uint32_t)__builtin_popcountll(seen), p->entity_count);
        seen = 0;
        for (uint32_t k = 0; k < p->player_count; k++) {
            cr_assert_eq(q3_player_slot(q3_player_names[p->player[k].slot]), p->player[k].slot);
            seen |= UINT64_C(1) << p->player[k].slot;
        }
        cr_assert_eq((uint32_t)__builtin_popcountll(seen), p->player_count);
    }
    cr_assert_eq(q3_entity_slot("location"), Q3_ES_COUNT - 1);
    cr_assert_eq(q3_player_slot("upmove"), Q3_PS_COUNT - 1);
    cr_assert_eq(q3_entity_slot("generic1"), Q3_ES_GENERIC1);
    cr_assert_eq(q3_player_slot("viewheight"), Q3_PS_VIEWHEIGHT);
    cr_assert_eq(q3_player_slot("location2"), -1);
    cr_assert(q3_protocol_get(69) == NULL && q3_protocol_get(0) == NULL);
    cr_assert_eq(q3_entity_slot("pos.trTime"), Q3_ES_POS_TR_TIME);
    cr_assert_eq(q3_player_slot("eFlags"), Q3_PS_E_FLAGS);
    cr_assert_eq(q3_entity_slot("health"), Q3_ES_HEALTH);
    cr_assert_eq(q3_player_slot("health"), -1);
}

Test(q3_detect, names)
{
    cr_assert_eq(q3_protocol_of_name("a/b.c.dm_68"), 68);
    cr_assert_eq(q3_protocol_of_name("X.DM_66"), 66);
    cr_assert_eq(q3_protocol_of_name("x.dm3"), 43);
    cr_assert_eq(q3_protocol_of_name("x.dm_69"), 0);
    cr_assert_eq(q3_protocol_of_name("x.dem"), 0);
    cr_assert_eq(q3_protocol_of_name("dm_68"), 0);
    cr_assert_eq(q3_protocol_of_name(NULL), 0);
}

Test(q3_detect, synthetic_demos)
{
    for (size_t i = 0; i < Q3_SAMPLE_PROTOCOLS; i++) {
        const int protocol = q3_sample_protocols[i];
        struct q3_sample *s = q3_sample_make(protocol, 9, 60);
        char name[32];
        q3_sample_demo(s, 20);
        snprintf(name, sizeof(name), "x.dm_%d", protocol);
        cr_assert_eq(q3_detect(s->demo.data, s->demo.size, protocol == 43 ? "x.dm3" : name),
                     protocol);
        const struct q3_protocol *found =
            q3_protocol_get(q3_detect(s->demo.data, s->demo.size, NULL));
        cr_assert(found && found->entity == s->protocol->entity, "%d", protocol);
        cr_assert_eq(q3_detect(s->demo.data, 4, name), 0);
        q3_sample_free(s);
    }
    cr_assert_eq(q3_detect((const uint8_t *)"PACK", 4, "x.dm_68"), 0);
    cr_assert_eq(q3_detect(NULL, 0, NULL), 0);
}

/* A NetQuake demo may begin like a message of a small length: "-1\n", then zeros in a block of 16.
 */
Test(q3_detect, other_files_allocate_nothing)
{
    uint8_t other[64] = {'-', '1', '\n', '<', 16};
    struct q3_sample *s = q3_sample_make(68, 9, 60);
    q3_sample_demo(s, 20);
    scarce_begin_from(1);
    const int of_other = q3_detect(other, sizeof(other), "x.dem");
    const uint64_t asked = scarce_count();
    const int of_demo = q3_detect(s->demo.data, s->demo.size, "x.dm_68");
    scarce_end();
    cr_expect_eq(of_other, 0);
    cr_expect_eq(asked, 0);
    cr_expect_eq(of_demo, FORMAT_MEMORY);
    q3_sample_free(s);
}

/* State */

Test(q3_state, configstrings)
{
    struct q3_gamestate *g = malloc(sizeof(*g));
    char text[9000];
    q3_gamestate_reset(g);
    cr_assert_str_eq(q3_gamestate_string(g, 5), "");
    cr_assert(q3_gamestate_set(g, 5, "five") && q3_gamestate_set(g, 6, "six"));
    cr_assert_str_eq(q3_gamestate_string(g, 5), "five");
    cr_assert_str_eq(q3_gamestate_string(g, 9999), "");
    cr_assert(!q3_gamestate_set(g, Q3_MAX_CONFIGSTRINGS, "x"));
    /* Replaced often enough to compact the strings many times. */
    for (uint32_t i = 0; i < 1000; i++) {
        memset(text, 'a' + (int)(i % 26), 8000);
        text[8000 - i] = '\0';
        cr_assert(q3_gamestate_set(g, 700 + i % 5, text), "%u", i);
        cr_assert_str_eq(q3_gamestate_string(g, 700 + i % 5), text);
    }
    cr_assert_str_eq(q3_gamestate_string(g, 5), "five");
    cr_assert_str_eq(q3_gamestate_string(g, 6), "six");
    cr_assert(q3_gamestate_set(g, 6, ""));
    cr_assert_str_eq(q3_gamestate_string(g, 6), "");
    text[7000] = '\0';
    memset(text, 'z', 7000);
    uint32_t fit = 0;
    while (fit < 20 && q3_gamestate_set(g, fit, text)) {
        fit++;
    }
    cr_assert(fit > 2 && fit < 10);
    cr_assert_str_eq(q3_gamestate_string(g, fit), "");
    cr_assert_str_eq(q3_gamestate_string(g, 0), text);
    free(g);
}

/* A copy behaves like the original. */
Test(q3_state, copies)
{
    struct q3_sample *s = q3_sample_make(68, 3, 40);
    struct q3_frames *copy = malloc(sizeof(*copy));
    memset(copy, 0xcd, sizeof(*copy));
    q3_sample_demo(s, 40);
    q3_frames_copy(copy, &s->frames);
    const struct q3_snapshot *a = q3_frames_newest(&s->frames), *b = q3_frames_newest(copy);
    cr_assert(a && b && a->sequence == b->sequence && a->count == b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        cr_assert_arr_eq(q3_frames_entity(&s->frames, a, i), q3_frames_entity(copy, b, i),
                         sizeof(struct q3_entity_state));
        cr_assert_eq(q3_frames_entity_of(copy, b, a->numbers[i]), q3_frames_entity(copy, b, i));
    }
    cr_assert_null(q3_frames_entity_of(copy, b, Q3_ENTITY_NONE));
    cr_assert_lt(copy->touched, 4000);
    free(copy);
    q3_sample_free(s);
}

/* Full snapshots without common states, more than can be referenced at once. */
Test(q3_state, always_has_a_state)
{
    enum { SNAPSHOTS = 120, ENTITIES_MAX = Q3_MAX_SNAPSHOT_ENTITIES };
    struct q3_frames *f = calloc(1, sizeof(*f));
    q3_frames_reset(f);
    for (int32_t number = 0; number < Q3_MAX_ENTITIES; number++) {
        q3_frames_set_baseline(f, &(struct q3_entity_state){.number = number});
    }
    for (int32_t sequence = 1; sequence <= SNAPSHOTS; sequence++) {
        struct q3_snapshot *to = &f->snapshots[f->spare];
        q3_frames_clear(to);
        to->sequence = sequence;
        for (int32_t i = 0; i < ENTITIES_MAX; i++) {
            const uint16_t state = q3_frames_take(f);
            f->states[state].number = sequence * ENTITIES_MAX + i;
            to->states[to->count++] = state;
        }
        q3_frames_push(f);
    }
    for (int32_t sequence = SNAPSHOTS - Q3_SNAPSHOTS + 1; sequence <= SNAPSHOTS; sequence++) {
        const struct q3_snapshot *s = q3_frames_find(f, sequence);
        cr_assert(s && s->count == ENTITIES_MAX);
        for (uint32_t i = 0; i < s->count; i++) {
            cr_assert_eq(q3_frames_entity(f, s, i)->number, sequence * ENTITIES_MAX + (int32_t)i);
        }
    }
    for (uint32_t number = 0; number < Q3_MAX_ENTITIES; number++) {
        cr_assert_eq(q3_frames_baseline(f, number)->number, (int32_t)number);
    }
    cr_assert_leq(f->touched, Q3_STATES);
    free(f);
}

/* Commands */

static void check_words(const char *text, uint32_t count, const char *const *expected)
{
    static struct q3_words words;
    q3_words_split(&words, text);
    cr_assert_eq(words.count, count, "%s: %u", text, words.count);
    for (uint32_t i = 0; i < count; i++) {
        cr_assert_str_eq(q3_word(&words, i), expected[i]);
    }
    cr_assert_str_eq(q3_word(&words, count), "");
}

#define WORDS(text, ...)                                                                           \
    do {                                                                                           \
        static const char *const list[] = {__VA_ARGS__};                                           \
        check_words(text, sizeof(list) / sizeof(list[0]), list);                                   \
    } while (0)

Test(q3_command, words)
{
    WORDS("cs 5 \"a b\"\n", "cs", "5", "a b");
    WORDS("  print\t\"\"  x", "print", "", "x");
    WORDS("a\"b\"c", "a", "b", "c");
    WORDS("say \"no end", "say", "no end");
    WORDS("a // b", "a");
    WORDS("a /* b */ c", "a", "c");
    WORDS("a /* b", "a");
    WORDS("a//b", "a");
    WORDS("\"a // b\" /", "a // b", "/");
    check_words("", 0, NULL);
    check_words(" \n", 0, NULL);
    static char many[2000];
    for (size_t i = 0; i < 999; i++) {
        memcpy(many + 2 * i, "x ", 3);
    }
    static struct q3_words words;
    q3_words_split(&words, many);
    cr_assert_eq(words.count, Q3_MAX_WORDS);
    q3_words_split(&words, "n 12 -7x 99999999999 abc");
    cr_assert(q3_word_number(&words, 1) == 12 && q3_word_number(&words, 2) == -7);
    cr_assert(q3_word_number(&words, 3) == INT32_MAX && q3_word_number(&words, 4) == 0);
}

static enum q3_part add_part(struct q3_long_command *join, const char *text)
{
    static struct q3_words words;
    q3_words_split(&words, text);
    return q3_long_command_add(join, &words);
}

Test(q3_command, long_configstrings)
{
    static struct q3_long_command join;
    char text[1100];
    cr_assert_eq(add_part(&join, "cs 1 \"x\""), Q3_PART_NONE);
    cr_assert_eq(add_part(&join, "bcs1 1 \"lost\""), Q3_PART_WAIT);
    cr_assert_eq(add_part(&join, "bcs0 1 \"\\a\\b \""), Q3_PART_WAIT);
    cr_assert_eq(add_part(&join, "bcs1 1 \"c\\d\""), Q3_PART_WAIT);
    cr_assert_eq(add_part(&join, "bcs3 1 \"e\""), Q3_PART_NONE);
    cr_assert_eq(add_part(&join, "bcs2 1 \"\""), Q3_PART_DONE);
    cr_assert_str_eq(join.text, "cs 1 \"\\a\\b c\\d\"");
    cr_assert_eq(add_part(&join, "bcs2 1 \"x\""), Q3_PART_WAIT, "without its beginning");
    memset(text, 'x', sizeof(text));
    memcpy(text, "bcs0 1 \"", 8);
    text[1000] = '\0';
    cr_assert_eq(add_part(&join, text), Q3_PART_WAIT);
    text[3] = '1';
    for (int i = 0; i < 7; i++) {
        cr_assert_eq(add_part(&join, text), Q3_PART_WAIT);
    }
    text[3] = '1';
    cr_assert_eq(add_part(&join, text), Q3_PART_TOO_LONG);
    cr_assert_eq(add_part(&join, "bcs2 1 \"x\""), Q3_PART_WAIT);
}
