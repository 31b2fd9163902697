#include "tests/support/command.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 32 };

struct capture { /* a standard stream that is redirected to a file */
    FILE *file;
    int stream, before;
};

static struct capture capture_begin(int stream)
{
    struct capture c = {.file = tmpfile(), .stream = stream, .before = dup(stream)};
    cr_assert(c.file && c.before >= 0);
    cr_assert_geq(dup2(fileno(c.file), stream), 0);
    return c;
}

static char *capture_end(struct capture *c)
{
    const off_t length = lseek(c->stream, 0, SEEK_END);
    char *text = malloc((size_t)length + 1);
    cr_assert_not_null(text);
    cr_assert_eq(pread(c->stream, text, (size_t)length, 0), length);
    text[length] = '\0';
    cr_assert_geq(dup2(c->before, c->stream), 0);
    close(c->before);
    fclose(c->file);
    return text;
}

struct command_result command_run(int (*command)(int argc, char **argv), const char *const *words)
{
    char *argv[WORDS_MAX + 1], *copies[WORDS_MAX];
    struct command_result result;
    int argc = 0;
    for (; words[argc]; argc++) { /* copies: commands may modify and reorder their arguments */
        cr_assert_lt(argc, WORDS_MAX);
        copies[argc] = argv[argc] = strdup(words[argc]);
        cr_assert_not_null(argv[argc]);
    }
    argv[argc] = NULL;
    fflush(NULL);
    struct capture out = capture_begin(STDOUT_FILENO), err = capture_begin(STDERR_FILENO);
    result.status = command(argc, argv);
    fflush(NULL);
    result.err = capture_end(&err);
    result.out = capture_end(&out);
    for (int i = 0; i < argc; i++) {
        free(copies[i]);
    }
    return result;
}

void command_free(struct command_result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct command_result){0};
}

void command_expect_line(const char *text, const char *line)
{
    const size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)) != NULL; at++) {
        if ((at == text || at[-1] == '\n') && at[length] == '\n') {
            return;
        }
    }
    cr_expect(false, "no line '%s' in: %.2000s", line, text);
}

void command_expect(const char *text, const char *part)
{
    cr_expect_not_null(strstr(text, part), "'%s' is not in: %.2000s", part, text);
}

void command_expect_lines(const char *text, const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        command_expect_line(text, lines[i]);
    }
}

void command_expect_all(const char *text, const char *const *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        command_expect(text, parts[i]);
    }
}

struct command_result command_run_on(int (*command)(int argc, char **argv), const char *option,
                                     const char *name, const void *data, size_t size)
{
    const char *path = command_file(name, data, size);
    struct command_result r =
        option ? COMMAND(command, "x", option, path) : COMMAND(command, "x", path);
    command_remove(path);
    return r;
}

const char *command_file(const char *name, const void *data, size_t size)
{
    static char path[1024];
    const char *temporary = getenv("TMPDIR");
    snprintf(path, sizeof(path), "%s/quakereel-test-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    cr_assert_not_null(mkdtemp(path));
    const size_t length = strlen(path);
    snprintf(path + length, sizeof(path) - length, "/%s", name);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}

void command_remove(const char *path)
{
    char folder[1024];
    snprintf(folder, sizeof(folder), "%s", path);
    cr_assert_eq(unlink(path), 0, "%s", path);
    *strrchr(folder, '/') = '\0';
    cr_assert_eq(rmdir(folder), 0, "%s", folder);
}
