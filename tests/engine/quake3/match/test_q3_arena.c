/* OpenArena's commands for rounds, control points and obelisks. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/match/q3_board.h"
#include "engine/quake3/q3_state_pack.h"

static struct q3_board board;

static bool take(const char *text)
{
    static struct q3_words words;
    q3_words_split(&words, text);
    return q3_board_command(&board, &words);
}

#define NAMES                                                                                      \
    "The Bridge          Pool                Twenty letters name "                                 \
    "                                                         \x19"

Test(q3_arena, rounds_points_and_obelisks)
{
    const struct q3_arena *arena = &board.arena;
    cr_assert(take("elimination 3 4 120000"));
    cr_expect_eq(arena->round_start, 120000);
    cr_assert(take("scores 1 5 7 7000 3 20 48 9 0 128 0 0 0 0 0 0 0 0 2"));
    cr_expect(arena->round_start == 7000 && board.rows[0].dead == 2);
    cr_assert(take("scores 1 5 7 3 20 48 9 0 128 0 0 0 0 0 0 0 0"));
    cr_expect(arena->round_start == 7000 && board.rows[0].dead == 0, "Quake III's has none");
    cr_assert(take("attackingteam 2") && take("oh 70 100"));
    cr_expect(arena->attackers == 2 && arena->obelisks[0] == 70 && arena->obelisks[1] == 100);
    cr_assert(take("ddtaken 5000"));
    cr_expect_eq(arena->take_time, 15000);
    cr_assert(take("ddTakeAt 5000"));
    cr_expect_eq(arena->take_time, 5000);
}

Test(q3_arena, points_have_names_and_owners)
{
    const struct q3_arena *arena = &board.arena;
    cr_assert(take("dompointnames 3 \"" NAMES "\""));
    cr_assert(take("domStatus 3 1 2 0"));
    cr_expect_eq(arena->num_points, 3);
    cr_expect_str_eq(arena->names[0], "The Bridge");
    cr_expect_str_eq(arena->names[1], "Pool");
    cr_expect_str_eq(arena->names[2], "Twenty letters name");
    cr_expect(arena->owners[0] == 1 && arena->owners[1] == 2 && arena->owners[2] == 0);
    cr_assert(take("domStatus 2 1 2"));
    cr_expect_eq(arena->num_points, 0, "of which nobody knows");
}

Test(q3_arena, what_makes_no_sense_stays_in_its_bounds)
{
    cr_assert(take("dompointnames 2000000000 \"short\""));
    cr_expect_eq(board.arena.num_points, Q3_ARENA_POINTS);
    cr_expect_str_eq(board.arena.names[0], "short");
    cr_expect_str_eq(board.arena.names[5], "");
    cr_assert(take("domStatus 6 -1 77"));
    cr_expect(board.arena.owners[0] == -1 && board.arena.owners[5] == 0);
    cr_assert(take("dompointnames -5") && take("ddtaken 2147483647") && take("elimination"));
    cr_expect_eq(board.arena.num_points, 0);
    cr_expect_not(take("domstatus 1 1"));
}

/* All of it is a part of the state, as it is kept. */
Test(q3_arena, is_kept)
{
    struct q3_state *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));
    cr_assert(a && b);
    q3_state_start(a);
    cr_assert(take("dompointnames 3 \"" NAMES "\"") && take("domStatus 3 1 2 0"));
    cr_assert(take("oh 70 100") && take("elimination 3 4 120000"));
    cr_assert(take("scores 1 5 7 7000 3 20 48 9 0 128 0 0 0 0 0 0 0 0 2"));
    a->board = board;
    q3_frames_reset(&a->frames);
    const size_t size = q3_state_pack_size(a);
    uint32_t *words = malloc(size * sizeof(*words));
    cr_assert_not_null(words);
    cr_expect_eq(q3_state_pack(a, words, size), size);
    q3_state_unpack(b, q3_game_of(68), words);
    cr_expect_eq(memcmp(&a->board, &b->board, sizeof(a->board)), 0);
    const uint64_t hash = q3_state_pack_hash(a);
    cr_expect_eq(q3_state_pack_hash(b), hash);
    a->board.arena.names[1][0] = 'M';
    cr_expect_neq(q3_state_pack_hash(a), hash);
    free(words);
    free(a);
    free(b);
}
