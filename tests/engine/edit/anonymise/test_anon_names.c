/* Names and their stand-ins: what is a name, where it is found in texts, and what stays. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/anonymise/anon_text.h"

enum { QUAKE = ANON_GLYPHS | ANON_AND_CODES };

/* Names, and a text before and after. */
struct sample {
    const char *names[6];
    const char *text, *want;
    unsigned codes;
};

static struct anon_names *make_names(const char *const *list, unsigned codes)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    cr_assert_not_null(names);
    for (; *list; list++) {
        cr_assert_neq(anon_names_add(names, ANON_PLAYER, *list, strlen(*list), codes, ANON_NONE),
                      FORMAT_MEMORY);
    }
    cr_assert_eq(anon_names_finish(names, &err), 0);
    return names;
}

typedef void rewrite(struct anon_text *t, const char *text, size_t size);

static void expect_text(struct anon_names *names, unsigned codes, bool teams, rewrite *rewritten,
                        const char *text, const char *want)
{
    struct anon_text t;
    anon_text_begin(&t, names, codes, teams);
    rewritten(&t, text, strlen(text));
    cr_assert_not(t.no_memory);
    cr_expect(t.out.size == strlen(want) && memcmp(t.out.data, want, t.out.size) == 0,
              "\"%s\": \"%.*s\" is not \"%s\"", text, (int)t.out.size, (const char *)t.out.data,
              want);
    anon_text_free(&t);
}

static void rewrite_words(struct anon_text *t, const char *text, size_t size)
{
    anon_text_words(t, text, size);
}

static void rewrite_json(struct anon_text *t, const char *text, size_t size)
{
    anon_text_json(t, text, size);
}

static void expect_sample(const struct sample *s)
{
    struct anon_names *names = make_names(s->names, s->codes);
    expect_text(names, s->codes, false, rewrite_words, s->text, s->want);
    anon_names_free(names);
}

Test(anon_names, are_whole_words)
{
    static const struct sample samples[] = {
        {{"mil"},
         "mil rides milton's mil, mil2 and xmil\n",
         "p1 rides milton's p1, mil2 and xmil\n",
         0},
        {{"mil", "milton"}, "MILTON was railed by Mil", "p2 was railed by p1", 0},
        {{"a"}, "a was ax-murdered by a", "p1 was ax-murdered by p1", 0},
        {{"LQ Player"}, "(LQ Player): lq player", "(p1): p1", 0},
        {{"(mil)"}, "(mil): mil", "p1: p1", 0},
        {{"mil ton", "ton"}, "mil ton ton", "p1 p2", 0},
        {{"say"}, "say: i say", "p1: i p1", 0},
        {{"player", "unnamed", "", " "}, "player 1 unnamed  x", "player 1 unnamed  x", 0},
        {{"p1", "t7", "mil"}, "p1 t7 mil", "p1 t7 p2", 0},
        {{"clan.milton the great"}, "clan.milton    7\nclan.mil", "p1    7\np1", 0},
        {{"mil", "p1 x"}, "mil x", "p2", 0},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        expect_sample(&samples[i]);
    }
}

Test(anon_names, without_letters_stand_between_blanks)
{
    static const struct sample samples[] = {
        {{"-"}, "- rides mil's-rocket\n(-): a-b - ", "p1 rides mil's-rocket\n(p1): a-b p1 ", 0},
        {{":"}, ":: a: b : c", "p1: a: b p1 c", 0},
        {{"\x8b\x8c"}, "\x8b\x8c 1", "\xf0\xb1 1", QUAKE},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        expect_sample(&samples[i]);
    }
}

Test(anon_names, are_found_in_any_colour)
{
    static const struct sample samples[] = {
        {{"\xed\xe9\xec"}, "mil \xed\xe9\xec M\xc9L", "p1 \xf0\xb1 p1", QUAKE},
        {{"mil\x12"}, "MIL0 mil\x92 mil\x12", "p1 p1 p1", QUAKE},
        {{"mil"}, "{&c666 mil&cfff} m{&c0f0il}", "{&c666 p1&cfff} p1}", QUAKE},
        {{"m&cf00il"}, "mil m&cf00il", "p1 p1", QUAKE},
        {{"^1m^2il^7"}, "^1m^2il^7 was, MIL ^3mil", "p1 was, p1 ^3p1", ANON_HAT_CODES},
        {{"mil"}, "m^<il m^xf00il", "p1 p1", ANON_HAT_CODES},
        {{"mil^"}, "mil^ was mil^'s", "p1 was p1's", ANON_HAT_CODES},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        expect_sample(&samples[i]);
    }
}

