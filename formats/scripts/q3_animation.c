#include "formats/scripts/q3_animation.h"

#include "formats/base/q3_lexer.h"

static const float NUMBER_LIMIT = 1e6f;

static int32_t parse_int(const char *word)
{
    const float number = q3_lexer_number(word);
    return (int32_t)(number > NUMBER_LIMIT    ? NUMBER_LIMIT
                     : number < -NUMBER_LIMIT ? -NUMBER_LIMIT
                                              : number);
}

static enum q3_footsteps footsteps_of(const char *word)
{
    static const char *const names[] = {"normal", "boot", "flesh", "mech", "energy"};
    for (int i = 0; i < (int)(sizeof(names) / sizeof(names[0])); i++) {
        if (q3_lexer_same(word, names[i])) {
            return (enum q3_footsteps)i;
        }
    }
    return Q3_FOOTSTEPS_NORMAL; /* "default", too */
}

static void read_sex(struct q3_animations *a, const char *word)
{
    a->sex = word[0] == 'f' || word[0] == 'F'   ? Q3_SEX_FEMALE
             : word[0] == 'n' || word[0] == 'N' ? Q3_SEX_NEUTER
                                                : Q3_SEX_MALE;
}

/* Reads keywords up to the first word that starts with a digit, which is not consumed. */
static void read_head(struct q3_animations *a, struct q3_lexer *lexer)
{
    char word[Q3_WORD_SIZE];
    for (struct q3_lexer ahead = *lexer; q3_lexer_next(&ahead, word); *lexer = ahead) {
        if (word[0] >= '0' && word[0] <= '9') {
            return;
        }
        if (q3_lexer_same(word, "footsteps") && q3_lexer_next(&ahead, word)) {
            a->footsteps = footsteps_of(word);
        } else if (q3_lexer_same(word, "sex") && q3_lexer_next(&ahead, word)) {
            read_sex(a, word);
        } else if (q3_lexer_same(word, "headoffset")) {
            for (int i = 0; i < 3 && q3_lexer_next(&ahead, word); i++) {
                a->head_offset[i] = q3_lexer_number(word);
            }
        } else if (q3_lexer_same(word, "fixedlegs")) {
            a->fixed_legs = true;
        } else if (q3_lexer_same(word, "fixedtorso")) {
            a->fixed_torso = true;
        }
    }
}

/* Reads first frame, number of frames (negative: backward), number of looping frames, frames per
 * second. */
static bool read_line(struct q3_animation *a, struct q3_lexer *lexer)
{
    char word[Q3_WORD_SIZE];
    int32_t numbers[3];
    for (int i = 0; i < 3; i++) {
        if (!q3_lexer_next(lexer, word)) {
            return false;
        }
        numbers[i] = parse_int(word);
    }
    if (!q3_lexer_next(lexer, word)) {
        return false;
    }
    const float rate = q3_lexer_number(word);
    a->first = numbers[0];
    a->reversed = numbers[1] < 0;
    a->count = numbers[1] < 0 ? -numbers[1] : numbers[1];
    a->loop = numbers[2] < 0 ? 0 : numbers[2] > a->count ? a->count : numbers[2];
    a->frame_ms = rate > 0.0f
                      ? (rate < 1000.0f ? (int32_t)(1000.0f / (rate < 1e-3f ? 1e-3f : rate)) : 1)
                      : 1000;
    a->flip_flop = false;
    return true;
}

/* Those no file has. */
static void derive_animations(struct q3_animations *a)
{
    static const struct q3_animation flags[3] = {
        {.first = 0, .count = 16, .loop = 16, .frame_ms = 1000 / 15},
        {.first = 16, .count = 5, .loop = 0, .frame_ms = 1000 / 20},
        {.first = 16, .count = 5, .loop = 1, .frame_ms = 1000 / 15, .reversed = true}};
    a->at[Q3_ANIM_BACK_CROUCHED] = a->at[Q3_ANIM_WALK_CROUCHED];
    a->at[Q3_ANIM_BACK_CROUCHED].reversed = true;
    a->at[Q3_ANIM_BACK_WALK] = a->at[Q3_ANIM_WALK];
    a->at[Q3_ANIM_BACK_WALK].reversed = true;
    for (int i = 0; i < 3; i++) {
        a->at[Q3_ANIM_FLAG_RUN + i] = flags[i];
    }
}

int q3_animations_read(struct q3_animations *animations, const void *text, size_t size,
                       bool flip_flop, struct format_error *err)
{
    struct q3_lexer lexer = q3_lexer_make(text, size);
    const char *start = lexer.at;
    int32_t skip = 0;
    *animations = (struct q3_animations){0};
    read_head(animations, &lexer);
    for (int i = 0; i < Q3_ANIMS_OF_FILE; i++) {
        struct q3_animation *a = &animations->at[i];
        if (!read_line(a, &lexer)) {
            if (i < Q3_ANIM_GET_FLAG) {
                return format_fail(err, FORMAT_BAD, (size_t)(lexer.at - start),
                                   "line %u: animation %d of %d is missing", (unsigned)lexer.line,
                                   i, (int)Q3_ANIM_GET_FLAG);
            }
            *a = animations->at[Q3_ANIM_GESTURE];
            a->reversed = false;
        }
        /* The file numbers the frames of the whole figure; the legs' model does not have those of
         * the torso alone. */
        if (i == Q3_ANIM_WALK_CROUCHED) {
            skip = a->first - animations->at[Q3_ANIM_GESTURE].first;
        }
        if (i >= Q3_ANIM_WALK_CROUCHED && i < Q3_ANIM_GET_FLAG) {
            a->first -= skip;
        }
        a->flip_flop = flip_flop && i >= Q3_ANIM_GET_FLAG && i != Q3_ANIM_FOLLOW_ME;
    }
    derive_animations(animations);
    return FORMAT_OK;
}
