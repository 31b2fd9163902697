/* What the window asks about films: in which form a range is filmed, and what becomes of films when
 * the quit key is pressed. While a question is shown, keys and clicks answer it. Main thread only.
 */
#ifndef ENGINE_VIEWER_RECORD_RECORD_QUESTION_H
#define ENGINE_VIEWER_RECORD_RECORD_QUESTION_H

#include <stdbool.h>

#include "engine/capture/film_form.h"

struct input_event;
struct viewer;
struct viewer_base;
struct viewer_record;

/* Sets the form that is offered first: from options, else from settings. */
void viewer_begin_questions(struct viewer_record *record, const struct viewer_base *base);
/* That form, or AVI where it cannot be made. */
enum film_form viewer_usual_form(const struct viewer_record *record);

/* Asks for the form of a range that viewer_record_range then gets; does not ask if there is one
 * form only. what: borrowed. */
void viewer_ask_form(struct viewer *viewer, const char *what, double a, double b);
/* The quit key: quits, or asks if a range or a film would be lost. */
void viewer_ask_to_leave(struct viewer *viewer);

/* Answers the shown question with the selected answer. */
void viewer_answer(struct viewer *viewer);
/* A key while a question is shown. False: none is. */
bool viewer_question_key(struct viewer *viewer, const struct input_event *event);
/* The mouse moved, or its button was pressed, while a question is shown. */
void viewer_question_mouse(struct viewer *viewer, bool pressed);

#endif
