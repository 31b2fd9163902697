/* Search rules of the game data, refused names, refs, models that are missing. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "assets/files.h"
#include "assets/quake/model_store.h"
#include "assets/quake/placeholder.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/scratch.h"

TestSuite(files, .init = scratch_set_up, .fini = scratch_tear_down);

Test(files, precedence)
{
    static const char *const in_pak0[] = {"a.txt", "b.txt", "c.txt", "only0.txt", "Maps/Up.bsp"};
    static const char *const in_pak1[] = {"b.txt", "c.txt", "b.txt"};
    static const char *const in_pak3[] = {"late.txt"};
    static const char *const in_mod[] = {"c.txt"};
    scratch_make_folder("id1");
    scratch_make_folder("mod");
    scratch_write_pak("id1/pak0.pak", in_pak0, 5, "pak0");
    scratch_write_pak("id1/PAK1.PAK", in_pak1, 3, "pak1");
    scratch_write_pak("id1/pak3.pak", in_pak3, 1, "pak3");
    scratch_write_pak("mod/pak0.pak", in_mod, 1, "mod pak");
    scratch_write_text("id1/a.txt", "loose");
    scratch_write_text("id1/c.txt", "loose");
    scratch_make_folder("id1/Sub");
    scratch_write_text("id1/Sub/File.TXT", "case");
    scratch_write_text("id1/empty", "");
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    scratch_expect(files, "a.txt", "loose");
    scratch_expect(files, "b.txt", "pak1");
    scratch_expect(files, "c.txt", "loose");
    scratch_expect(files, "only0.txt", "pak0");
    scratch_expect(files, "ONLY0.TXT", "pak0");
    scratch_expect(files, "maps/up.bsp", "pak0");
    scratch_expect(files, "sub/file.txt", "case");
    scratch_expect(files, "SUB/FILE.txt", "case");
    scratch_expect(files, "empty", "");
    scratch_expect(files, "late.txt", NULL); /* pak2 is missing, so that pak3 does not count */
    scratch_expect(files, "none.txt", NULL);
    scratch_expect(files, "sub", NULL);
    cr_assert_eq(files_add_directory(files, scratch_at("mod")), FORMAT_OK);
    scratch_expect(files, "c.txt", "mod pak");
    scratch_expect(files, "b.txt", "pak1");
    cr_assert_eq(files_add_directory(files, scratch_at("nowhere")), FORMAT_MISSING);
    cr_assert_eq(talk.lines, 0, "%s", talk.last);
    files_destroy(files);
}

Test(files, a_folder_that_cannot_be_listed_is_damage)
{
    struct rlimit before, none;
    scratch_make_folder("id1");
    scratch_write_text("id1/a.txt", "loose");
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 0; /* EMFILE */
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    const int code = files_add_directory(files, scratch_at("id1"));
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    cr_expect_eq(code, FORMAT_OK);
    scratch_expect(files, "a.txt", NULL);
    cr_expect_eq(files_damaged_count(files), 1u);
    cr_expect_eq(talk.lines, 1u);
    cr_expect_not_null(strstr(talk.last, "id1: cannot be read: "), "%s", talk.last);
    files_destroy(files);
}

Test(files, refused_names)
{
    static const char *const names[] = {"",    "/etc/passwd", "../x",    "a/../../x", "a\\b",
                                        "c:x", "a..b",        "folder/", "x\ny"};
    scratch_make_folder("id1");
    scratch_write_text("x", "secret");
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        scratch_expect(files, names[i], NULL);
        scratch_expect(files, names[i], NULL);
        cr_assert_eq(talk.lines, i + 1, "%s", names[i]);
    }
    char longer[600];
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    scratch_expect(files, longer, NULL);
    cr_assert_null(strchr(talk.last, '\n'));
    files_destroy(files);
}

