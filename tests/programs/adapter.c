/* An adapter in C: cc -O2 -o adapter adapter.c -lm */
#include "json.h"
#include "monfknn_doubles.h"

static double number(const Json *ask, const char *name) { return json_double(json_part(ask, name)); }

static void answer(const Json *ask) {
    const Json *X = json_part(ask, "X"), *y = json_part(ask, "y"), *classes = json_part(ask, "classes");
    const Json *queries = json_part(ask, "queries"), *signs = json_part(ask, "directions");
    Problem p = {.rows = X->count, .queries = queries->count, .attributes = X->parts[0].count,
        .c = (int)classes->count, .k = (int)number(ask, "k"), .K = (int)number(ask, "K"),
        .RCr = number(ask, "RCr"), .pOR = number(ask, "pOR"), .m = number(ask, "m"),
        .out_of_range = json_is(json_part(ask, "typeRange"), "outRange"), .X = json_table(X),
        .asked = json_table(queries), .y = calloc(X->count, sizeof(int)),
        .directions = signs->kind == '"' ? signs->text + 1 : NULL};
    for (size_t i = 0; i < X->count; i++) p.y[i] = json_place(classes, &y->parts[i]);
    Answers found = monfknn(&p);
    printf("{\"id\": %.*s, ", (int)json_part(ask, "id")->length, json_part(ask, "id")->text);
    printf(found.beyond_doubles ? "\"unsupported\": \"squares beyond doubles" : "\"predictions\": [");
    for (size_t q = 0; q < p.queries && !found.beyond_doubles; q++) {
        const Json *label = &classes->parts[found.predictions[q]];
        printf("%s%.*s", q ? ", " : "", (int)label->length, label->text);
    }
    puts(found.beyond_doubles ? "\"}" : "]}");
    free(p.X), free(p.asked), free(p.y), free(found.memberships), free(found.predictions);
}

int main(void) {
    char *line = NULL;
    for (size_t size = 0; getline(&line, &size, stdin) > 0; fflush(stdout)) {
        Json message;
        json_read(line, &message);
        if (json_is(json_part(&message, "ask"), "stop")) break;
        if (json_is(json_part(&message, "ask"), "case")) answer(&message);
        else puts("{\"name\": \"adapter.c\", \"language\": \"C\", \"readings\": [\"paper\"]}");
        json_free(&message);
    }
}
