# An adapter in R with the package jsonlite: Rscript adapter.R
library(jsonlite)
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "monfknn_doubles.R"))

as_matrix <- function(rows, attributes, signs) {
  values <- as.numeric(unlist(rows))
  t(matrix(values, nrow = attributes) * signs)
}

answer <- function(ask) {
  attributes <- length(ask$X[[1]])
  signs <- rep(1, attributes)
  if (!is.null(ask$directions)) signs <- ifelse(strsplit(ask$directions, "")[[1]] == "-", -1, 1)
  X <- as_matrix(ask$X, attributes, signs)
  queries <- as_matrix(ask$queries, attributes, signs)
  sizes <- setdiff(abs(c(X, queries)), 0)
  if (any(sizes < 1e-7 | sizes > 1e7)) return(list(id = ask$id, unsupported = "doubles round its squares"))
  found <- monfknn(
    X, match(ask$y, ask$classes), length(ask$classes), queries, ask$k, ask$K, as.numeric(ask$RCr), ask$typeRange,
    as.numeric(ask$pOR), as.numeric(ask$m))
  list(id = ask$id, predictions = ask$classes[found$predictions], memberships = found$memberships)
}

input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  message <- fromJSON(line, simplifyVector = FALSE)
  if (message$ask == "stop") break
  reply <- if (message$ask == "start") {
    list(name = "adapter.R", language = "R", readings = list("paper"))
  } else {
    answer(message)
  }
  cat(toJSON(reply, auto_unbox = TRUE, digits = NA), "\n", sep = "")
  flush(stdout())
}
