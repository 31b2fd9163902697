#include "engine/quake3/match/q3_board.h"

#include <string.h>

enum { ABSENT = -1 };

/* OpenArena's: the word with the time of the round, and the last one of a row. */
enum { ARENA_ROUND = 4, ARENA_FIRST, ARENA_DEAD = 14 };

/* Word indices of a score command, from its name. */
struct form {
    const char *name;
    int8_t count, red, blue;                       /* ABSENT: not in the command */
    int8_t first;                                  /* first row */
    int8_t width;                                  /* words a row; 0: what is there, divided */
    int8_t client, score, ping, minutes, powerups; /* in a row */
    int8_t team, alive;                            /* in a row: team 1 or 2 plays; alive 0 = dead */
    int8_t accuracy;                               /* in a row; 0 = not known where */
};

static const struct form forms[] = {
    {"scores", 1, 2, 3, 4, 0, 0, 1, 2, 3, 5, ABSENT, ABSENT, 6},
    {"xscores", 1, ABSENT, ABSENT, 2, 7, 0, 1, ABSENT, 3, 4, ABSENT, ABSENT, 0},
    {"scores_ffa", 1, 2, 3, 4, 18, 0, 1, 2, 3, 16, ABSENT, ABSENT, 0},
    {"scores_ca", 1, 2, 3, 4, 17, 0, 3, 4, 5, ABSENT, 1, 16, 0},
    {"scores_tdm", 29, 30, 31, 32, 16, 0, 3, 4, 5, ABSENT, ABSENT, ABSENT, 0},
    {"scores_ft", 29, 30, 31, 32, 18, 0, 3, 4, 5, ABSENT, ABSENT, ABSENT, 0},
    {"scores_ctf", 35, 36, 37, 38, 19, 0, 3, 4, 5, 8, ABSENT, ABSENT, 0},
    {"scores_rr", 1, 2, 3, 4, 19, 0, 1, 3, 4, 7, ABSENT, ABSENT, 0},
    {"scores_duel", 1, ABSENT, ABSENT, 2, 0, 0, 1, 2, 3, ABSENT, ABSENT, ABSENT, 0},
};

static const struct form *form_of(const char *name)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (strcmp(forms[i].name, name) == 0) {
            return &forms[i];
        }
    }
    return NULL;
}

static int32_t number_at(const struct q3_words *words, uint32_t first, int8_t place)
{
    return place == ABSENT ? 0 : q3_word_number(words, first + (uint32_t)place);
}

/* CPMA writes numbers up to 51 as letters; the ping takes the third and the fourth. */
static int32_t letter_value(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' + 26 : 0;
}

static int32_t ping_of_code(const char *code)
{
    return strlen(code) >= 4 ? letter_value(code[2]) * 32 + letter_value(code[3]) : 0;
}

/* Index of the first row and words per row. */
struct layout {
    uint32_t first, width;
};

/* True if every row of this layout begins with a different client number. */
static bool makes_sense(const struct q3_words *words, struct layout layout)
{
    uint64_t seen = 0;
    for (uint32_t at = layout.first; at + layout.width <= words->count; at += layout.width) {
        const int32_t client = q3_word_number(words, at);
        if (client < 0 || client >= Q3_BOARD_ROWS || (seen >> client & 1) != 0) {
            return false;
        }
        seen |= UINT64_C(1) << client;
    }
    return true;
}

/* Row and header length differ by game; all rows have one length. For a list that exceeds the
 * command both known layouts are tried. */
static struct layout layout_of(const struct form *form, const struct q3_words *words, uint32_t rows)
{
    static const struct layout usual = {4, 14}, open_arena = {ARENA_FIRST, 15};
    const uint32_t first = (uint32_t)form->first, there = words->count - first;
    if (form->width > 0 || rows == 0) {
        return (struct layout){first, form->width > 0 ? (uint32_t)form->width : usual.width};
    }
    if (words->count >= Q3_MAX_WORDS) {
        return makes_sense(words, usual) ? usual : open_arena;
    }
    const uint32_t width =
        rows == 1 && there == 1 + open_arena.width ? open_arena.width : there / rows;
    return (struct layout){words->count - rows * width, width};
}

/* In a round. Spectators never live. */
static int32_t is_dead(const struct q3_words *words, uint32_t row, const struct form *form)
{
    const int32_t team = number_at(words, row, form->team);
    return (team == 1 || team == 2) && number_at(words, row, form->alive) == 0 ? 1 : 0;
}

