#include "engine/edit/quake3/q3_convert.h"

#include <stdlib.h>

#include "engine/edit/quake3/q3_cut.h"
#include "engine/edit/quake3/q3_translator.h"
#include "engine/quake3/q3_reader.h"
#include "formats/base/arrays.h"

/* The recorder's numbers, by level. */
struct clients {
    int32_t *numbers;
    size_t room;
    uint32_t levels;
    bool waits; /* for the level's first snapshot */
};

static bool note_message(struct clients *clients, const struct q3_message *message)
{
    if (message->id == Q3_GAMESTATE) {
        if (array_reserve(&clients->numbers, &clients->room, clients->levels + 1u,
                          sizeof *clients->numbers) < 0) {
            return false;
        }
        clients->numbers[clients->levels++] = 0;
        clients->waits = true;
    } else if (message->id == Q3_SNAPSHOT && message->u.snapshot && clients->waits) {
        clients->numbers[clients->levels - 1] =
            message->u.snapshot->player.fields[Q3_PS_CLIENT_NUM];
        clients->waits = false;
    }
    return true;
}

/* Damage is found again by who reads next. False: out of memory. */
static bool find_clients(struct clients *clients, const uint8_t *data, size_t size, int protocol)
{
    struct q3_reader *reader = q3_reader_create(protocol, data, size);
    struct q3_message message;
    bool good = reader != NULL;
    int code = 1;
    while (good && code >= 0 && q3_reader_block(reader, NULL) > 0) {
        while (good && (code = q3_reader_next(reader, &message, NULL)) > 0) {
            good = note_message(clients, &message);
        }
    }
    q3_reader_free(reader);
    return good;
}

static const struct q3_gamestate *translate_gamestate(void *context,
                                                      const struct q3_gamestate *gamestate,
                                                      const struct q3_frames *frames)
{
    return q3_translator_gamestate(context, gamestate, frames);
}

static const struct q3_snapshot *translate_snapshot(void *context,
                                                    const struct q3_gamestate *gamestate,
                                                    const struct q3_frames *frames,
                                                    const struct q3_snapshot *snapshot)
{
    (void)gamestate;
    return q3_translator_snapshot(context, frames, snapshot);
}

static const char *translate_command(void *context, const char *text, int32_t sequence,
                                     bool repeated)
{
    (void)sequence;
    (void)repeated;
    return q3_translator_command(context, text);
}

static void fill_report(struct convert_report *report, const struct edit_report *edit,
                        struct q3_translator_report lost)
{
    report->blocks = edit->steps;
    report->found[CONVERT_CONFIGSTRING].count = lost.configstrings;
    report->found[CONVERT_EVENT].count = lost.events;
}

int q3_convert(const uint8_t *data, size_t size, int protocol, int to, struct byte_writer *out,
               struct convert_report *report, struct format_error *err)
{
    struct clients clients = {0};
    struct q3_translator *translator = NULL;
    struct edit_report edit = {0};
    int code = FORMAT_MEMORY;
    *report = (struct convert_report){0};
    /* Those protocols do not tell the recorder's number in their gamestates. */
    const bool scans = q3_protocol_get(protocol)->masks;
    if (!scans || find_clients(&clients, data, size, protocol)) {
        translator = q3_translator_create(protocol, to, clients.numbers, clients.levels);
    }
    if (translator) {
        const struct q3_rewriter rewriter = {.context = translator,
                                             .gamestate = translate_gamestate,
                                             .snapshot = translate_snapshot,
                                             .frames = q3_translator_frames(translator),
                                             .command = translate_command};
        code = q3_cut_rewritten(data, size, protocol, to, &rewriter, out, &edit, err);
        fill_report(report, &edit, q3_translator_report(translator));
    } else {
        (void)format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    edit_report_free(&edit);
    q3_translator_free(translator);
    free(clients.numbers);
    return code;
}
