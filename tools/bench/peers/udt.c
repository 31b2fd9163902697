#include "tools/bench/peers/udt.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"
#include "formats/quake3/dm3.h"
#include "tools/bench/measure.h"

enum { MESSAGE_BYTES = 32768 }; /* the longest it takes; its buffer has to be that large */

/* Its udtCuSnapshotMessage, udtCuMessageOutput and udtCuMessageInput. */
struct peer_snapshot {
    uint8_t areas[32];
    const void *player, *entities, *flags, *changed, *removed, *reserved;
    int32_t server_time, message, command;
    uint32_t num_changed, num_removed, num_entities;
};

struct peer_output {
    const void *gamestate_or_snapshot;
    const void *commands;
    uint32_t num_commands;
    uint32_t is_gamestate;
};

struct peer_input {
    const void *bytes;
    const void *reserved;
    int32_t sequence;
    uint32_t size;
};

struct peer {
    int32_t (*begin_library)(void);
    uint32_t (*protocol_of)(const char *path);
    void *(*create)(void);
    int32_t (*start)(void *context, uint32_t protocol);
    int32_t (*parse)(void *context, struct peer_output *output, uint32_t *go_on,
                     const struct peer_input *input);
    void *context;
};

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof(found)); /* a function's address, as POSIX has it */
    return found != NULL;
}

static bool open_peer(struct peer *peer, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    if (!find(library, "udtInitLibrary", &peer->begin_library) ||
        !find(library, "udtGetProtocolByFilePath", &peer->protocol_of) ||
        !find(library, "udtCuCreateContext", &peer->create) ||
        !find(library, "udtCuStartParsing", &peer->start) ||
        !find(library, "udtCuParseMessage", &peer->parse) || peer->begin_library() != 0) {
        return false;
    }
    peer->context = peer->create();
    return peer->context != NULL;
}

static void count_message(const struct peer_output *output, struct states_read *result)
{
    if (!output->is_gamestate && output->gamestate_or_snapshot) {
        const struct peer_snapshot *snapshot = output->gamestate_or_snapshot;
        result->snapshots++;
        result->entities += snapshot->num_entities;
    }
}

static bool read_bytes(const struct peer *peer, const struct file_bytes *bytes,
                       struct states_read *result)
{
    static uint8_t message[MESSAGE_BYTES];
    struct dm3_block block;
    size_t pos = 0;
    int code;
    while ((code = dm3_next_block(bytes->data, bytes->size, &pos, &block, NULL)) > 0) {
        struct peer_output output = {0};
        uint32_t go_on = 0;
        if (block.size > sizeof(message)) {
            return false;
        }
        memcpy(message, block.data, block.size);
        const struct peer_input input = {
            .bytes = message, .sequence = block.sequence, .size = (uint32_t)block.size};
        if (peer->parse(peer->context, &output, &go_on, &input) != 0 || !go_on) {
            return false;
        }
        count_message(&output, result);
    }
    return code == 0;
}

static struct states_read read_here(const char *library, const char *const *names, size_t count)
{
    struct states_read result = {0};
    struct peer peer;
    if (!open_peer(&peer, library)) {
        return result;
    }
    const double start = bench_processor_now();
    result.good = true;
    for (size_t i = 0; i < count && result.good; i++) {
        struct file_bytes bytes;
        result.good = platform_read_file(names[i], &bytes) == 0;
        if (result.good) {
            result.good = peer.start(peer.context, peer.protocol_of(names[i])) == 0 &&
                          read_bytes(&peer, &bytes, &result);
            platform_free_file(&bytes);
        }
    }
    result.seconds = bench_processor_now() - start;
    return result;
}

struct states_read udt_read(const char *library, const char *const *names, size_t count)
{
    struct states_read result = {0};
    int ends[2];
    fflush(NULL);
    if (pipe(ends) != 0) {
        return result;
    }
    const pid_t child = fork();
    if (child == 0) {
        result = read_here(library, names, count);
        _exit(write(ends[1], &result, sizeof(result)) == sizeof(result) ? 0 : 1);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &result, sizeof(result)) != sizeof(result)) {
        result = (struct states_read){0};
    }
    close(ends[0]);
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
    return result;
}
