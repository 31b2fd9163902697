/* Hidden blocks of .mvd demos: their messages, cut at every byte, and those of real demos. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/mvd_hidden.h"
#include "tests/support/real_data.h"

static const uint8_t block[] = {
    /* a command of player 5 */
    23, 0, 0, 0, 1, 0, 5, 9, 13, 0, 0, 0x20, 0xc1, 0, 0, 0x34, 0x43, 0, 0, 0, 0, 0x90, 1, 0x70,
    0xfe, 1, 0, 3, 7,
    /* 110 points of damage with splash */
    8, 0, 0, 0, 7, 0, 7, 0x80, 1, 0, 2, 0, 110, 0,
    /* of a kind that nobody knows, without data */
    0, 0, 0, 0, 0xad, 0xde};

Test(mvd_hidden, messages)
{
    struct mvd_hidden message;
    struct mvd_hidden_command command;
    struct mvd_hidden_damage damage;
    size_t pos = 0;
    cr_assert_eq(mvd_hidden_next(block, sizeof block, &pos, &message), 1);
    cr_expect_not(mvd_hidden_read_damage(&message, &damage));
    cr_assert(mvd_hidden_read_command(&message, &command));
    cr_expect(command.player == 5 && command.msec == 13 && command.buttons == 3);
    cr_expect(command.angles[0] == -10.0f && command.angles[1] == 180.0f);
    cr_expect(command.move[0] == 400 && command.move[1] == -400 && command.move[2] == 1);
    cr_expect_eq(command.impulse, 7);
    cr_assert_eq(mvd_hidden_next(block, sizeof block, &pos, &message), 1);
    cr_expect_not(mvd_hidden_read_command(&message, &command));
    cr_assert(mvd_hidden_read_damage(&message, &damage));
    cr_expect(damage.kind == 0x8007 && damage.attacker == 1 && damage.victim == 2);
    cr_expect_eq(damage.points, 110);
    cr_assert_eq(mvd_hidden_next(block, sizeof block, &pos, &message), 1);
    cr_expect(message.type == 0xdead && message.size == 0);
    cr_expect_eq(mvd_hidden_next(block, sizeof block, &pos, &message), 0);
}

Test(mvd_hidden, cut_at_every_byte)
{
    for (size_t size = 0; size <= sizeof block; size++) {
        uint8_t *part = malloc(size + 1);
        cr_assert_not_null(part);
        memcpy(part, block, size);
        const bool whole = size == 0 || size == 29 || size == 43 || size == sizeof block;
        cr_expect_eq(mvd_hidden_is_list(part, size), whole, "%zu", size);
        free(part);
    }
    static const uint8_t greedy[] = {0xff, 0xff, 0xff, 0xff, 1, 0, 1, 2, 3};
    cr_expect_not(mvd_hidden_is_list(greedy, sizeof greedy));
}

Test(mvd_hidden, commands_that_are_too_short)
{
    uint8_t data[23] = {0};
    struct mvd_hidden_command command;
    struct mvd_hidden_damage damage;
    struct mvd_hidden message = {.type = MVD_HIDDEN_COMMAND, .data = data, .size = 22};
    cr_expect_not(mvd_hidden_read_command(&message, &command));
    message.size = 23;
    cr_expect(mvd_hidden_read_command(&message, &command));
    message = (struct mvd_hidden){.type = MVD_HIDDEN_DAMAGE, .data = data, .size = 7};
    cr_expect_not(mvd_hidden_read_damage(&message, &damage));
}

Test(mvd_hidden, real_demos)
{
    static const struct {
        const char *name;
        int damages, pieces;
    } demos[] = {{"corpus/1on1_tron_2024.mvd", 117, 1},
                 {"corpus/duel_dm3_2026.mvd", 25, 1},
                 {"recorded/lab_ktx_mvd.mvd", 1331, 0}};
    for (int i = 0; i < 3; i++) {
        size_t size, pos = 0;
        uint8_t *data = real_data_read(&size, "quakeworld/%s", demos[i].name);
        struct mvd_block b;
        int damages = 0, pieces = 0;
        while (mvd_next_block(data, size, &pos, &b, NULL) > 0) {
            struct mvd_hidden message;
            struct mvd_hidden_damage damage;
            size_t at = 0;
            while (mvd_is_hidden(&b) &&
                   mvd_hidden_next(b.u.messages.data, b.u.messages.size, &at, &message) > 0) {
                const bool hurts = mvd_hidden_read_damage(&message, &damage);
                cr_expect(!hurts || (damage.victim > 0 && damage.points >= 0), "%s", demos[i].name);
                damages += hurts;
                pieces += message.type == MVD_HIDDEN_STATISTICS;
            }
        }
        cr_expect(damages == demos[i].damages && pieces == demos[i].pieces, "%s: %d %d",
                  demos[i].name, damages, pieces);
        free(data);
    }
}
