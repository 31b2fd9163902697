#include "engine/commands/study/study_demos.h"

#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/text_output.h"

int study_demos_tell(const struct options *options, void *context,
                     int (*tell)(void *context, FILE *out, const struct demo_list *demos))
{
    struct demo_list demos;
    struct text_output out;
    const int listed = demo_arguments_all(&demos, options);
    int status = demos.count > 0 ? EXIT_GOOD : EXIT_BAD_INPUT;
    if (status == EXIT_GOOD) {
        status = text_output_open(&out, options);
    }
    if (status == EXIT_GOOD) {
        status = tell(context, out.stream, &demos);
        status = text_output_close(&out, status == EXIT_GOOD ? listed : status);
    }
    demo_list_free(&demos);
    return status;
}
