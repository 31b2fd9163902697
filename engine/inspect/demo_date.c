#include "engine/inspect/demo_date.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { YEAR_MIN = 1996, YEAR_MAX = 9999 };

struct moment {
    int year, month, day, hour, minute, second; /* 0 = not told */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads one to four digits; returns how many. */
static int read_number(const char *text, int *value)
{
    int count = 0;
    *value = 0;
    while (count < 4 && is_digit(text[count])) {
        *value = *value * 10 + (text[count++] - '0');
    }
    return count;
}

/* "17:19:39" or "2024-06-16" at text. Returns its length, 0 = there is none. */
static int read_triple(const char *text, char between, int values[3])
{
    int length = 0;
    for (int i = 0; i < 3; i++) {
        const int digits = read_number(text + length, &values[i]);
        length += digits;
        if (digits == 0 || (i < 2 && text[length++] != between)) {
            return 0;
        }
    }
    return length;
}

/* 1 to 12; 0: the text does not begin with a month's first letters. */
static int read_month(const char *text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    for (int i = 0; i < 12; i++) {
        if (strncmp(text, months + (ptrdiff_t)3 * i, 3) == 0) {
            return i + 1;
        }
    }
    return 0;
}

/* Takes what begins at text; returns its length, at least 1. */
static int take_part(struct moment *moment, const char *text)
{
    int values[3];
    int length = read_triple(text, '-', values);
    if (length > 0) {
        moment->year = values[0];
        moment->month = values[1];
        moment->day = values[2];
        return length;
    }
    length = read_triple(text, ':', values);
    if (length > 0) {
        moment->hour = values[0];
        moment->minute = values[1];
        moment->second = values[2];
        return length;
    }
    length = read_number(text, values);
    if (length == 4) {
        moment->year = values[0];
    } else if (length == 1 || length == 2) {
        moment->day = values[0];
    } else if (moment->month == 0) {
        moment->month = read_month(text);
    }
    return length > 0 ? length : 1;
}

static bool write_date(char date[DEMO_DATE], const struct moment *m)
{
    if (m->year < YEAR_MIN || m->year > YEAR_MAX || m->month < 1 || m->month > 12 || m->day < 1 ||
        m->day > 31 || m->hour > 23 || m->minute > 59 || m->second > 60) {
        return false;
    }
    char text[80]; /* as wide as six ints could be */
    snprintf(text, sizeof(text), "%04d-%02d-%02d %02d:%02d:%02d", m->year, m->month, m->day,
             m->hour, m->minute, m->second);
    memcpy(date, text, DEMO_DATE - 1);
    date[DEMO_DATE - 1] = '\0';
    return true;
}

bool demo_date_read(char date[DEMO_DATE], const char *text)
{
    struct moment moment = {0};
    for (int i = 0; i < 64 && text[i] != '\0' && text[i] != '\n';) {
        i += take_part(&moment, text + i);
    }
    return write_date(date, &moment);
}

/* Howard Hinnant's days_from_civil, inverted: years begin in March. */
static void find_day(struct moment *moment, int64_t days)
{
    days += 719468; /* from 0000-03-01 on */
    const int64_t era = days / 146097, of_era = days % 146097;
    const int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    const int64_t month = (5 * of_year + 2) / 153; /* 0 = March */
    moment->day = (int)(of_year - (153 * month + 2) / 5 + 1);
    moment->month = (int)(month < 10 ? month + 3 : month - 9);
    moment->year = (int)(year + era * 400 + (month >= 10));
}

bool demo_date_of_seconds(char date[DEMO_DATE], int64_t seconds)
{
    enum { DAY = 86400 };
    struct moment moment = {0};
    if (seconds < 0 || seconds > INT64_C(253402300799)) {
        return false;
    }
    find_day(&moment, seconds / DAY);
    moment.hour = (int)(seconds % DAY / 3600);
    moment.minute = (int)(seconds % 3600 / 60);
    moment.second = (int)(seconds % 60);
    return write_date(date, &moment);
}