Test(anon_names, addresses_go)
{
    static const struct sample samples[] = {
        {{NULL}, "1.2.3.4:26000 (10.0.0.255) 1.2.3.xxx", "0.0.0.0:26000 (0.0.0.0) 0.0.0.0", 0},
        {{NULL},
         "1.2.3 1.2.3.4.5 256.1.1.1 3.6.1 0.0.0.0",
         "1.2.3 1.2.3.4.5 256.1.1.1 3.6.1 0.0.0.0",
         0},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        expect_sample(&samples[i]);
    }
}

Test(anon_names, share_a_stand_in)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    const int32_t one = anon_names_add(names, ANON_PLAYER, "mil", 3, 0, ANON_NONE);
    cr_expect_eq(anon_names_add(names, ANON_PLAYER, "ton", 3, 0, one), one);
    cr_expect_eq(anon_names_add(names, ANON_PLAYER, "TON", 3, 0, ANON_NONE), one);
    cr_expect_neq(anon_names_add(names, ANON_PLAYER, "bob", 3, 0, ANON_NONE), one);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, 0, false, rewrite_words, "mil ton bob", "p1 p1 p2");
    /* Names of a later demo. */
    cr_expect_gt(anon_names_add(names, ANON_PLAYER, "p3", 2, 0, ANON_NONE), FORMAT_MEMORY);
    (void)anon_names_add(names, ANON_PLAYER, "zoe", 3, 0, ANON_NONE);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, 0, false, rewrite_words, "zoe mil", "p4 p1");
    const char *stand_in;
    size_t size;
    cr_expect_arr_eq(anon_names_list(names, 1, &size, &stand_in), "ton", 3);
    cr_expect_str_eq(stand_in, "p1");
    cr_expect_null(anon_names_list(names, 4, &size, &stand_in));
    anon_names_free(names);
}

/* So many that tables grow, all of one length. */
Test(anon_names, many)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    char text[16], want[16];
    for (int i = 0; i < 3000; i++) {
        snprintf(text, sizeof(text), "x%04d", i);
        cr_assert_eq(anon_names_add(names, ANON_PLAYER, text, 5, 0, ANON_NONE), i);
    }
    cr_assert_eq(anon_names_finish(names, &err), 0);
    for (int i = 0; i < 3000; i += 7) {
        snprintf(text, sizeof(text), "x%04d", i);
        snprintf(want, sizeof(want), "p%d", i + 1);
        expect_text(names, 0, false, rewrite_words, text, want);
    }
    anon_names_free(names);
}

/* Bytes that a name of so many letters takes, in words of five letters; of many such names. */
static size_t bytes_of_name(int letters)
{
    enum { NAMES = 2000 };
    struct anon_names *names = anon_names_create();
    struct format_error err;
    uint32_t random = 1;
    cr_assert_not_null(names);
    for (int i = 0; i < NAMES; i++) {
        char text[256];
        for (int k = 0; k < letters; k++) {
            random = random * 1664525 + 1013904223;
            text[k] = k % 6 == 5 ? ' ' : (char)('a' + (random >> 8) % 26);
        }
        cr_assert_neq(anon_names_add(names, ANON_PLAYER, text, (size_t)letters, 0, ANON_NONE),
                      FORMAT_MEMORY);
    }
    cr_assert_eq(anon_names_finish(names, &err), 0);
    const size_t bytes = anon_names_bytes(names) / NAMES;
    anon_names_free(names);
    return bytes;
}

Test(anon_names, take_little_memory)
{
    const size_t longest = bytes_of_name(255), usual = bytes_of_name(15);
    cr_expect(longest > 2000 && longest < 8192, "%zu", longest);
    cr_expect(usual > 200 && usual < 1024, "%zu", usual);
}

