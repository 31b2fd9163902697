/* libFuzzer target: the .mvd container, its messages, and their way back to bytes; all of it as a
 * hidden block, and as KTX's statistics, too. */
#include "formats/quakeworld/ktx_stats.h"
#include "formats/quakeworld/mvd_hidden.h"
#include "tests/fuzz/stages/qw_stage.h"

static void read_hidden(const uint8_t *data, size_t size)
{
    struct mvd_hidden message;
    struct mvd_hidden_command command;
    struct mvd_hidden_damage damage;
    size_t pos = 0, before = 0;
    int code;
    while ((code = mvd_hidden_next(data, size, &pos, &message)) > 0) {
        if (pos > size || pos < before + MVD_HIDDEN_HEADER ||
            message.data + message.size != data + pos) {
            abort();
        }
        before = pos;
        (void)mvd_hidden_read_command(&message, &command);
        (void)mvd_hidden_read_damage(&message, &damage);
    }
    if (mvd_hidden_is_list(data, size) != (code == 0) || pos != before) {
        abort();
    }
}

static void read_statistics(const uint8_t *data, size_t size)
{
    static struct ktx_stats stats;
    struct ktx_told told;
    if (ktx_stats_read(&stats, data, size) > 0 || stats.num_players > KTX_PLAYERS) {
        abort();
    }
    for (uint32_t i = 0; i < stats.num_players; i++) {
        if (memchr(stats.players[i].name, 0, KTX_NAME) == NULL ||
            stats.players[i].frags > KTX_MOST || stats.players[i].frags < -KTX_MOST) {
            abort();
        }
    }
    if (ktx_told_read(&told, data, size) == 0) {
        ktx_told_free(&told);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_hidden(data, size);
    read_statistics(data, size);
    qw_stage_run(QW_CONTAINER_MVD, data, size);
    return 0;
}
