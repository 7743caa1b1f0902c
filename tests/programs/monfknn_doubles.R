# MonFkNN under the reading PAPER, computed in doubles. Classes are 1, ..., c; X and queries are matrices.
# Sums that miss one half by no more than the tolerance count as one half.

monfknn <- function(X, y, c, queries, k, K, RCr, typeRange, pOR, m, tolerance = 1e-13) {
  median_of <- function(u) {
    low <- which(cumsum(u) >= 0.5 - tolerance)[1]
    high <- c + 1 - which(cumsum(rev(u)) >= 0.5 - tolerance)[1]
    (low + high) %/% 2
  }
  shares <- function(labels) tabulate(labels, c) / length(labels)

  # The range of x among rows D (one a column), and its neighbors, nearest first
  look_around <- function(x, D, labels, itself, count, type) {
    others <- setdiff(seq_along(labels), itself)
    below <- others[colSums(D[, others, drop = FALSE] > x) == 0]
    above <- others[colSums(D[, others, drop = FALSE] < x) == 0]
    range <- c(max(1, labels[below]), min(c, labels[above]))
    if (range[1] > range[2]) range <- c(1, c)
    inside <- labels[others] >= range[1] & labels[others] <= range[2]
    if (type == "inRange") others <- others[inside]
    distances <- colSums((D[, others, drop = FALSE] - x)^2)
    nearest <- head(order(distances), count)
    list(range = range, rows = others[nearest], distances = distances[nearest])
  }

  # Algorithm 1
  name <- apply(X + 0, 1, function(row) paste(sprintf("%.17g", row), collapse = " "))
  D <- t(X[!duplicated(name), , drop = FALSE])
  given <- unname(split(y, factor(name, levels = unique(name))))
  first <- vapply(given, function(labels) median_of(shares(labels)), 0)
  u <- vapply(seq_along(given), function(i) {
    labels <- given[[i]]
    if (length(labels) > 1) return(shares(labels))
    found <- look_around(D[, i], D, first, i, k, "inRange")$rows
    around <- shares(if (length(found)) first[found] else labels)
    around * (1 - RCr) + (seq_len(c) == labels) * RCr
  }, numeric(c))
  u <- matrix(u, nrow = c)

  # Algorithm 3
  labels <- apply(u, 2, median_of)
  memberships <- vapply(seq_len(nrow(queries)), function(q) {
    found <- look_around(queries[q, ], D, labels, integer(0), K, typeRange)
    d <- found$distances
    weights <- if (m == 1) rep(1, length(d))
      else if (any(d == 0)) as.numeric(d == 0)
      else (d[1] / d)^((m - 1) / 2)
    valid <- labels[found$rows] >= found$range[1] & labels[found$rows] <= found$range[2]
    weights <- weights * ifelse(valid, 1, pOR)
    if (!isTRUE(sum(weights) == 0)) return(as.vector(u[, found$rows, drop = FALSE] %*% weights) / sum(weights))
    within <- seq_len(c) >= found$range[1] & seq_len(c) <= found$range[2]
    within / sum(within)
  }, numeric(c))
  memberships <- matrix(memberships, nrow = c)
  list(memberships = t(memberships), predictions = apply(memberships, 2, median_of))
}
