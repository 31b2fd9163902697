/* Text of the panel about missing game data. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/overlay/data_panel.h"

Test(data_panel, counts_with_the_right_words)
{
    char text[80];
    static const struct {
        unsigned models, skins;
        const char *words;
    } cases[] = {{0, 0, ""},
                 {1, 0, "1 model"},
                 {12, 0, "12 models"},
                 {0, 1, "1 skin"},
                 {12, 3, "12 models and 3 skins"},
                 {1, 1, "1 model and 1 skin"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        data_panel_count(text, sizeof(text), cases[i].models, cases[i].skins);
        cr_expect_str_eq(text, cases[i].words);
    }
}

Test(data_panel, shows_missing_data_and_searched_folders)
{
    char text[DATA_PANEL_BYTES];
    const struct data_panel none = {.level = "e1m1: the Slipgate Complex",
                                    .places = "/a\n/b\n/c\n/d\n/e\n/f\n/g\n/h\n",
                                    .models = 2,
                                    .hides = "Esc"};
    data_panel_text(&none, text);
    cr_expect_str_eq(text, "No Quake game data found\n"
                           "e1m1: the Slipgate Complex, 2 models are missing: placeholders stand "
                           "in.\n\nLooked in:\n  /a\n  /b\n  /c\n  /d\n  /e\n  /f\n  /g\n"
                           "  and 1 more place\n\n"
                           "Drop your Quake folder here: the one with id1 in it.\nEsc hides this.");
    const struct data_panel level = {.level = "", .basedir = "/quake", .places = "", .hides = ""};
    data_panel_text(&level, text);
    cr_expect_not_null(strstr(text, "This level is not in the game data\nThe level is missing:"));
    cr_expect_not_null(strstr(text, "The game data is /quake\n"));
}
