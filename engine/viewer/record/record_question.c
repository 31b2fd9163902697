#include "engine/viewer/record/record_question.h"

#include <stdio.h>

#include "engine/viewer/keys/keys.h"
#include "engine/viewer/record/viewer_record.h"
#include "engine/viewer/saved/option_settings.h"
#include "engine/viewer/viewer_internal.h"
#include "engine/viewer/viewer_keys.h"
#include "formats/base/plural.h"

enum { FINISH_AND_LEAVE, LEAVE_NOW, GO_ON };

void viewer_begin_questions(struct viewer_record *record, const struct viewer_base *base)
{
    struct options options = *base->options->asked;
    option_settings_read(&base->settings, "record-form", "", &options);
    record->form = (enum film_form)options.play.record_form;
}

enum film_form viewer_usual_form(const struct viewer_record *record)
{
    return film_form_is_there(record->form) ? record->form : FILM_FORM_AVI;
}

static void save_form(const struct viewer_record *record, struct viewer_base *base)
{
    struct options options = *base->options->asked;
    options.play.record_form = (int)record->form;
    viewer_keep(base, option_settings_write(&base->settings, "record-form", "", &options));
}

/* --- asking ----------------------------------------------------------------------------------- */

static void show(struct viewer *v, enum record_question asks, const char *title)
{
    v->record.asks = asks;
    question_open(&v->record.question, title);
    v->base.dirty = true;
}

void viewer_ask_form(struct viewer *v, const char *what, double a, double b)
{
    struct viewer_record *r = &v->record;
    struct question *q = &r->question;
    show(v, RECORD_ASKS_FORM, "Save the film as");
    for (int form = 0; form < FILM_FORMS; form++) {
        if (film_form_is_there((enum film_form)form)) {
            q->selected = form == (int)r->form ? q->count : q->selected;
            r->forms[q->count] = (enum film_form)form;
            question_add(q, film_forms[form].answer);
        }
    }
    r->asked_what = what;
    r->asked_from = a;
    r->asked_to = b;
    if (q->count == 1) {
        viewer_answer(v);
    }
}

void viewer_ask_to_leave(struct viewer *v)
{
    struct viewer_record *r = &v->record;
    char title[QUESTION_TITLE];
    if (!r->begun && r->num_films == 0) {
        v->quit = true;
        return;
    }
    if (r->begun) {
        show(v, RECORD_ASKS_TO_LEAVE, "The recording has no end yet");
        question_add(&r->question, "end it here, make the film, then leave");
        question_add(&r->question, "leave without it");
    } else {
        const unsigned percent =
            r->process.all > 0 ? (unsigned)(r->process.frames * 100 / r->process.all) : 0;
        snprintf(title, sizeof(title), "%zu film%s being made (%u %%)", r->num_films,
                 r->num_films > 1 ? "s are" : " is", percent);
        show(v, RECORD_ASKS_TO_LEAVE, title);
        question_add(&r->question,
                     r->num_films > 1 ? "finish them, then leave" : "finish it, then leave");
        question_add(&r->question, r->num_films > 1 ? "cut the first short, drop the others, leave"
                                                    : "cut it short here, and leave");
    }
    question_add(&r->question, "go on watching");
}

/* --- answers ---------------------------------------------------------------------------------- */

static void take_form(struct viewer *v)
{
    struct viewer_record *r = &v->record;
    const enum film_form form = r->forms[r->question.selected];
    if (r->question.count > 1 && form != r->form) {
        r->form = form;
        save_form(r, &v->base);
    }
    viewer_record_range(v, r->asked_what, r->asked_from, r->asked_to, form);
}

static void leave(struct viewer *v, size_t answer)
{
    struct viewer_record *r = &v->record;
    char key[KEY_HELP_TEXT];
    r->leaves = answer == FINISH_AND_LEAVE;
    if (answer == FINISH_AND_LEAVE) {
        viewer_end_range(v);
        viewer_name_key(&v->base, ACTION_QUIT, key);
        viewer_say(&v->base, "the window closes when the film%s made%s%s%s",
                   r->num_films > 1 ? "s are" : " is", key[0] ? " (" : "", key,
                   key[0] ? " asks again)" : "");
    } else {
        v->quit = answer == LEAVE_NOW;
    }
}

void viewer_answer(struct viewer *v)
{
    struct question *q = &v->record.question;
    if (!q->shown) {
        return;
    }
    q->shown = false;
    v->base.dirty = true;
    if (v->record.asks == RECORD_ASKS_FORM) {
        take_form(v);
    } else {
        leave(v, q->selected);
    }
}

static void close_question(struct viewer *v)
{
    v->record.question.shown = false;
    if (v->record.asks == RECORD_ASKS_FORM) {
        viewer_say(&v->base, "nothing is recorded");
    }
}

/* The key that asked takes the selected answer, too. */
static bool asks_again(const struct viewer *v, const struct input_event *event)
{
    const struct key_binding *binding = key_map_find(&v->base.keys, viewer_key(event));
    return binding &&
           binding->action == (v->record.asks == RECORD_ASKS_FORM ? ACTION_RECORD : ACTION_QUIT);
}

bool viewer_question_key(struct viewer *v, const struct input_event *event)
{
    struct question *q = &v->record.question;
    const int32_t code = event->key.code;
    if (!q->shown) {
        return false;
    }
    v->base.dirty = true;
    if (code == KEYCODE_UP || code == KEYCODE_DOWN) {
        question_move(q, code == KEYCODE_UP ? -1 : 1);
    } else if (code >= '1' && code < '1' + (int32_t)q->count) {
        q->selected = (size_t)(code - '1');
        viewer_answer(v);
    } else if (code == KEYCODE_RETURN || code == KEYCODE_KP_ENTER || asks_again(v, event)) {
        viewer_answer(v);
    } else if (code == KEYCODE_ESCAPE) {
        close_question(v);
    }
    return true;
}

void viewer_question_mouse(struct viewer *v, bool pressed)
{
    struct question *q = &v->record.question;
    const struct picture_fit *fit = &v->picture.fit;
    size_t answer;
    if (question_at(q, fit->canvas_width, fit->canvas_height, v->mouse.x, v->mouse.y, &answer)) {
        q->selected = answer;
        if (pressed) {
            viewer_answer(v);
        }
    }
    v->base.dirty = true;
}
