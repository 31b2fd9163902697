/* Events as JSON, CSV and text; lists of events; which players a user means. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/event_list.h"
#include "engine/events/event_player.h"
#include "engine/events/event_text.h"
#include "engine/family/demo_items.h"
#include "tests/support/json/json_check.h"
#include "tests/support/scarce.h"

static const struct event_places nowhere = {"", ""};

static struct game_event make_event(enum game_event_kind kind)
{
    return (struct game_event){.kind = kind,
                               .server_time = NAN,
                               .player = {.slot = GAME_NOBODY, .name = "", .team = ""},
                               .other = {.slot = GAME_NOBODY, .name = "", .team = ""},
                               .value = NAN,
                               .total = NAN,
                               .item = -1,
                               .text = "",
                               .air = NAN,
                               .distance = NAN,
                               .turn = NAN,
                               .turn_speed = NAN};
}

/* Has something of everything. */
static struct game_event make_frag(void)
{
    struct game_event event = make_event(GAME_EVENT_FRAG);
    event.time = 12.3456;
    event.server_time = 1012.3456;
    event.block = 77;
    event.offset = 123456;
    event.level = 1;
    event.player = (struct game_side){3, "=cmd|'calc'!A0", "\"red\"", true, {1.5f, -2.0f, 0.0f}};
    event.other = (struct game_side){0, "bob, jr.", "", false, {9.0f, 9.0f, 9.0f}};
    event.weapon = GAME_WEAPON_ROCKET;
    event.text = "rl";
    event.value = 2.5;
    event.total = 9.0;
    event.item = DEMO_ITEM_QUAD;
    event.air = 0.75;
    event.distance = 1000.12345;
    event.turn = 90.0;
    event.turn_speed = 800.0;
    event.to_team = event.derived = event.viewed = true;
    return event;
}

/* --- JSON ---------------------------------------------------------------------------------------
 */

static void expect_event_json(const struct game_event *event, const struct event_places *places,
                              const char *expected)
{
    char *text;
    size_t size;
    struct json_writer json = {.out = open_memstream(&text, &size)};
    cr_assert_not_null(json.out);
    event_text_json(&json, event, places);
    fclose(json.out);
    expect_json(text);
    cr_expect_str_eq(text, expected);
    free(text);
}

Test(event_text, json_of_all_that_is_known)
{
    const struct game_event event = make_frag();
    expect_event_json(
        &event, &(struct event_places){"ra", "quad \"low\""},
        "{\"time\":12.346,\"server_time\":1012.346,\"block\":77,\"offset\":123456,\"level\":1,"
        "\"kind\":\"frag\","
        "\"player\":{\"slot\":3,\"name\":\"=cmd|'calc'!A0\",\"team\":\"\\\"red\\\"\","
        "\"position\":[1.5,-2,0],\"place\":\"ra\"},"
        "\"other\":{\"slot\":0,\"name\":\"bob, jr.\",\"place\":\"quad \\\"low\\\"\"},"
        "\"weapon\":\"rocket\",\"item\":\"quad\",\"text\":\"rl\",\"value\":2.5,\"total\":9,"
        "\"air\":0.75,\"distance\":1000.123,\"turn\":90,\"turn_speed\":800,"
        "\"to_team\":true,\"derived\":true,\"viewed\":true}");
}

Test(event_text, json_without_what_is_unknown)
{
    const struct game_event event = make_event(GAME_EVENT_LEVEL);
    expect_event_json(&event, &nowhere,
                      "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"level\"}");
}

/* Numbers that no demo tells but a broken one. */
Test(event_text, json_of_extreme_numbers)
{
    struct game_event event = make_event(GAME_EVENT_DAMAGE);
    event.player = (struct game_side){.slot = 1, .name = "a", .team = "", .has_place = true};
    event.player.place[0] = INFINITY;
    event.player.place[1] = 3e38f;
    event.player.place[2] = -1e8f;
    event.value = 1e300;
    event.total = -INFINITY;
    expect_event_json(&event, &nowhere,
                      "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"damage\","
                      "\"player\":{\"slot\":1,\"name\":\"a\",\"position\":[0,0,-100000000]},"
                      "\"value\":1e+300}");
}

