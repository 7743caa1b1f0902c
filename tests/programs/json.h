/* A small reader of JSON: a value is a kind, its text, and its parts. Numbers and strings are kept as they
   are written; a string keeps its quotes. */
#ifndef JSON_H
#define JSON_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Json {
    char kind;            /* '{', '[', '"', or '0' for numbers, true, false and null */
    const char *text;     /* where it starts in the line */
    size_t length;
    size_t count;         /* how many parts a list or object has */
    struct Json *parts;
    struct Json *names;   /* of an object: the name of each part */
} Json;

static const char *json_skip(const char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
    return at;
}

static void json_fail(const char *at) {
    fprintf(stderr, "no JSON: %.40s\n", at);
    exit(1);
}

/* Read the value that starts at the text, and return where it ends. */
static const char *json_read(const char *at, Json *value) {
    size_t room = 0;
    at = json_skip(at);
    memset(value, 0, sizeof *value);
    value->text = at;
    value->kind = *at;
    if (*at == '{' || *at == '[') {
        char close = *at == '{' ? '}' : ']';
        for (at = json_skip(at + 1); *at != close; at = json_skip(at + (*at == ','))) {
            if (value->count == room) {
                room = room ? 2 * room : 8;
                value->parts = realloc(value->parts, room * sizeof(Json));
                value->names = close == '}' ? realloc(value->names, room * sizeof(Json)) : NULL;
                if (!value->parts) json_fail(at);
            }
            if (close == '}') {
                at = json_skip(json_read(at, &value->names[value->count]));
                if (*at++ != ':') json_fail(at);
            }
            at = json_skip(json_read(at, &value->parts[value->count++]));
            if (*at != ',' && *at != close) json_fail(at);
        }
        at++;
    } else if (*at == '"') {
        for (at++; *at != '"'; at++) {
            if (*at == '\\') at++;
            if (!*at) json_fail(at);
        }
        at++;
    } else {
        value->kind = '0';
        at += strcspn(at, ",]} \t\r\n");
        if (at == value->text) json_fail(at);
    }
    value->length = (size_t)(at - value->text);
    return at;
}

static void json_free(Json *value) {
    for (size_t i = 0; i < value->count; i++) {
        json_free(&value->parts[i]);
        if (value->names) json_free(&value->names[i]);
    }
    free(value->parts);
    free(value->names);
}

static int json_same(const Json *one, const Json *other) {
    return one->length == other->length && memcmp(one->text, other->text, one->length) == 0;
}

/* Whether the value is this string; it must have no escapes. */
static int json_is(const Json *value, const char *string) {
    return value->kind == '"' && value->length == strlen(string) + 2
        && memcmp(value->text + 1, string, value->length - 2) == 0;
}

static const Json *json_part(const Json *object, const char *name) {
    for (size_t i = 0; i < object->count; i++)
        if (json_is(&object->names[i], name)) return &object->parts[i];
    json_fail(object->text);
    return NULL;
}

/* A number, or a string that holds one. */
static double json_double(const Json *value) { return strtod(value->text + (value->kind == '"'), NULL); }

/* The numbers of a list of lists, one list after the other. */
static double *json_table(const Json *rows) {
    size_t width = rows->count ? rows->parts[0].count : 0;
    double *values = calloc(rows->count * width + 1, sizeof *values);
    for (size_t i = 0; i < rows->count * width; i++)
        values[i] = json_double(&rows->parts[i / width].parts[i % width]);
    return values;
}

/* Where a value stands in a list. */
static int json_place(const Json *list, const Json *value) {
    for (size_t i = 0; i < list->count; i++)
        if (json_same(&list->parts[i], value)) return (int)i;
    json_fail(value->text);
    return -1;
}
#endif
