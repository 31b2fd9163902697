/* Mutants of C files: small changes of an operator, a constant or a condition, one at a time.
 *
 *   mutate list [--seed N --count N] FILE...   one line for each mutant: index, file:line: before
 * -> after mutate write FILE INDEX                    FILE with that one change, to the standard
 * output
 *
 * An index counts within its file, from 0. The files have to be formatted by .clang-format: what
 * has a space on both sides is a binary operator. Comments, strings, preprocessor lines, types and
 * sizes of declared arrays are left alone. Exit status 1 when a file cannot be read, 2 for a bad
 * call. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AFTER_BYTES = 64, TEXT_BYTES = 400 };

struct mutant {
    const char *file;
    size_t index;      /* within its file */
    size_t start, end; /* bytes of the file that are replaced: [start, end) */
    char after[AFTER_BYTES];
};

struct mutants {
    struct mutant *list;
    size_t count, room;
};

struct source {
    const char *file;
    char *text;
    char *code; /* the same length: blanks in place of comments, strings and preprocessor lines */
    size_t size;
    size_t found;
};

static void *check_memory(void *memory)
{
    if (memory == NULL) {
        fputs("mutate: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void read_source(struct source *source, const char *file)
{
    FILE *in = fopen(file, "rb");
    size_t room = 65536;
    *source = (struct source){.file = file, .text = check_memory(malloc(room))};
    if (in == NULL) {
        fprintf(stderr, "mutate: cannot read %s\n", file);
        exit(1);
    }
    for (size_t got;
         (got = fread(source->text + source->size, 1, room - source->size - 1, in)) > 0;) {
        source->size += got;
        if (source->size + 1 == room) {
            room *= 2;
            source->text = check_memory(realloc(source->text, room));
        }
    }
    fclose(in);
    source->text[source->size] = '\0';
    source->code = check_memory(malloc(source->size + 1));
    memcpy(source->code, source->text, source->size + 1);
}

static size_t blank(struct source *source, size_t from, size_t to)
{
    for (size_t i = from; i < to && i < source->size; i++) {
        if (source->code[i] != '\n') {
            source->code[i] = ' ';
        }
    }
    return to;
}

static size_t end_of_literal(const char *text, size_t at)
{
    const char quote = text[at++];
    while (text[at] != '\0' && text[at] != quote) {
        at += text[at] == '\\' && text[at + 1] != '\0' ? 2 : 1;
    }
    return at + 1;
}

/* A preprocessor line ends at the first line break without a backslash before it. */
static size_t end_of_directive(const char *text, size_t at)
{
    while (text[at] != '\0' && (text[at] != '\n' || text[at - 1] == '\\')) {
        at++;
    }
    return at;
}

static void blank_what_is_no_code(struct source *source)
{
    const char *text = source->text;
    bool line_start = true;
    for (size_t i = 0; i < source->size;) {
        if (strncmp(text + i, "/*", 2) == 0) {
            const char *end = strstr(text + i + 2, "*/");
            i = blank(source, i, end == NULL ? source->size : (size_t)(end - text) + 2);
        } else if (strncmp(text + i, "//", 2) == 0) {
            i = blank(source, i, i + strcspn(text + i, "\n"));
        } else if (text[i] == '"' || text[i] == '\'') {
            i = blank(source, i, end_of_literal(text, i));
        } else if (line_start && text[i] == '#') {
            i = blank(source, i, end_of_directive(text, i));
        } else {
            line_start = text[i] == '\n' || (line_start && isspace((unsigned char)text[i]));
            i++;
        }
    }
}

static void add_mutant(struct mutants *mutants, struct source *source, size_t start, size_t end,
                       const char *after)
{
    if (mutants->count == mutants->room) {
        mutants->room = mutants->room * 2 + 256;
        mutants->list =
            check_memory(realloc(mutants->list, mutants->room * sizeof(*mutants->list)));
    }
    struct mutant *mutant = &mutants->list[mutants->count++];
    *mutant = (struct mutant){source->file, source->found++, start, end, ""};
    snprintf(mutant->after, sizeof(mutant->after), "%s", after);
}

static const char *const operators[][3] = {
    {"<", "<=", ">="},    {"<=", "<", ">"},     {">", ">=", "<="},  {">=", ">", "<"},
    {"==", "!=", NULL},   {"!=", "==", NULL},   {"&&", "||", NULL}, {"||", "&&", NULL},
    {"+", "-", NULL},     {"-", "+", NULL},     {"*", "/", NULL},   {"/", "*", NULL},
    {"%", "*", NULL},     {"&", "|", NULL},     {"|", "&", NULL},   {"^", "&", NULL},
    {"<<", ">>", NULL},   {">>", "<<", NULL},   {"+=", "-=", NULL}, {"-=", "+=", NULL},
    {"*=", "/=", NULL},   {"/=", "*=", NULL},   {"&=", "|=", NULL}, {"|=", "&=", NULL},
    {"<<=", ">>=", NULL}, {">>=", "<<=", NULL},
};

/* With a space or a line break on both sides. */
static void add_binary_operators(struct mutants *mutants, struct source *source, size_t at)
{
    const char *code = source->code;
    const size_t length = strcspn(code + at, " \n");
    for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
        if (strlen(operators[i][0]) == length && strncmp(code + at, operators[i][0], length) == 0) {
            for (size_t k = 1; k < 3 && operators[i][k] != NULL; k++) {
                add_mutant(mutants, source, at, at + length, operators[i][k]);
            }
        }
    }
}

/* `!x`, `-x`, `++`, `--`; a sign of a number is that number's. */
static void add_unary_operators(struct mutants *mutants, struct source *source, size_t at)
{
    const char *code = source->code;
    if (strncmp(code + at, "++", 2) == 0 || strncmp(code + at, "--", 2) == 0) {
        add_mutant(mutants, source, at, at + 2, code[at] == '+' ? "--" : "++");
    } else if ((code[at] == '!' && code[at + 1] != '=') ||
               (code[at] == '-' && code[at + 1] != '>' && code[at + 1] != '=' &&
                code[at + 1] != '-' && (at == 0 || code[at - 1] != '-') &&
                !isspace((unsigned char)code[at + 1]))) {
        add_mutant(mutants, source, at, at + 1, "");
    }
}

static size_t line_of(const struct source *source, size_t at)
{
    size_t line = 1;
    for (size_t i = 0; i < at; i++) {
        line += source->text[i] == '\n';
    }
    return line;
}

static size_t line_start_of(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n') {
        at--;
    }
    return at;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* True for the size of an array that is declared: `float a[3], b[N + 1];`, `(const float at[3])`.
 */
static bool is_array_size(const char *code, size_t at)
{
    size_t open = at;
    while (open > 0 && strchr("[]\n", code[open]) == NULL) {
        open--;
    }
    if (code[open] != '[') {
        return false;
    }
    size_t start = open;
    while (start > 0 && strchr(";{}(=", code[start - 1]) == NULL) {
        start--;
    }
    if (start > 0 && code[start - 1] == '=') {
        return false;
    }
    if (start > 0 && code[start - 1] == '(') { /* a parameter is declared by itself */
        for (size_t i = start; i < open; i++) {
            start = code[i] == ',' ? i + 1 : start;
        }
    }
    start += strspn(code + start, " \n");
    /* A declaration begins with two words, or with a word and an asterisk. */
    size_t second = start;
    while (is_word(code[second])) {
        second++;
    }
    return second > start && code[second] == ' ' &&
           (is_word(code[second + 1]) || (code[second + 1] == '*' && code[second + 2] != ' ')) &&
           strncmp(code + start, "return ", 7) != 0 && strncmp(code + start, "case ", 5) != 0 &&
           strncmp(code + start, "else ", 5) != 0;
}

/* 0 becomes 1, 1 becomes 0, 2 to 9 the next one, larger numbers a fifth more. */
static size_t add_number(struct mutants *mutants, struct source *source, size_t at)
{
    const char *number = source->code + at;
    size_t length = 0;
    while (isalnum((unsigned char)number[length]) || number[length] == '.' ||
           ((number[length] == '+' || number[length] == '-') && length > 0 &&
            tolower((unsigned char)number[length - 1]) == 'e' && strncmp(number, "0x", 2) != 0)) {
        length++;
    }
    if (is_array_size(source->code, at)) {
        return at + length;
    }
    char after[AFTER_BYTES], *rest;
    const bool hexadecimal = number[0] == '0' && tolower((unsigned char)number[1]) == 'x';
    if (!hexadecimal &&
        (memchr(number, '.', length) != NULL || memchr(number, 'e', length) != NULL)) {
        const double value = strtod(number, &rest);
        const double changed = value == 0 ? 1 : value == 1 ? 0 : value * 1.25;
        char digits[AFTER_BYTES / 2];
        snprintf(digits, sizeof(digits), "%.9g", changed);
        snprintf(after, sizeof(after), "%s%s%.*s", digits, strpbrk(digits, ".e") ? "" : ".0",
                 (int)(number + length - rest), rest);
    } else {
        const unsigned long long value = strtoull(number, &rest, 0);
        const unsigned long long changed = value == 1   ? 0
                                           : value < 10 ? value + 1
                                                        : value + value / 5;
        snprintf(after, sizeof(after), hexadecimal ? "0x%llx%.*s" : "%llu%.*s", changed,
                 (int)(number + length - rest), rest);
    }
    add_mutant(mutants, source, at, at + length, after);
    return at + length;
}

/* The whole condition of `if (...)` or `while (...)`: true or false; a loop only false. */
static void add_condition(struct mutants *mutants, struct source *source, size_t at, bool loop)
{
    const char *code = source->code;
    size_t depth = 0, end = at;
    do {
        depth += code[end] == '(';
        depth -= code[end] == ')';
        end++;
    } while (depth > 0 && code[end] != '\0');
    if (!loop) {
        add_mutant(mutants, source, at, end, "(1)");
    }
    add_mutant(mutants, source, at, end, "(0)");
}

static size_t add_word(struct mutants *mutants, struct source *source, size_t at)
{
    const char *code = source->code;
    size_t end = at;
    while (is_word(code[end])) {
        end++;
    }
    if (strncmp(code + at, "if (", 4) == 0) {
        add_condition(mutants, source, at + 3, false);
    } else if (strncmp(code + at, "while (", 7) == 0) {
        add_condition(mutants, source, at + 6, true);
    } else if (strncmp(code + at, "_Static_assert(", 15) == 0) {
        end += strcspn(code + end, ";");
    } else if (end - at == 4 && strncmp(code + at, "true", 4) == 0) {
        add_mutant(mutants, source, at, end, "false");
    } else if (end - at == 5 && strncmp(code + at, "false", 5) == 0) {
        add_mutant(mutants, source, at, end, "true");
    }
    return end;
}

static void find_mutants(struct mutants *mutants, struct source *source)
{
    const char *code = source->code;
    for (size_t i = 0; i < source->size;) {
        const bool spaced = i > 0 && isspace((unsigned char)code[i - 1]);
        if (isalpha((unsigned char)code[i]) || code[i] == '_') {
            i = add_word(mutants, source, i);
        } else if (isdigit((unsigned char)code[i]) ||
                   (code[i] == '.' && isdigit((unsigned char)code[i + 1]))) {
            i = add_number(mutants, source, i);
        } else if (ispunct((unsigned char)code[i])) {
            const size_t length = strspn(code + i, "+-*/%&|^<>=!");
            if (length > 0 && spaced && isspace((unsigned char)code[i + length])) {
                add_binary_operators(mutants, source, i);
            } else if (length > 0) {
                add_unary_operators(mutants, source, i);
            }
            i += length > 0 ? length : 1;
        } else {
            i++;
        }
    }
}

/* Appends text [from, to) with its line breaks and indents as single spaces. */
static void append_line(char *out, const char *text, size_t from, size_t to)
{
    size_t used = strlen(out);
    for (size_t i = from; i < to && used + 1 < TEXT_BYTES; i++) {
        const bool space = isspace((unsigned char)text[i]) != 0;
        if (!space || (used > 0 && out[used - 1] != ' ')) {
            out[used++] = space ? ' ' : text[i];
        }
    }
    out[used] = '\0';
}

static void print_mutant(const struct source *source, const struct mutant *mutant)
{
    const size_t start = line_start_of(source->text, mutant->start);
    const size_t end = mutant->end + strcspn(source->text + mutant->end, "\n");
    char before[TEXT_BYTES] = "", after[TEXT_BYTES] = "";
    append_line(before, source->text, start, end);
    append_line(after, source->text, start, mutant->start);
    strncat(after, mutant->after, TEXT_BYTES - strlen(after) - 1);
    append_line(after, source->text, mutant->end, end);
    printf("%zu %s:%zu: %s -> %s\n", mutant->index, source->file, line_of(source, mutant->start),
           before, after);
}

/* The same sequence on every machine. */
static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Marks the `wanted` mutants that are chosen, each with the same chance, in the order they have. */
static void choose_mutants(bool *chosen, size_t count, size_t wanted, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        chosen[i] = next_random(&seed) % (count - i) < wanted;
        wanted -= chosen[i];
    }
}

static int list_mutants(char **files, int count, size_t wanted, uint64_t seed)
{
    struct mutants mutants = {0};
    struct source *sources = check_memory(calloc((size_t)count + 1, sizeof(*sources)));
    for (int i = 0; i < count; i++) {
        read_source(&sources[i], files[i]);
        blank_what_is_no_code(&sources[i]);
        find_mutants(&mutants, &sources[i]);
    }
    bool *chosen = check_memory(calloc(mutants.count + 1, sizeof(*chosen)));
    choose_mutants(chosen, mutants.count, wanted, seed);
    for (size_t i = 0, source = 0; i < mutants.count; i++) {
        while (sources[source].file != mutants.list[i].file) {
            source++;
        }
        if (chosen[i]) {
            print_mutant(&sources[source], &mutants.list[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        free(sources[i].text);
        free(sources[i].code);
    }
    free(sources);
    free(chosen);
    free(mutants.list);
    return 0;
}

static int write_mutant(const char *file, size_t index)
{
    struct mutants mutants = {0};
    struct source source;
    read_source(&source, file);
    blank_what_is_no_code(&source);
    find_mutants(&mutants, &source);
    if (index < mutants.count) {
        const struct mutant *mutant = &mutants.list[index];
        fwrite(source.text, 1, mutant->start, stdout);
        fputs(mutant->after, stdout);
        fputs(source.text + mutant->end, stdout);
    }
    const bool found = index < mutants.count;
    free(source.text);
    free(source.code);
    free(mutants.list);
    return found ? 0 : 1;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    size_t wanted = SIZE_MAX;
    if (argc == 4 && strcmp(argv[1], "write") == 0) {
        return write_mutant(argv[2], strtoul(argv[3], NULL, 10));
    }
    int at = 2;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--seed") == 0) {
            seed = strtoull(argv[at + 1], NULL, 10);
        } else if (strcmp(argv[at], "--count") == 0) {
            wanted = strtoul(argv[at + 1], NULL, 10);
        }
    }
    if (argc <= at || strcmp(argv[1], "list") != 0) {
        fputs("usage: mutate list [--seed N] [--count N] FILE... | write FILE INDEX\n", stderr);
        return 2;
    }
    return list_mutants(argv + at, argc - at, wanted, seed);
}
