# An adapter in R with the package jsonlite: Rscript adapter.R
library(jsonlite)
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "monfknn_doubles.R"))

as_matrix <- function(rows, attributes, signs) {
  t(matrix(as.numeric(unlist(rows)), nrow = attributes) * signs)
}
as_text <- function(label) if (is.character(label)) toJSON(label, auto_unbox = TRUE) else sprintf("%.0f", label)
as_list <- function(texts) structure(paste0("[", paste(texts, collapse = ", "), "]"), class = "json")

answer <- function(ask) {
  attributes <- length(ask$X[[1]])
  signs <- rep(1, attributes)
  if (!is.null(ask$directions)) signs <- ifelse(strsplit(ask$directions, "")[[1]] == "-", -1, 1)
  classes <- vapply(ask$classes, as_text, "")
  found <- monfknn(
    as_matrix(ask$X, attributes, signs), match(vapply(ask$y, as_text, ""), classes), length(classes),
    as_matrix(ask$queries, attributes, signs), ask$k, ask$K, as.numeric(ask$RCr), ask$typeRange,
    as.numeric(ask$pOR), as.numeric(ask$m))
  if (anyNA(found$memberships)) return(list(id = ask$id, unsupported = "squares beyond doubles"))
  list(id = ask$id, predictions = as_list(classes[found$predictions]), memberships = found$memberships)
}

input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  message <- fromJSON(line, simplifyVector = FALSE)
  if (message$ask == "stop") break
  reply <- list(name = "adapter.R", language = "R", readings = list("paper"))
  if (message$ask == "case") reply <- answer(message)
  writeLines(toJSON(reply, auto_unbox = TRUE, digits = NA, json_verbatim = TRUE), useBytes = TRUE)
  flush(stdout())
}
