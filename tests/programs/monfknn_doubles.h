/* MonFkNN under the reading PAPER, computed in doubles. Classes are 0, ..., c - 1; a table is an array of
   rows, one after the other. Sums that miss one half by no more than TOLERANCE count as one half. */
#ifndef MONFKNN_DOUBLES_H
#define MONFKNN_DOUBLES_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-13

typedef struct {
    size_t rows, queries, attributes;
    int c, k, K, out_of_range;  /* out_of_range: typeRange is outRange */
    double RCr, pOR, m;
    double *X, *asked;          /* rows x attributes, queries x attributes */
    int *y;
    const char *directions;     /* a sign for each attribute, or NULL */
} Problem;

typedef struct {
    double *memberships;        /* queries x c */
    int *predictions;
    int beyond_doubles;         /* some square was too large, and the answers are none */
} Answers;

typedef struct { double distance; size_t row; } Neighbor;

static int median(const double *u, int c) {
    int low = 0, high = c - 1;
    for (double below = u[0]; below < 0.5 - TOLERANCE; below += u[++low]);
    for (double above = u[high]; above < 0.5 - TOLERANCE; above += u[--high]);
    return (low + high) / 2;
}

static int dominates(const double *x, const double *z, size_t attributes) {
    for (size_t a = 0; a < attributes; a++)
        if (x[a] < z[a]) return 0;
    return 1;
}

static int nearer(const void *one, const void *other) {
    const Neighbor *a = one, *b = other;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static void turn_around(const Problem *p, double *table, size_t rows) {
    for (size_t i = 0; p->directions && i < rows * p->attributes; i++)
        if (p->directions[i % p->attributes] == '-') table[i] = -table[i];
}

/* The range of x among n rows, of which `itself` is left out, and its neighbors; returns how many there are. */
static size_t look_around(const Problem *p, const double *x, const double *D, size_t n, const int *labels,
                          size_t itself, int count, int out_of_range, int range[2], Neighbor *found) {
    size_t kept = 0;
    range[0] = 0, range[1] = p->c - 1;
    for (size_t i = 0; i < n; i++) {
        const double *row = D + i * p->attributes;
        if (i == itself) continue;
        if (dominates(x, row, p->attributes) && labels[i] > range[0]) range[0] = labels[i];
        if (dominates(row, x, p->attributes) && labels[i] < range[1]) range[1] = labels[i];
    }
    if (range[0] > range[1]) range[0] = 0, range[1] = p->c - 1;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        if (i == itself || (!out_of_range && (labels[i] < range[0] || labels[i] > range[1]))) continue;
        for (size_t a = 0; a < p->attributes; a++) {
            double difference = x[a] - D[i * p->attributes + a];
            sum += difference * difference;
        }
        found[kept].distance = sum, found[kept++].row = i;
    }
    qsort(found, kept, sizeof *found, nearer);
    return kept < (size_t)count ? kept : (size_t)count;
}

/* The answers, for the caller to free. Attributes with the sign - are turned around. */
static Answers monfknn(const Problem *p) {
    size_t n = 0, c = (size_t)p->c, width = p->attributes;
    double *D = calloc(p->rows * width, sizeof *D), *u = calloc(p->rows * c, sizeof *u);
    int *copies = calloc(p->rows, sizeof *copies), *labels = calloc(p->rows, sizeof *labels), range[2];
    int *own = calloc(p->rows, sizeof *own), *first = calloc(p->rows, sizeof *first);
    Neighbor *found = calloc(p->rows, sizeof *found);
    Answers answers = {calloc(p->queries * c + 1, sizeof(double)), calloc(p->queries + 1, sizeof(int)), 0};

    turn_around(p, p->X, p->rows);
    turn_around(p, p->asked, p->queries);

    /* Algorithm 1 */
    for (size_t i = 0; i < p->rows; i++) {
        size_t at = 0;
        while (at < n && !(dominates(D + at * width, p->X + i * width, width)
                           && dominates(p->X + i * width, D + at * width, width))) at++;
        if (at == n) memcpy(D + n++ * width, p->X + i * width, width * sizeof *D);
        u[at * c + (size_t)p->y[i]] += 1;
        own[at] = p->y[i], copies[at]++;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t l = 0; l < c; l++) u[i * c + l] /= copies[i];
        first[i] = median(u + i * c, p->c);
    }
    for (size_t i = 0; i < n; i++) {
        if (copies[i] > 1) continue;
        size_t count = look_around(p, D + i * width, D, n, first, i, p->k, 0, range, found);
        if (count == 0) continue;
        for (size_t l = 0; l < c; l++) u[i * c + l] = (int)l == own[i] ? p->RCr : 0;
        for (size_t j = 0; j < count; j++) u[i * c + (size_t)first[found[j].row]] += (1 - p->RCr) / (double)count;
    }

    /* Algorithm 3 */
    for (size_t i = 0; i < n; i++) labels[i] = median(u + i * c, p->c);
    for (size_t q = 0; q < p->queries; q++) {
        double total = 0, *v = answers.memberships + q * c;
        size_t count = look_around(p, p->asked + q * width, D, n, labels, n, p->K, p->out_of_range, range, found);
        for (size_t l = 0; l < c; l++) v[l] = 0;
        for (size_t j = 0; j < count; j++) {
            double nearest = found[0].distance, d = found[j].distance;
            int label = labels[found[j].row], valid = range[0] <= label && label <= range[1];
            double weight = p->m == 1 ? 1 : nearest > 0 ? pow(nearest / d, (p->m - 1) / 2) : d > 0 ? 0 : 1;
            if (!valid) weight *= p->pOR;
            for (size_t l = 0; l < c; l++) v[l] += weight * u[found[j].row * c + l];
            total += weight;
        }
        for (int l = 0; l < p->c; l++) {
            if (total != 0) v[l] /= total;
            else v[l] = range[0] <= l && l <= range[1] ? 1.0 / (range[1] - range[0] + 1) : 0;
        }
        if (isnan(total)) answers.beyond_doubles = 1;
        answers.predictions[q] = median(v, p->c);
    }
    free(D), free(u), free(copies), free(labels), free(own), free(first), free(found);
    return answers;
}
#endif
