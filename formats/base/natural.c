#include "formats/base/natural.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int lower_char(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Compares two numbers by value and moves *a and *b past them. */
static int compare_numbers(const char **a, const char **b)
{
    while (**a == '0') {
        ++*a;
    }
    while (**b == '0') {
        ++*b;
    }
    size_t length = 0, other = 0;
    while (is_digit((*a)[length])) {
        length++;
    }
    while (is_digit((*b)[other])) {
        other++;
    }
    const int order = length != other ? (length < other ? -1 : 1) : strncmp(*a, *b, length);
    *a += length;
    *b += other;
    return order;
}

int natural_compare(const char *a, const char *b)
{
    const char *const whole_a = a, *const whole_b = b;
    while (*a && *b) {
        int order;
        if (is_digit(*a) && is_digit(*b)) {
            order = compare_numbers(&a, &b);
        } else {
            order = lower_char(*a++) - lower_char(*b++);
        }
        if (order != 0) {
            return order;
        }
    }
    return *a || *b ? (*a ? 1 : -1) : strcmp(whole_a, whole_b);
}