Test(files, damaged_paks)
{
    static const char *const names[] = {"good", "good2", "cut"};
    scratch_make_folder("id1");
    struct byte_writer w = scratch_make_pak(names, 3, "text");
    scratch_write("id1/pak0.pak", w.data, w.size - 10);
    scratch_write_text("id1/pak1.pak", "no pak at all");
    scratch_write_pak("id1/pak2.pak", names, 1, "pak2");
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    cr_assert_eq(files_damaged_count(files), 2);
    cr_assert_eq(talk.lines, 2);
    scratch_expect(files, "good", "pak2");
    scratch_expect(files, "good2", "text");
    scratch_expect(files, "cut", NULL);
    cr_assert_eq(files_add_pak(files, "memory", w.data, w.size), FORMAT_OK);
    scratch_expect(files, "cut", "text");
    cr_assert_lt(files_add_pak(files, "memory", w.data, 3), 0);
    files_destroy(files);
    byte_writer_free(&w);
}

/* A pk3's member, a loose file and a pak's member, asked for twice and given back twice. */
Test(files, bytes_go_with_their_last_loan)
{
    static const char text[] = "text of a member", in_pak[] = "in a pak";
    static const char *const names[] = {"pak.txt"};
    struct zip_bytes zip = {0};
    zip_bytes_add(&zip, "zip.txt", text, strlen(text));
    zip_bytes_add(&zip, "other.txt", "x", 1);
    zip_bytes_end(&zip);
    scratch_make_folder("id1");
    scratch_write("id1/a.pk3", zip.out.data, zip.out.size);
    scratch_write_pak("id1/pak0.pak", names, 1, in_pak);
    scratch_write_text("id1/loose.txt", "loose");
    zip_bytes_free(&zip);
    struct files *files = files_create(NULL, NULL);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    cr_assert_eq(files_held_bytes(files), 0);
    const struct {
        const char *name, *text;
        size_t held;
    } cases[] = {{"zip.txt", text, strlen(text)},
                 {"loose.txt", "loose", 5},
                 {"pak.txt", in_pak, strlen(in_pak)}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int again = 0; again < 2; again++) {
            struct files_ref first, second;
            cr_assert_eq(files_get(files, cases[i].name, &first), FORMAT_OK);
            cr_assert_eq(files_held_bytes(files), cases[i].held);
            cr_assert_eq(files_get(files, cases[i].name, &second), FORMAT_OK);
            cr_assert(first.data == second.data && first.size == second.size);
            cr_assert_eq(files_held_bytes(files), cases[i].held);
            files_release(files, &first);
            cr_assert(!first.data && !first.held);
            cr_assert_eq(files_held_bytes(files), cases[i].held);
            cr_assert_eq(memcmp(second.data, cases[i].text, second.size), 0);
            files_release(files, &second);
            files_release(files, &second);
            cr_assert_eq(files_held_bytes(files), 0);
        }
    }
    files_destroy(files);
}

/* A held reference keeps the old bytes; a new request gets the new ones. */
Test(files, loans_outlive_new_directories)
{
    scratch_make_folder("id1");
    scratch_make_folder("mod");
    scratch_write_text("id1/a.txt", "first");
    scratch_write_text("mod/a.txt", "another");
    struct files *files = files_create(NULL, NULL);
    struct files_ref old, new;
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    cr_assert_eq(files_get(files, "a.txt", &old), FORMAT_OK);
    cr_assert_eq(files_add_directory(files, scratch_at("mod")), FORMAT_OK);
    cr_assert_eq(files_get(files, "a.txt", &new), FORMAT_OK);
    cr_assert_eq(memcmp(old.data, "first", 5), 0);
    cr_assert_eq(memcmp(new.data, "another", 7), 0);
    cr_assert_eq(files_held_bytes(files), 12);
    files_release(files, &old);
    cr_assert_eq(files_held_bytes(files), 7);
    scratch_expect(files, "a.txt", "another");
    cr_assert_eq(memcmp(new.data, "another", 7), 0);
    files_release(files, &new);
    cr_assert_eq(files_held_bytes(files), 0);
    cr_assert_eq(files_get(files, "a.txt", &old), FORMAT_OK); /* that one files_destroy ends */
    files_destroy(files);
}