Test(anon_names, are_found_cut_to_64_letters)
{
    enum { LETTERS = 100 };
    char name[LETTERS + 1], text[LETTERS + 2];
    const char *const list[] = {name, NULL};
    memset(name, 'x', LETTERS);
    name[LETTERS] = '\0';
    struct anon_names *names = make_names(list, 0);
    for (int cut = 1; cut <= LETTERS; cut++) {
        const bool found = cut == LETTERS || (cut >= 8 && cut <= 64);
        snprintf(text, sizeof(text), "%.*s", cut, name);
        expect_text(names, 0, false, rewrite_words, text, found ? "p1" : text);
    }
    anon_names_free(names);
}

/* --- texts with a form --------------------------------------------------------------------------
 */

Test(anon_text, info_strings)
{
    struct anon_names *names =
        make_names((const char *const[]){"mil", "name", "7", "sarge", NULL}, 0);
    expect_text(names, 0, false, anon_text_info,
                "\\name\\mil\\team\\mil\\skin\\mil_1\\rate\\7\\*client\\ez 7",
                "\\name\\p1\\team\\p1\\skin\\p1_1\\rate\\7\\*client\\ez p3");
    expect_text(names, 0, false, anon_text_info, "n\\mil\\model\\sarge/red\\st\\76561198000000000",
                "n\\p1\\model\\sarge/red\\st\\0");
    expect_text(names, 0, false, anon_text_info,
                "\\*ip\\1.2.3.4\\hostname\\\\*admin\\bob@x\\.IRC\\#x\\email\\\\map\\mil\\x",
                "\\*ip\\0.0.0.0\\hostname\\\\*admin\\-\\.IRC\\-\\email\\\\map\\mil\\x");
    expect_text(names, 0, false, anon_text_info, "\\", "\\");
    anon_names_free(names);
}

Test(anon_text, stuffed_text)
{
    struct anon_names *names = make_names((const char *const[]){"say", "mil", "90", "bf", NULL}, 0);
    expect_text(names, 0, false, anon_text_stuffed,
                "say mil; say \"mil;say\" 90\n bf\nfov 90;x mil",
                "say p2; say \"p2;p1\" 90\n bf\nfov 90;x p2");
    expect_text(names, 0, false, anon_text_stuffed,
                "play mil.wav\n//fui 0 \"\\name\\mil\\a\\say\"\n",
                "play mil.wav\n//fui 0 \"\\name\\p2\\a\\p1\"\n");
    anon_names_free(names);
}

Test(anon_text, a_command_in_pieces)
{
    struct anon_names *names = make_names((const char *const[]){"mil", NULL}, 0);
    struct anon_text t;
    anon_text_begin(&t, names, 0, false);
    anon_text_stuffed(&t, "echo ", 5);
    anon_text_stuffed(&t, "mil", 3);
    anon_text_stuffed(&t, "\nsky ", 5);
    anon_text_stuffed(&t, "mil\n", 4);
    cr_expect_eq(t.out.size, 16);
    cr_expect_arr_eq(t.out.data, "echo p1\nsky mil\n", 16);
    anon_text_free(&t);
    anon_names_free(names);
}

Test(anon_text, json)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    struct anon_text t;
    static const char json[] =
        "{\"name\": \"m\\u00e9\\\"l\",\"login\":\"mike\",\"demo\": \"a_vs_b.mvd\","
        "\"hostname\":\"home\",\"ip\": \"1.2.3.4\", \"team\" : \"red\",\"x\":[\"a "
        "MI\\\"L b\",7],\"mike\":\"\"}";
    static const char want[] =
        "{\"name\": \"p1\",\"login\":\"p2\",\"demo\": \"demo.mvd\","
        "\"hostname\":\"server\",\"ip\": \"0.0.0.0\", \"team\" : \"red\",\"x\":[\"a "
        "p1 b\",7],\"mike\":\"\"}";
    anon_text_begin(&t, names, ANON_GLYPHS, false);
    t.collecting = true;
    anon_text_json(&t, json, strlen(json));
    anon_text_free(&t);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, ANON_GLYPHS, false, rewrite_json, json, want);
    expect_text(names, ANON_GLYPHS, false, rewrite_json, want, want);
    anon_names_free(names);
}

