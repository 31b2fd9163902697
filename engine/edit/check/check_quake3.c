/* Checks of Quake III demos. Sources: DM_68 and the original game's sv_init.c, sv_snapshot.c,
 * g_active.c and bg_pmove.c. Times are ms of the server clock. */
#include "engine/edit/check/q3_check.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_reader.h"
#include "engine/quake3/q3_trajectory.h"
#include "formats/base/plural.h"

enum {
    STEPS = 1001,     /* ms: longer ones are jumps */
    STEPS_LEAST = 100 /* for a statement about all of them */
};

struct q3_checker {
    struct q3_reader *reader;
    struct q3_check_server server;
    struct q3_check_view view;
    bool any; /* a snapshot of the level was seen; then the newest's: */
    int32_t time;
    bool begun; /* a block was read; then the newest's: */
    int32_t sequence;
    uint64_t blocks, lost, gaps, dropped;
    uint64_t steps;
    uint32_t of_length[STEPS];       /* steps, by their ms */
    struct check_place first[STEPS]; /* the first of each length */
};

static int begin(struct check *check, void *state)
{
    struct q3_checker *c = state;
    const struct q3_file *file = check->demo->file;
    c->reader = q3_reader_create(file->protocol->number, file->data, file->size);
    check_turns_begin(&c->view.turns);
    return c->reader ? 0 : FORMAT_MEMORY;
}

static void close_reader(void *state)
{
    q3_reader_free(((struct q3_checker *)state)->reader);
}

/* --- snapshots ----------------------------------------------------------------------------------
 */

/* A server that sends more often than it runs repeats its time. */
static void note_step(struct check *check, struct q3_checker *c, int64_t step)
{
    if (step > 0 && step < STEPS) {
        if (c->of_length[step] == 0) {
            c->first[step] = check->here;
        }
        c->of_length[step]++;
        c->steps++;
    }
}

static void note_snapshot(struct check *check, struct q3_checker *c,
                          const struct q3_snapshot *snapshot)
{
    if (!snapshot) {
        c->dropped++;
        return;
    }
    if (!c->any && (snapshot->flags & Q3_SNAP_NOT_ACTIVE)) { /* of the level before */
        return;
    }
    const int64_t step = (int64_t)snapshot->server_time - c->time;
    if (c->any && step < 0) {
        check_found_at(check, CHECK_TIME_BACK, &check->here, "from %.3f s to %.3f s",
                       c->time / 1000.0, snapshot->server_time / 1000.0);
    } else if (c->any && (double)step / 1000.0 > check_threshold(CHECK_JUMP)) {
        check_found_at(check, CHECK_JUMP, &check->here, "%.3f s between two snapshots",
                       (double)step / 1000.0);
    } else if (c->any) {
        note_step(check, c, step);
    }
    c->any = true;
    c->time = snapshot->server_time;
    q3_check_view_note(check, &c->view, q3_game_of(c->reader->protocol->number),
                       c->reader->gamestate.client, snapshot);
}

static void note_message(struct check *check, struct q3_checker *c, const struct q3_message *m)
{
    const struct q3_gamestate *gamestate = &c->reader->gamestate;
    if (m->id == Q3_GAMESTATE) {
        c->any = false;
        c->view = (struct q3_check_view){0};
        q3_check_server_begin(check, &c->server, gamestate);
    } else if (c->reader->set == Q3_CS_SERVERINFO || c->reader->set == Q3_CS_SYSTEMINFO) {
        q3_check_server_change(check, &c->server, gamestate);
    } else if (m->id == Q3_SERVER_COMMAND && !m->u.command.repeated) {
        q3_check_server_text(check, m->u.command.text);
    } else if (m->id == Q3_SNAPSHOT) {
        note_snapshot(check, c, m->u.snapshot);
    }
}

static void note_block(struct q3_checker *c)
{
    const int32_t sequence = c->reader->block.sequence;
    /* Between the gamestate and the first snapshot the client loads the level. */
    if (c->begun && c->any && (int64_t)sequence - c->sequence > 1) {
        c->lost += (uint32_t)sequence - (uint32_t)c->sequence - 1;
        c->gaps++;
    }
    c->begun = true;
    c->blocks++;
    c->sequence = sequence;
}

static void step(struct check *check, void *state, size_t end)
{
    struct q3_checker *c = state;
    struct q3_message m;
    (void)end;
    if (q3_reader_block(c->reader, NULL) <= 0) {
        return;
    }
    note_block(c);
    while (q3_reader_next(c->reader, &m, NULL) > 0) {
        note_message(check, c, &m);
    }
}

/* The server's frame is the shortest step that is not rare. */
static void check_steps(struct check *check, const struct q3_checker *c)
{
    const double least = check_threshold(CHECK_ODD_STEPS) / 100 * (double)c->steps;
    uint64_t odd = 0;
    int frame = 1, first = 0;
    while (frame < STEPS - 1 && c->of_length[frame] < least) {
        frame++;
    }
    for (int step = 1; step < STEPS; step++) {
        if (step % frame != 0) {
            odd += c->of_length[step];
            first = first == 0 && c->of_length[step] > 0 ? step : first;
        }
    }
    if (c->steps >= STEPS_LEAST && (double)odd > least) {
        check_found_at(check, CHECK_ODD_STEPS, &c->first[first],
                       "%llu of %llu steps are no multiple of %d ms; the shortest is %d ms",
                       (unsigned long long)odd, (unsigned long long)c->steps, frame, first);
    }
}

static void end(struct check *check, void *state)
{
    struct q3_checker *c = state;
    check_steps(check, c);
    if (c->lost > 0) {
        check_found_at(check, CHECK_LOST, &check->here, "%llu in %llu place%s, %llu were recorded",
                       (unsigned long long)c->lost, (unsigned long long)c->gaps, plural_s(c->gaps),
                       (unsigned long long)c->blocks);
    }
    if (c->dropped > 0) {
        check_found_at(check, CHECK_NO_BASE, &check->here, "%llu snapshots",
                       (unsigned long long)c->dropped);
    }
}

static int finish(struct check *check, void *state, struct format_error *err)
{
    struct q3_checker *c = state;
    const struct q3_reader *reader = c->reader;
    const int code = q3_reader_block(c->reader, err);
    if (code == 0 && reader->size - reader->pos > DM3_BLOCK_HEADER) {
        check->here.offset = reader->pos + DM3_BLOCK_HEADER;
        check_found_at(check, CHECK_AFTER_END, &check->here, "%zu bytes follow",
                       reader->size - reader->pos - DM3_BLOCK_HEADER);
    }
    return code;
}

const struct check_family check_quake3 = {
    &quake3_family, sizeof(struct q3_checker), begin, step, end, finish, close_reader};