/* A map's companion file is used only if its layer has at least the map's rank; no reference leaks.
 */
Test(files, what_lies_beside_a_weaker_file_is_not_taken)
{
    scratch_make_folder("id1");
    scratch_make_folder("mod");
    scratch_write_text("id1/a.bsp", "map");
    scratch_write_text("id1/a.lit", "light");
    scratch_write_text("id1/b.lit", "light");
    scratch_write_text("mod/b.bsp", "map");
    struct files *files = files_create(NULL, NULL);
    struct files_ref ref;
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    cr_assert_eq(files_add_directory(files, scratch_at("mod")), FORMAT_OK);
    cr_assert_eq(files_get_beside(files, "b.lit", "b.bsp", &ref), FORMAT_MISSING);
    cr_assert_null(ref.data);
    cr_assert_eq(files_held_bytes(files), 0);
    cr_assert_eq(files_get_beside(files, "a.lit", "a.bsp", &ref), FORMAT_OK);
    cr_assert_eq(files_held_bytes(files), 5);
    files_release(files, &ref);
    cr_assert_eq(files_get_beside(files, "c.lit", "a.bsp", &ref), FORMAT_MISSING);
    cr_assert_eq(files_held_bytes(files), 0);
    files_destroy(files);
}

Test(files, log_ends)
{
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    for (int i = 0; i < 20000; i++) {
        char line[32];
        snprintf(line, sizeof(line), "line %d", i % 10000);
        files_log(files, line);
    }
    cr_assert_eq(talk.lines, 4097);
    cr_assert(strstr(talk.last, "not shown"));
    files_destroy(files);
}

Test(files, missing_models)
{
    scratch_make_folder("id1");
    scratch_make_folder("id1/progs");
    scratch_write_text("id1/progs/broken.mdl", "IDPO\6");
    scratch_write_text("id1/progs/odd.mdl", "text");
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    struct model_store *store = model_store_create(files);
    const struct model *player = model_store_get(store, "progs/player.mdl", NULL);
    cr_assert(player && player->missing && player->kind == MODEL_ALIAS && player->mdl);
    cr_assert_str_eq(player->name, "progs/player.mdl");
    cr_assert_eq(model_store_get(store, "progs/PLAYER.mdl", NULL), player);
    cr_assert_eq(talk.lines, 1);
    const struct model *world = model_store_get(store, "maps/start.bsp", NULL);
    cr_assert(world && world->missing && world->kind == MODEL_BRUSH && world->bsp);
    cr_assert_gt(world->maxs[0], 4000);
    const struct model *box = model_store_get(store, "maps/b_batt0.bsp", NULL);
    cr_assert(box->missing && box->kind == MODEL_ALIAS);
    cr_assert_eq(talk.lines, 3);
    const struct model *door = model_store_get(store, "*5", world);
    cr_assert(door->missing && door->kind == MODEL_BRUSH);
    cr_assert_eq(door->submodel, PLACEHOLDER_EMPTY_SUBMODEL);
    cr_assert_eq(talk.lines, 3);
    cr_assert_eq(files_damaged_count(files), 0);
    const struct model *broken = model_store_get(store, "progs/broken.mdl", NULL);
    cr_assert(broken->missing && strstr(talk.last, "progs/broken.mdl: "));
    cr_assert(model_store_get(store, "progs/odd.mdl", NULL)->missing);
    cr_assert_eq(files_damaged_count(files), 2);
    const struct model *named[] = {player, world, box, door, broken};
    for (unsigned i = 0; i < 5; i++) {
        cr_assert_eq(named[i]->id, i);
    }
    model_store_destroy(store);
    files_destroy(files);
}
