/* The demos that are played for no argument, one, or several. */
#include <criterion/criterion.h>

#include "engine/commands/demo_arguments.h"
#include "engine/playback/demo_source.h"

Test(demo_arguments, nothing_named_is_the_programs_own)
{
    const struct options options = {.num_files = 0};
    struct demo_list list;
    cr_assert_eq(demo_arguments_watched(&list, &options), 0);
    cr_assert_eq(list.count, 2);
    cr_expect_str_eq(list.names[0], "builtin:demo1");
    cr_expect_str_eq(list.names[1], "builtin:demo5");
    for (size_t i = 0; i < list.count; i++) {
        struct demo_source source;
        cr_assert_eq(demo_source_open(&source, list.names[i], &(struct demo_search){0}, NULL), 0);
        demo_source_close(&source);
    }
    demo_list_free(&list);
}
