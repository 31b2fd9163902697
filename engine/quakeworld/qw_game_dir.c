#include "engine/quakeworld/qw_game_dir.h"

#include <string.h>

#include "assets/name_map.h"
#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

enum { BLOCKS_LOOKED_AT = 256 };

void qw_game_dir_plain(const char *said, char name[DEMO_GAME_DIR_BYTES])
{
    size_t length = strlen(said);
    while (length > 0 && strchr("/\\", said[length - 1])) {
        length--;
    }
    size_t start = length;
    while (start > 0 && !strchr("/\\:", said[start - 1])) {
        start--;
    }
    length -= start;
    name[0] = '\0';
    if (length == 0 || length >= DEMO_GAME_DIR_BYTES || said[start] == '.') {
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if ((uint8_t)said[start + i] <= ' ' || (uint8_t)said[start + i] >= 0x7f) {
            return; /* no folder of game data, but something that may trouble a terminal */
        }
    }
    memcpy(name, said + start, length);
    name[length] = '\0';
    if (strstr(name, "..") || name_equal_nocase(name, "qw") || name_equal_nocase(name, "id1")) {
        name[0] = '\0';
    }
}

/* True when the block holds a serverdata; name is set then. */
static bool find_in_block(const struct qw_block *block, struct qw_protocol *protocol,
                          char name[DEMO_GAME_DIR_BYTES])
{
    struct qw_message message;
    size_t pos = 0;
    while (qw_message_decode(protocol, block->messages, block->size, &pos, &message, NULL) > 0) {
        if (message.id == QW_SERVERDATA) {
            qw_game_dir_plain(message.u.serverdata.game_dir, name);
            return true;
        }
    }
    return false;
}

void qw_game_dir_find(const struct qw_demo *demo, char name[DEMO_GAME_DIR_BYTES])
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST,
                                   .is_mvd = demo->container == QW_CONTAINER_MVD};
    struct qw_block block;
    size_t pos = 0;
    name[0] = '\0';
    for (int i = 0; i < BLOCKS_LOOKED_AT && qw_block_next(demo, &pos, &block, NULL) > 0; i++) {
        if (block.messages && find_in_block(&block, &protocol, name)) {
            return;
        }
    }
}
