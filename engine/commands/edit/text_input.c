#include "engine/commands/edit/text_input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "engine/report/report.h"

static ptrdiff_t read_file(void *context, void *bytes, size_t size)
{
    struct text_input *input = context;
    size_t got;
    if (platform_read_at(&input->file, input->at, bytes, size, &got) < 0) {
        return -1;
    }
    input->at += got;
    return (ptrdiff_t)got;
}

static ptrdiff_t read_standard_input(void *context, void *bytes, size_t size)
{
    (void)context;
    const size_t got = fread(bytes, 1, size, stdin);
    return got == 0 && ferror(stdin) ? -1 : (ptrdiff_t)got;
}

int text_input_open(struct text_input *input, const char *name)
{
    *input = (struct text_input){.name = name, .file = {.fd = -1}};
    if (strcmp(name, "-") == 0) {
        input->name = "standard input";
    } else if (platform_open_file(name, &input->file) < 0) {
        report_error("%s: %s", name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

void text_input_close(struct text_input *input)
{
    platform_close_file(&input->file);
}

struct text_source text_input_source(struct text_input *input)
{
    return (struct text_source){input, input->file.fd < 0 ? read_standard_input : read_file};
}

void text_input_tell(const struct text_input *input, int code, const struct text_error *err)
{
    if (code == FORMAT_BAD) {
        report_error("%s: line %llu, column %llu: %s", input->name, (unsigned long long)err->line,
                     (unsigned long long)err->column, err->what);
    } else if (code == FORMAT_UNREADABLE) {
        report_error("%s: cannot read: %s", input->name, strerror(errno));
    } else {
        report_error("%s: out of memory", input->name);
    }
}
