/* Token functions used by all keywords of a shader. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "formats/scripts/q3_shader_internal.h"

void q3_parser_note(struct q3_parser *p, const char *fmt, ...)
{
    if (p->notes && p->notes->report) {
        char text[256];
        va_list args;
        const int start = snprintf(text, sizeof(text), "%s: ", p->shader->name);
        va_start(args, fmt);
        vsnprintf(text + start, sizeof(text) - (size_t)start, fmt, args);
        va_end(args);
        for (char *c = text; *c; c++) {
            *c = *c >= ' ' && *c < 127 ? *c : '?'; /* quoted words may contain line ends */
        }
        p->notes->report(p->notes->context, p->lexer.line, text);
    }
}

bool q3_parser_word(struct q3_parser *p)
{
    if (q3_lexer_next_in_line(&p->lexer, p->word)) {
        return true;
    }
    q3_parser_note(p, "%s: a value is missing", p->keyword);
    return false;
}

bool q3_parser_numbers(struct q3_parser *p, float *out, int count)
{
    for (int i = 0; i < count; i++) {
        if (!q3_parser_word(p)) {
            return false;
        }
        out[i] = q3_lexer_number(p->word);
    }
    return true;
}

/* The original takes parentheses between blanks only, and draws its grey box for `(0.2`. */
bool q3_parser_vector(struct q3_parser *p, float out[3])
{
    char *at;
    if (!q3_parser_word(p)) {
        return false;
    }
    if (p->word[0] != '(') {
        q3_parser_note(p, "%s: a parenthesis is missing", p->keyword);
        return false;
    }
    at = p->word + 1;
    for (int i = 0; i < 3; i++) {
        if (*at == '\0') {
            if (!q3_parser_word(p)) {
                return false;
            }
            at = p->word;
        }
        if (*at == ')') {
            q3_parser_note(p, "%s: a value is missing", p->keyword);
            return false;
        }
        out[i] = q3_lexer_number(at);
        at += strcspn(at, ")");
    }
    if (*at == '\0') {
        if (!q3_parser_word(p)) {
            return false;
        }
        at = p->word;
    }
    if (strcmp(at, ")") != 0) {
        q3_parser_note(p, "%s: a parenthesis is missing", p->keyword);
        return false;
    }
    return true;
}

bool q3_parser_wave(struct q3_parser *p, struct q3_wave *wave)
{
    static const struct q3_choice kinds[] = {
        {"sin", Q3_WAVE_SIN},           {"square", Q3_WAVE_SQUARE},
        {"triangle", Q3_WAVE_TRIANGLE}, {"sawtooth", Q3_WAVE_SAWTOOTH},
        {"noise", Q3_WAVE_NOISE},       {"inversesawtooth", Q3_WAVE_INVERSE_SAWTOOTH},
    };
    float numbers[4] = {0};
    int kind = Q3_WAVE_SIN;
    if (!q3_parser_word(p)) {
        return false;
    }
    if (!Q3_CHOOSE(p, kinds, &kind)) {
        q3_parser_note(p, "%s: unknown wave function \"%.40s\"", p->keyword, p->word);
    }
    const bool whole = q3_parser_numbers(p, numbers, 4);
    *wave =
        (struct q3_wave){(enum q3_wave_kind)kind, numbers[0], numbers[1], numbers[2], numbers[3]};
    return whole;
}

bool q3_parser_choose(const struct q3_parser *p, const struct q3_choice *choices, size_t count,
                      int *value)
{
    for (size_t i = 0; i < count; i++) {
        if (q3_lexer_same(p->word, choices[i].name)) {
            *value = choices[i].value;
            return true;
        }
    }
    return false;
}

bool q3_parser_keyword(struct q3_parser *p, const struct q3_keyword *keywords, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (q3_lexer_same(p->word, keywords[i].name)) {
            snprintf(p->keyword, sizeof(p->keyword), "%s", keywords[i].name);
            keywords[i].read(p);
            return true;
        }
    }
    return false;
}

void q3_parser_unknown(struct q3_parser *p)
{
    p->shader->faults |= Q3_FAULT_UNKNOWN;
    q3_parser_note(p, "unknown keyword \"%.60s\"", p->word);
    q3_lexer_skip_line(&p->lexer);
}