Test(anon_text, teams)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    struct anon_text t;
    anon_text_begin(&t, names, 0, true);
    t.collecting = true;
    anon_text_info(&t, "\\name\\mil\\team\\tot", 18);
    anon_text_free(&t);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, 0, true, anon_text_info, "\\team\\tot", "\\team\\t1");
    expect_text(names, 0, true, rewrite_words, "[tot] 3", "[t1] 3");
    anon_names_free(names);
}

Test(anon_text, nicks_of_team_chat)
{
    static const struct {
        const char *said, *text, *want;
    } samples[] = {
        {"(mushi): \rmsh status?\n", "msh mushi", "p1 p1"},
        {"(Milton): \r {&c666 mil&cfff} took ra\n", "mil {mil}", "p1 {p1}"},
        {"(mushi): \rms ok\n", "ms", "ms"},    /* too short */
        {"(mushi): \rshm ok\n", "shm", "shm"}, /* another order */
        {"(mushi): msh\n", "msh", "msh"},      /* not by a macro */
        {"mushi: \rmsh\n", "msh", "msh"},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        struct anon_names *names = anon_names_create();
        struct format_error err;
        struct anon_text t;
        anon_text_begin(&t, names, QUAKE, false);
        t.collecting = true;
        anon_text_name(&t, ANON_PLAYER, i == 1 ? "Milton" : "mushi", i == 1 ? 6 : 5);
        anon_text_nick(&t, samples[i].said, strlen(samples[i].said));
        anon_text_free(&t);
        cr_assert_eq(anon_names_finish(names, &err), 0);
        expect_text(names, QUAKE, false, rewrite_words, samples[i].text, samples[i].want);
        anon_names_free(names);
    }
}

/* No player's name is so long, and comparing it would take long. */
Test(anon_text, long_names_have_no_nick)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    struct anon_text t;
    char said[400];
    const int size = snprintf(said, sizeof(said), "(%-*s): \rmsh ok\n", 300, "mushi");
    anon_text_begin(&t, names, QUAKE, false);
    t.collecting = true;
    anon_text_nick(&t, said, (size_t)size);
    anon_text_free(&t);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, QUAKE, false, rewrite_words, "msh mushi", "msh mushi");
    anon_names_free(names);
}

Test(anon_names, words_of_one_player)
{
    static const struct sample samples[] = {
        {{"(DVC)-Crypto", "(DVC)-Chriz"}, "dvc-crypto, nice chriz! dvc", "dvc-p1, nice p2! dvc", 0},
        {{"rangers.bob", "rangers.zoe"}, "rangers win, bob", "rangers win, bob", 0},
        {{"judge dredd", "dredd"}, "judge, dredd", "p1, p2", 0},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        expect_sample(&samples[i]);
    }
}

/* Two players of one name, of whom one takes another. */
Test(anon_text, another_name_of_one_of_two)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    struct anon_text t;
    anon_text_begin(&t, names, 0, false);
    t.collecting = true;
    for (t.slot = 0; t.slot < 2; t.slot++) {
        anon_text_name(&t, ANON_PLAYER, "mil", 3);
    }
    t.slot = 1;
    anon_text_name(&t, ANON_PLAYER, "ton", 3);
    anon_text_name(&t, ANON_PLAYER, "zoe", 3);
    anon_text_free(&t);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, 0, false, rewrite_words, "mil ton zoe", "p1 p2 p2");
    anon_names_free(names);
}

Test(anon_names, a_server_called_like_a_player)
{
    struct anon_names *names = anon_names_create();
    struct format_error err;
    (void)anon_names_add(names, ANON_SERVER, "mil", 3, 0, ANON_NONE);
    (void)anon_names_add(names, ANON_SERVER, "home", 4, 0, ANON_NONE);
    (void)anon_names_add(names, ANON_PLAYER, "mil", 3, 0, ANON_NONE);
    cr_assert_eq(anon_names_finish(names, &err), 0);
    expect_text(names, 0, false, rewrite_words, "mil home", "p1 server");
    anon_names_free(names);
}

/* Names that are a colour's letters. */
Test(anon_names, colours_stay)
{
    static const struct sample samples[] = {
        {{"7", "r"}, "^7 7 ^1r", "^7 p1 ^1p2", ANON_HAT_CODES},
        {{"r", "cfff"}, "&cfff{x}&r r cfff", "&cfff{x}&r p1 p2", QUAKE},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        expect_sample(&samples[i]);
    }
}