/* --- CSV ----------------------------------------------------------------------------------------
 */

static char *csv_of(const struct game_event *event, const char *demo, bool head)
{
    char *text;
    size_t size;
    struct csv_writer csv = {.out = open_memstream(&text, &size)};
    cr_assert_not_null(csv.out);
    if (head) {
        event_text_csv_head(&csv);
    }
    if (event) {
        event_text_csv(&csv, demo, event, &(struct event_places){"ra", ""});
    }
    fclose(csv.out);
    return text;
}

Test(event_text, csv_row)
{
    const struct game_event event = make_frag();
    char *text = csv_of(&event, "my demo.dem", false);
    cr_expect_str_eq(text, "\"my demo.dem\",12.346,1012.346,77,123456,1,frag,"
                           "3,\"'=cmd|'calc'!A0\",\"\"\"red\"\"\",1.5,-2,0,ra,"
                           "0,\"bob, jr.\",,,,,,"
                           "rocket,quad,rl,2.5,9,0.75,1000.123,90,800,1,1,1\n");
    free(text);
}

/* A cell for each column, whatever is known and however it is quoted. */
Test(event_text, csv_has_as_many_cells_as_columns)
{
    const struct game_event none = make_event(GAME_EVENT_LEVEL);
    char *head = csv_of(NULL, "", true), *row = csv_of(&none, "", false);
    size_t columns = 1, cells = 1;
    for (const char *p = head; *p != '\0'; p++) {
        columns += *p == ',';
    }
    for (const char *p = row; *p != '\0'; p++) {
        cells += *p == ',';
    }
    cr_expect_eq(columns, cells);
    cr_expect_eq(columns, 33);
    cr_expect_eq(strncmp(head, "demo,time,server_time,block,offset,level,kind,slot,", 51), 0);
    free(head);
    free(row);
}

/* --- text ---------------------------------------------------------------------------------------
 */

static void expect_line(const struct game_event *event, const char *expected)
{
    char line[EVENT_LINE];
    event_text_line(line, sizeof line, event);
    cr_expect_str_eq(line, expected);
}

Test(event_text, lines)
{
    struct game_event event = make_event(GAME_EVENT_FRAG);
    event.player = (struct game_side){.slot = 1, .name = "ann", .team = "red"};
    event.other = (struct game_side){.slot = 2, .name = "bob", .team = ""};
    event.weapon = GAME_WEAPON_ROCKET;
    event.text = "rl";
    expect_line(&event, "frag: ann (red) kills bob, rl");
    event.air = 0.5;
    event.text = "";
    expect_line(&event, "frag: ann (red) kills bob, rocket, 0.50 s in the air");
    event = make_event(GAME_EVENT_TEAM_KILL);
    event.other.slot = 4;
    expect_line(&event, "team_kill: someone kills player 4");
    event = make_event(GAME_EVENT_SUICIDE);
    event.player.name = "ann";
    event.weapon = GAME_WEAPON_LAVA;
    expect_line(&event, "suicide: ann, lava");
    event = make_event(GAME_EVENT_CHAT);
    event.player.name = "ann";
    event.text = "hi";
    expect_line(&event, "chat: ann: hi");
    event.to_team = true;
    expect_line(&event, "chat: ann to the team: hi");
    event = make_event(GAME_EVENT_KILL);
    event.value = 3;
    event.total = 12;
    expect_line(&event, "kill: 3 of 12");
    event = make_event(GAME_EVENT_LAND);
    event.player.name = "ann";
    event.value = 0.625;
    expect_line(&event, "land: ann, 0.62 s");
    event = make_event(GAME_EVENT_DAMAGE);
    event.other.name = "bob";
    event.value = 50;
    expect_line(&event, "damage: someone hurts bob, 50");
    event = make_event(GAME_EVENT_PICKUP);
    event.player.name = "ann";
    event.text = "red armor";
    event.value = 200;
    expect_line(&event, "pickup: ann, red armor, 200");
    expect_line(&(struct game_event){.kind = GAME_EVENT_FINISH,
                                     .player = {.slot = GAME_NOBODY, .name = "", .team = ""},
                                     .other = {.slot = GAME_NOBODY, .name = "", .team = ""},
                                     .text = "",
                                     .value = NAN,
                                     .total = NAN,
                                     .air = NAN},
                "finish");
}