static int32_t accuracy_at(const struct q3_words *words, uint32_t row, const struct form *form,
                           uint32_t width)
{
    const bool there = form->accuracy > 0 && (uint32_t)form->accuracy < width;
    const int32_t accuracy = there ? number_at(words, row, form->accuracy) : 0;
    return accuracy >= 0 && accuracy <= 100 ? accuracy : 0;
}

static bool take_scores(struct q3_board *board, const struct form *form,
                        const struct q3_words *words)
{
    const int32_t count = q3_word_number(words, (uint32_t)form->count);
    if (count < 0 || count > Q3_BOARD_ROWS || words->count < (uint32_t)form->first) {
        return false;
    }
    const uint32_t rows = (uint32_t)count;
    const struct layout layout = layout_of(form, words, rows);
    const uint32_t width = layout.width, there = words->count - layout.first;
    const bool has_powerups = form->powerups >= 0 && (uint32_t)form->powerups < width;
    if (width < 4 && rows > 0) {
        return false;
    }
    const bool in_arena =
        layout.first == ARENA_FIRST && form->first == ARENA_ROUND && width > ARENA_DEAD;
    memset(board->rows, 0, sizeof(board->rows));
    if (in_arena) {
        board->arena.round_start = q3_word_number(words, ARENA_ROUND);
    }
    board->num_rows = rows == 0 || rows <= there / width ? rows : there / width;
    if (form->red != ABSENT) {
        board->teams[0] = q3_word_number(words, (uint32_t)form->red);
        board->teams[1] = q3_word_number(words, (uint32_t)form->blue);
    }
    for (uint32_t i = 0; i < board->num_rows; i++) {
        const uint32_t at = layout.first + i * width;
        board->rows[i] = (struct q3_board_row){
            .client = number_at(words, at, form->client),
            .score = number_at(words, at, form->score),
            .ping = form->ping == ABSENT ? ping_of_code(q3_word(words, at + 2))
                                         : number_at(words, at, form->ping),
            .minutes = number_at(words, at, form->minutes),
            .powerups = has_powerups ? number_at(words, at, form->powerups) : 0,
            .accuracy = accuracy_at(words, at, form, width),
            .dead = in_arena ? q3_word_number(words, at + ARENA_DEAD) : is_dead(words, at, form),
        };
    }
    return true;
}

static bool take_mates(struct q3_board *board, const struct q3_words *words)
{
    enum { HEAD = 2, WIDTH = 6 };
    const int32_t told = q3_word_number(words, 1);
    if (told < 0 || words->count < HEAD) {
        return false;
    }
    const uint32_t there = (words->count - HEAD) / WIDTH;
    uint32_t count = (uint32_t)told < there ? (uint32_t)told : there;
    count = count < Q3_BOARD_MATES ? count : Q3_BOARD_MATES;
    memset(board->mates, 0, sizeof(board->mates));
    board->num_mates = count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = HEAD + i * WIDTH;
        board->mates[i] =
            (struct q3_board_mate){q3_word_number(words, at),     q3_word_number(words, at + 1),
                                   q3_word_number(words, at + 2), q3_word_number(words, at + 3),
                                   q3_word_number(words, at + 4), q3_word_number(words, at + 5)};
    }
    return true;
}

bool q3_board_command(struct q3_board *board, const struct q3_words *words)
{
    const char *name = q3_word(words, 0);
    const struct form *form = form_of(name);
    if (form) {
        return take_scores(board, form, words);
    }
    if (strcmp(name, "respawn") == 0) {
        board->respawn = q3_word_number(words, 1);
        return true;
    }
    if (strcmp(name, "tinfo") == 0) {
        return take_mates(board, words);
    }
    return q3_arena_command(&board->arena, words);
}

/* --- scores seen ------------------------------------------------------------------------------ */

static bool is_client(int32_t client)
{
    return client >= 0 && client < Q3_BOARD_ROWS;
}

void q3_board_see(struct q3_board *board, int32_t client, int32_t score)
{
    if (is_client(client)) {
        board->seen[client / 32] |= 1u << client % 32;
        board->scores[client] = score;
    }
}

void q3_board_forget(struct q3_board *board, int32_t client)
{
    if (is_client(client)) {
        board->seen[client / 32] &= ~(1u << client % 32);
        board->scores[client] = 0;
    }
}

bool q3_board_score(const struct q3_board *board, int32_t client, int32_t *score)
{
    for (uint32_t i = 0; i < board->num_rows; i++) {
        if (board->rows[i].client == client) {
            *score = board->rows[i].score;
            return true;
        }
    }
    if (!is_client(client) || (board->seen[client / 32] >> client % 32 & 1) == 0) {
        return false;
    }
    *score = board->scores[client];
    return true;
}
