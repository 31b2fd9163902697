/* Codes and names of keys: those of SDL, which keys.conf has always taken. */
#include <SDL.h>
#include <criterion/criterion.h>

#include "engine/viewer/host/keycode.h"

Test(keycode, every_key_of_sdl_has_its_code_and_name)
{
    unsigned count = 0;
    for (int place = 0; place < SDL_NUM_SCANCODES; place++) {
        const char *name = SDL_GetScancodeName((SDL_Scancode)place);
        if (*name == '\0') {
            continue;
        }
        const int32_t code = SDL_GetKeyFromName(name);
        cr_expect_eq(keycode_find(name), code, "%s", name);
        if (code < '!' || code == KEYCODE_DELETE || code >= KEYCODE_BY_PLACE) {
            cr_expect_str_eq(keycode_name(code), SDL_GetKeyName(code));
            cr_expect_eq(keycode_types(code), code == KEYCODE_SPACE, "%s", name);
        }
        count++;
    }
    cr_expect_gt(count, 200u);
}

Test(keycode, the_case_of_names_means_nothing)
{
    cr_expect_eq(keycode_find("pageUP"), KEYCODE_PAGEUP);
    cr_expect_eq(keycode_find("Q"), 'q');
    cr_expect_eq(keycode_find("keypad 5"), KEYCODE_KP_5);
    cr_expect_eq(keycode_find("escape"), KEYCODE_ESCAPE);
}

Test(keycode, a_single_character_is_itself)
{
    static const struct {
        const char *name;
        int32_t code;
    } names[] = {{"a", 'a'},
                 {"+", '+'},
                 {"\xc3\xa4", 0xe4},
                 {"\xe2\x82\xac", 0x20ac},
                 {"\xf0\x9f\x8e\xac", 0x1f3ac},
                 {"", 0},
                 {"ab", 0},
                 {"F99", 0},
                 {"\xc3", 0},         /* cut */
                 {"\xc3\xa4\xa4", 0}, /* one byte too many */
                 {"\xa4", 0},         /* begins in the middle */
                 {"\xc1\x81", 0},     /* 'A', too long */
                 {"\xe0\x82\xac", 0}, /* likewise */
                 {"\xc3"
                  "a",
                  0},                     /* no continuation */
                 {"\xed\xa0\x80", 0},     /* half of a pair */
                 {"\xf4\x90\x80\x80", 0}, /* above all characters */
                 {"\xf8\x88\x80\x80\x80", 0}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        cr_expect_eq(keycode_find(names[i].name), names[i].code, "%zu", i);
    }
    cr_expect(keycode_types(0xe4));
    cr_expect_str_eq(keycode_name(0xe4), "");
}
