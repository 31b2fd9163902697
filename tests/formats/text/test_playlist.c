/* Playlists: which lines are names. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/text/playlist.h"

/* The names with '|' behind each. */
static void expect_names(const char *text, size_t size, const char *wanted)
{
    char names[256] = "";
    const char *name;
    size_t length, at = 0;
    while (playlist_next(text, size, &at, &name, &length)) {
        strncat(names, name, length);
        strcat(names, "|");
    }
    cr_expect_str_eq(names, wanted);
    cr_expect_eq(at, size);
}

#define EXPECT(text, wanted) expect_names(text, sizeof(text) - 1, wanted)

Test(playlist, lines_are_names)
{
    EXPECT("a.dem\nb c.mvd\n", "a.dem|b c.mvd|");
    EXPECT("#EXTM3U\r\n#EXTINF:1,x\r\n/d/a.dem\r\n\r\n  b.dem \t\r\n", "/d/a.dem|b.dem|");
    EXPECT("\xef\xbb\xbf"
           "a.dem",
           "a.dem|");
    EXPECT("", "");
    EXPECT("\n\n#\n \n", "");
    EXPECT("a\0b\nc", "c|");
}

Test(playlist, names_of_files)
{
    cr_expect(playlist_is("a.m3u") && playlist_is("a.m3u8") && playlist_is("b/A.M3U8"));
    cr_expect_not(playlist_is(".m3u") || playlist_is("a.m3") || playlist_is("8") ||
                  playlist_is("") || playlist_is("am3u8") || playlist_is("a.m3u88"));
}

Test(playlist, names_that_can_be_lines)
{
    cr_expect(playlist_may_have("/a b/#c.dem"));
    cr_expect_not(playlist_may_have("") || playlist_may_have("#a") || playlist_may_have(" a") ||
                  playlist_may_have("a ") || playlist_may_have("a\nb") || playlist_may_have("a\r"));
}
