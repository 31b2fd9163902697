/* Text of the panel about demos that cannot be opened. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/overlay/error_panel.h"

Test(error_panel, shows_the_known_details)
{
    char text[ERROR_PANEL_BYTES];
    struct error_panel panel = {.name = "/demos/a\033.dm_68",
                                .reason = "not drawn",
                                .kind = "Quake III, protocol 68",
                                .level = "",
                                .players = "a, b",
                                .length = "1:00",
                                .advice = "Drop another."};
    error_panel_text(&panel, text);
    cr_expect_str_eq(text, "Cannot show a?.dm_68\nNot drawn\n\nFile      /demos/a?.dm_68\n"
                           "Demo      Quake III, protocol 68\nLength    1:00\nPlayers   a, b\n\n"
                           "Drop another.");
    panel = (struct error_panel){.name = "x",
                                 .reason = "no such file",
                                 .kind = "",
                                 .level = "",
                                 .players = "",
                                 .length = "",
                                 .advice = "Go."};
    error_panel_text(&panel, text);
    cr_expect_str_eq(text, "Cannot show x\nNo such file\n\nGo.");
}

Test(error_panel, is_bounded)
{
    char text[ERROR_PANEL_BYTES], name[5000];
    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    name[100] = '/';
    const struct error_panel panel = {.name = name,
                                      .reason = name,
                                      .kind = name,
                                      .level = name,
                                      .players = name,
                                      .length = name,
                                      .advice = name};
    error_panel_text(&panel, text);
    cr_expect_eq(strlen(text), sizeof(text) - 1);
    cr_expect_lt(strcspn(text, "\n"), 100u);
}