Test(event_text, lines_are_cut)
{
    char text[3 * GAME_TEXT], line[EVENT_LINE], small[8];
    struct game_event event = make_event(GAME_EVENT_CHAT);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    event.text = text;
    for (size_t size = 1; size < 40; size++) {
        memset(line, '#', sizeof line);
        event_text_line(line, size, &event);
        cr_expect_lt(strlen(line), size);
        cr_expect_eq(line[size], '#', "%zu", size);
    }
    event.value = 5.0; /* behind what is full */
    event_text_line(small, sizeof small, &event);
    cr_expect_str_eq(small, "chat: s");
    event_text_line(small, 1, &event);
    cr_expect_str_eq(small, "");
}

/* --- lists --------------------------------------------------------------------------------------
 */

Test(event_list, keeps_copies)
{
    struct event_list list = {0};
    char name[] = "ann", text[] = "hi";
    struct game_event event = make_event(GAME_EVENT_CHAT);
    event.player.name = name;
    event.text = text;
    event.time = 3.0;
    for (int i = 0; i < 500; i++) {
        event.block = (uint32_t)i;
        event_list_add(&list, &event);
    }
    name[0] = text[0] = '?';
    cr_assert_eq(list.count, 500);
    cr_expect_eq(list.status, 0);
    const struct game_event got = event_list_get(&list, 499);
    cr_expect_str_eq(got.player.name, "ann");
    cr_expect_str_eq(got.text, "hi");
    cr_expect_str_eq(got.player.team, "");
    cr_expect_str_eq(got.other.name, "");
    cr_expect_eq(got.block, 499);
    event_list_free(&list);
    cr_expect_eq(list.count, 0);
}

/* Without memory the list ends; what it has stays good. */
Test(event_list, without_memory)
{
    struct game_event event = make_event(GAME_EVENT_CHAT);
    event.player.name = "ann";
    event.text = "a line of talk";
    for (uint64_t number = 1;; number++) {
        struct event_list list = {0};
        scarce_begin_from(number);
        for (uint32_t i = 0; i < 100; i++) {
            event.block = i;
            event_list_add(&list, &event);
        }
        const size_t count = list.count;
        const int status = list.status;
        for (size_t i = 0; i < count; i++) {
            const struct game_event got = event_list_get(&list, i);
            cr_expect_eq(got.block, i);
            cr_expect_str_eq(got.text, "a line of talk");
        }
        event_list_free(&list);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0u);
        cr_expect_eq(count == 100, status == 0);
        if (status == 0) {
            cr_expect_gt(number, 3u);
            break;
        }
        cr_expect_eq(status, FORMAT_MEMORY);
    }
}

/* --- players ------------------------------------------------------------------------------------
 */

Test(event_player, who_is_meant)
{
    cr_expect(event_player_is("ANN", 3, "(x)anna", false));
    cr_expect(event_player_is("3", 3, "ann", false));
    cr_expect_not(event_player_is("4", 3, "ann", false));
    cr_expect(event_player_is("4", 3, "ann4", false), "a part of the name");
    cr_expect(event_player_is("recorder", 3, "ann", true));
    cr_expect_not(event_player_is("recorder", 3, "recorder", false));
    cr_expect_not(event_player_is("ann", GAME_NOBODY, "ann", false));
    struct game_event event = make_event(GAME_EVENT_FRAG);
    event.player = (struct game_side){.slot = 1, .name = "ann", .team = ""};
    event.other = (struct game_side){.slot = 2, .name = "bob", .team = ""};
    event.viewed = true;
    cr_expect(event_has_player(&event, "bo") && event_has_player(&event, "1"));
    cr_expect(event_has_player(&event, "recorder"));
    cr_expect_not(event_has_player(&event, "cat"));
}
