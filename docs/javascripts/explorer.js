/* The explorer: rows and a query to drag, and the three algorithms line by line, computed by monfknn.js. A page
   has `<div data-explorer="full"></div>` or a smaller kind; docs/tools/explorer.py adds all that is not computed. */
globalThis.MonFkNNExplorer = (function () {
"use strict";
const { fit, dominates, inRange, medianRange, number, Unsupported, PAPER } = globalThis.MonFkNN;
const PARAMETERS = { k: "5", K: "9", RCr: "0.5", typeRange: "inRange", pOR: "0.5", m: "2" };
const PRESETS = { pm: { RCr: "0.5", typeRange: "inRange" }, am: { RCr: "1", typeRange: "outRange", pOR: "0.5" } };
const RESULTS = /^Alg (1\.(5|11|13|17|19|21)|3\.(3|4|6|9|11|14|15))$/;

// --- A state as a question, an address and a doctest

const started = (example) => structuredClone({ ...PARAMETERS, reading: {}, at: "", ...example });
const tidy = (text) => (number(text), text.trim().replace(/^([+-]?)0+(?=\d)/, "$1"));

function isNumber(text) {
  try {
    return Boolean(tidy(text));
  } catch {
    return false;
  }
}

function questionOf(state, tosses = "") {
  const reading = { ...PAPER, ...state.reading }, tie = reading.median_gap === "coin" ? tosses : null;
  return { ...state, k: Number(state.k), K: Number(state.K), reading, tie };
}

// Classes may be numbers, true or false; text that looks like one has an apostrophe before it
const LITERAL = /^(-?\d+|true|false|'.*)$/s;
const labelAsText = (label) => encodeURIComponent(typeof label === "string" && LITERAL.test(label) ? `'${label}` : label);
function labelOf(text) {
  const label = decodeURIComponent(text);
  return !LITERAL.test(label) ? label : label[0] === "'" ? label.slice(1) : JSON.parse(label);
}

function addressOf(state) {
  const fields = {
    classes: state.classes.map(labelAsText),
    rows: state.X.map((row, i) => [...row, state.classes.indexOf(state.y[i])]).join(";"),
    x: state.query,
  };
  for (const name in PARAMETERS) if (state[name] !== PARAMETERS[name]) fields[name] = state[name];
  Object.assign(fields, state.reading, state.at && { at: state.at });
  return "#" + Object.entries(fields).map((field) => field.join("=")).join("&");
}

/** The state of an address, or null if it has none. */
function stateOf(hash) {
  const fields = Object.fromEntries(hash.slice(1).split("&").map((part) => part.split("="))), { classes, rows, x } = fields;
  if (!classes || !rows || !x) return null;
  const state = started({ id: "", X: [], y: [], query: x.split(",").map(tidy), classes: classes.split(",").map(labelOf) });
  for (const row of rows.split(";")) {
    const values = row.split(",");
    state.y.push(state.classes[values.pop()]);
    state.X.push(values.map(tidy));
  }
  for (const [name, value] of Object.entries(fields)) {
    if (name in PARAMETERS || name === "at") state[name] = value;
    if (name in PAPER && value !== PAPER[name]) state.reading[name] = value;
  }
  return state.y.includes(undefined) || state.X.some((row) => row.length !== state.query.length) ? null : state;
}

function python(value) {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "string") return String(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  return quote + JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`) + quote;
}
const pythonNumber = (text) => (/[.e]/i.test(text) && text.replace(/\D/g, "").length > 15 ? `Decimal("${text}")` : text);
const tuple = (row) => `(${row.map(pythonNumber).join(", ")}${row.length === 1 ? "," : ""})`;

/** Python that prints the same numbers. */
function doctestOf(state, tosses) {
  const model = fit(questionOf(state, tosses)), [found] = model.predict([state.query]), { learned } = model;
  const named = (labels) => python(labels.map((l) => state.classes[l])), x = `[${tuple(state.query)}]`, rows = `[${state.X.map(tuple).join(", ")}]`;
  const texts = (u) => python(u.map(String));
  const given = Object.keys(PARAMETERS).map((name) => `${name}=${name === "typeRange" ? python(state[name]) : state[name]}`);
  const changes = Object.entries(state.reading).map(([name, value]) => `${name}=${python(value)}`);
  if (changes.length) given.push(`reading=Reading(${changes.join(", ")})`);
  return [
    ...(/Decimal/.test(rows + x) ? [">>> from decimal import Decimal"] : []),
    `>>> from monfknn_ref import MonFkNN${changes.length ? ", Reading" : ""}`,
    `>>> X = ${rows}`,
    `>>> y = ${python(state.y)}`,
    `>>> model = MonFkNN(${given.join(", ")})`,
    `>>> model = model.fit(X, y, classes=${python(state.classes)})`,
    ">>> model.first_labels_", named(learned.firstLabels),
    ">>> for u in model.training_memberships_:", "...     print([str(u_l) for u_l in u])", ...learned.u.map(texts),
    ">>> model.training_labels_", named(learned.y),
    `>>> [u] = model.predict_memberships(${x})`, ">>> [str(u_l) for u_l in u]", texts(found.memberships),
    `>>> model.predict(${x})`, named([found.label]), "",
  ].join("\n");
}

/** Rows and labels of lines such as "1, 2.5, low". */
function readTable(text, order) {
  const refuse = (why) => { throw new RangeError(why); };
  const lines = text.split("\n").map((line) => line.trim().split(/\s*[,;\t]\s*/)).filter(([first]) => first);
  const right = (cells) => [2, 3].includes(cells.length) && cells.length === lines[0].length && cells.slice(0, -1).every(isNumber);
  if (lines.length > 1 && !right(lines[0])) lines.shift(); // a heading
  if (!lines.length || lines.length > 300) refuse(`1 to 300 rows can be shown, and there are ${lines.length}.`);
  const wrong = lines.findIndex((cells) => !right(cells));
  if (wrong >= 0) refuse(`Row ${wrong + 1} is not one or two numbers and a label: ${lines[wrong].join(", ")}`);
  const labels = lines.map((cells) => cells.pop()), whole = labels.every((label) => /^-?\d{1,15}$/.test(label)), value = (label) => (whole ? Number(label) : label);
  const classes = (order.trim() ? order.trim().split(/\s*[,<]\s*/) : [...new Set(labels)]).map(value), y = labels.map(value);
  if (whole && !order.trim()) classes.sort((a, b) => a - b);
  const unknown = y.findIndex((label) => !classes.includes(label));
  if (unknown >= 0) refuse(`The label ${labels[unknown]} is not among the classes.`);
  const X = lines.map((row) => row.map(tidy));
  return { X, y, classes, query: [...X[X.length >> 1]] };
}

const keyOf = ({ line, where }) => line.slice(4) + Object.entries(where).map(([name, at]) => `-${name[0]}${at}`).join("");

const pure = { stateOf, addressOf, doctestOf, questionOf, readTable, started };
if (typeof document === "undefined") return pure;

// --- In the page

const data = JSON.parse(document.getElementById("explorer-data").textContent);
const on = (element, kind, action) => element.addEventListener(kind, action);
const find = (element, selector) => element.querySelector(selector);
const all = (element, selector) => [...element.querySelectorAll(selector)];
const set = (element, attributes) => { for (const name in attributes) element.setAttribute(name, attributes[name]); };
const esc = (text) => new Option(text).innerHTML;
const brief = (v) => (String(v).length < 12 && !/\^/.test(v) ? String(v) : `${Number(v).toFixed(4)}…`);
const roots = (v) => String(v).replace(/(?:([\d/]+)\*)?(\d+)\^\(-1\/2\)/g, (_, a, q) => (a ? `(${a})/√${q}` : `1/√${q}`));
/** For the eye, with the exact number behind it. */
const exact = (v) => (brief(v) === String(v) ? brief(v) : `<span title="${roots(v)}">${brief(v)}</span>`);
const niceStep = (rough) => {
  const ten = 10 ** Math.floor(Math.log10(rough));
  return ten * [5, 2, 1].find((n) => n * ten <= rough * 1.0001);
};
const snapped = (value, step) => String(Number((Math.round(value / step) * step).toFixed(10)));

class Explorer {
  constructor(root) {
    const { explorer, example } = root.dataset;
    Object.assign(this, { root, kind: data.kinds[explorer], full: explorer === "full", steps: [] });
    this.lines = new RegExp(this.kind.lines);
    this.parts = Object.fromEntries(all(root, "[data-part]").map((part) => [part.dataset.part, part]));
    this.record = (line, where, values = {}) => { if (this.keep(line, where)) this.sink.push({ line, where, values }); };
    root.classList.add("explorer--ready");
    on(root, "click", (event) => this.pressed(event.target.closest("[data-do]")?.dataset ?? {}));
    on(root, "input", (event) => this.changed(event.target));
    this.movable(this.parts.svg);
    this.load(this.fromAddress() ?? this.example(example ?? this.kind.example));
    new ResizeObserver(() => this.later(() => { this.resized(); this.draw(); })).observe(this.parts.plane);
    if (this.full) on(window, "hashchange", () => { const state = this.fromAddress(); if (state) this.load(state); });
  }
  example(id) {
    return started({ ...data.examples.find((example) => example.id === id), ...this.kind.set });
  }
  fromAddress() {
    try {
      return this.full ? stateOf(location.hash) : null;
    } catch {
      return null; // not one of ours
    }
  }

  // --- Input

  pressed({ do: what, row }) {
    const { state } = this, last = this.steps.length - 1, step = (n) => () => this.go(Math.max(0, Math.min(last, n)));
    const actions = {
      first: step(0), back: step(this.step - 1), next: step(this.step + 1), last: step(last), play: () => this.play(),
      pm: () => this.update(PRESETS.pm), am: () => this.update(PRESETS.am), select: () => this.select(Number(row)),
      add: () => this.add([...state.query]), remove: () => this.remove(this.selected), paste: () => this.paste(),
      link: () => this.copy(location.href.split("#")[0] + addressOf(state), "This address holds all that is shown."),
      doctest: () => this.copy(doctestOf(state, data.tosses), "This Python computes the same numbers."),
      close: () => this.parts.dialog.close(),
    };
    if (what && what !== "play") this.pause();
    actions[what]?.();
  }

  changed(target) {
    const { state, selected } = this, { parameter, point, role, value } = target.dataset;
    if (parameter) this.update({ [parameter]: target.value });
    else if (point) {
      state.reading[point] = target.value;
      if (target.value === PAPER[point]) delete state.reading[point];
      this.compute();
    } else if (role === "example") this.load(this.example(target.value));
    else if (role === "step") {
      this.pause();
      this.go(Number(target.value));
    } else if (role === "detail") {
      this.detail = target.checked;
      this.compute();
    } else if (role === "label") this.relabel(selected, target.value);
    else if (value) {
      const right = isNumber(target.value);
      set(target, { "aria-invalid": !right });
      if (right) this.move(selected, this.values(selected).map((old, a) => (a == value ? tidy(target.value) : old)));
    }
  }

  paste() {
    const [text, order, said] = ["textarea", "input", "p"].map((tag) => find(this.parts.paste, tag));
    try {
      const read = readTable(text.value, order.value);
      this.load(started({ id: "", note: "Your own rows.", ...read }));
      said.textContent = `${read.X.length} rows; classes ${read.classes.join(" < ")}.`;
    } catch (error) {
      said.textContent = error.message;
    }
  }

  copy(text, words) {
    const { dialog } = this.parts, box = find(dialog, "textarea"), said = find(dialog, "p");
    box.value = text;
    said.textContent = words;
    dialog.showModal();
    box.select();
    navigator.clipboard?.writeText(text).then(() => { said.textContent = `Copied. ${words}`; }, () => {});
  }

  /** Dragging by mouse or finger, moving by keys; the query has the number -1. */
  movable(svg) {
    let start = null;
    const rowAt = (event) => event.target.closest("[data-row]")?.dataset.row;
    on(svg, "pointerdown", (event) => {
      const row = rowAt(event);
      if (row === undefined) return;
      event.preventDefault();
      svg.setPointerCapture(event.pointerId);
      start = { row: Number(row), x: event.clientX, y: event.clientY };
      this.focus(start.row);
    });
    on(svg, "pointermove", (event) => {
      if (!start) return;
      this.dragging ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > 3;
      const { row } = start, values = (start.values = this.valuesAt(event));
      if (this.dragging) this.later(() => this.move(row, values));
    });
    for (const end of ["pointerup", "pointercancel"]) on(svg, end, () => {
      if (!start) return;
      const { row, values } = start;
      start = null;
      if (!this.dragging) return this.select(row);
      this.later(() => {
        Object.assign(this, { dragging: false, selected: row });
        this.move(row, values);
      });
    });
    on(svg, "dblclick", (event) => { if (!rowAt(event)) this.add(this.valuesAt(event)); });
    on(svg, "keydown", (event) => {
      const row = Number(rowAt(event)), { key } = event, count = this.state.X.length + 1;
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key], turn = { PageDown: 1, PageUp: -1 }[key];
      if (by) {
        const step = this.scale.snap / (event.shiftKey ? 10 : 1);
        this.move(row, this.values(row).map((value, a) => snapped(Number(value) + by[a] * step, step)));
      } else if (turn) {
        this.select(((row + 1 + turn + count) % count) - 1);
        this.focus(this.selected);
      } else if (key === "Enter" || key === " ") this.select(row);
      else if (row >= 0 && key >= "1" && key <= this.state.classes.length) this.relabel(row, key - 1);
      else if (row >= 0 && (key === "Delete" || key === "Backspace")) this.remove(row);
      else return;
      event.preventDefault();
    });
  }

  /** At most one redraw for each frame. */
  later(action) {
    this.latest = action;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.latest();
    });
  }
  focus(row) { (this.parts.rows.children[row] ?? this.parts.query).focus({ preventScroll: true }); }
  values(row) { return row < 0 ? this.state.query : this.state.X[row]; }

  valuesAt(event) {
    const box = this.parts.svg.getBoundingClientRect(), { left, bottom, unit, low, high, snap } = this.scale;
    const at = [(event.clientX - box.left - left) / unit[0], (bottom - event.clientY + box.top) / unit[1]];
    return this.state.query.map((_, a) => snapped(Math.min(high[a], Math.max(low[a], low[a] + at[a])), snap));
  }

  // --- Changes of the state

  load(state) {
    Object.assign(this, { state, selected: this.kind.selected ?? -1, scale: null, detail: this.kind.detail ?? state.at.endsWith("!") });
    this.pause();
    this.makeRows();
    this.resized();
    this.compute();
  }
  update(changes) {
    Object.assign(this.state, changes);
    this.compute();
  }
  move(row, values) {
    if (row < 0) this.state.query = values;
    else this.state.X[row] = values;
    if (values.some((value, a) => value < this.scale.low[a] || value > this.scale.high[a])) {
      this.scale = null;
      this.resized();
    }
    this.compute();
  }
  relabel(row, l) {
    this.state.y[row] = this.state.classes[l];
    this.compute();
  }
  add(row) {
    const { X, y, classes } = this.state;
    y.push(classes[(classes.length - 1) >> 1]);
    this.selected = X.push(row) - 1;
    this.makeRows();
    this.compute();
    this.focus(this.selected);
  }
  remove(row) {
    if (this.state.X.length === 1) return;
    this.state.X.splice(row, 1);
    this.state.y.splice(row, 1);
    this.selected = -1;
    this.makeRows();
    this.compute();
    this.focus(-1);
  }
  /** Go to the last step about a row or the query. */
  select(row) {
    this.selected = row;
    const about = ({ line, where }) => (row < 0 ? "query" in where : where.row === this.learned.firsts[row] && line !== "Alg 3.3");
    const found = this.steps.map(about).lastIndexOf(true);
    this.go(found < 0 ? this.step : found);
  }
  play() {
    if (this.timer) return this.pause();
    if (this.step === this.steps.length - 1) this.go(0);
    this.parts.play.textContent = "Pause";
    this.timer = setInterval(() => (this.step < this.steps.length - 1 ? this.go(this.step + 1) : this.pause()), 1100);
  }
  pause() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.parts.play) this.parts.play.textContent = "Play";
  }
  go(step) {
    if (!this.steps.length) return;
    this.step = step;
    this.state.at = step === this.steps.length - 1 ? "" : keyOf(this.steps[step]) + (this.detail ? "!" : "");
    this.draw();
    this.remember();
  }
  /** Into the address, once the reader pauses. */
  remember() {
    const address = addressOf(this.state);
    if (!this.full) this.parts.link.href = this.root.dataset.to + address;
    clearTimeout(this.saving);
    if (this.full) this.saving = setTimeout(() => history.replaceState(null, "", address), 150);
  }

  // --- Computing

  /** Whether a line is one to step through. */
  keep(line, where) {
    const { X, classes } = this.state, { row, class: l = classes.length - 1 } = where, alike = (x) => String(x) === String(X[row]);
    if (!this.lines.test(`${line} ${Object.keys(where)}`)) return false;
    return this.detail || (RESULTS.test(line) && l === classes.length - 1 && (line !== "Alg 1.5" || X.findIndex(alike) === row));
  }

  compute() {
    const { X, y, classes, k, RCr, reading, query, at } = this.state, question = questionOf(this.state, data.tosses);
    const key = JSON.stringify([X, y, classes, k, RCr, reading, this.detail]);
    try {
      if (this.fitted?.key !== key) { // what is learned stays while only the query moves
        this.fitted = null;
        this.sink = [];
        this.record.brief = !this.detail;
        this.fitted = { key, model: fit(question, this.record), steps: this.sink };
      }
      this.sink = [...this.fitted.steps];
      [this.found] = this.fitted.model.predict([query], question);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof Unsupported)) throw error;
      this.steps = [];
      this.parts.said.textContent = `Out of reach: ${error.message}.`;
      return this.controls();
    }
    this.steps = this.sink;
    this.learned = this.fitted.model.learned;
    const places = new Map(this.learned.appearances.map((place, i) => [place, i])), letters = places.size <= 26;
    this.distinct = (place) => places.get(this.learned.firsts[place]);
    this.name = (i) => (letters ? String.fromCharCode(97 + i) : String(i + 1));
    this.stacks = this.learned.D.map(() => []); // the places of equal rows
    X.forEach((_, place) => this.stacks[this.distinct(place)].push(place));
    const stay = at ? this.steps.findIndex((step) => keyOf(step) === at.replace("!", "")) : -1;
    this.step = stay < 0 ? this.steps.length - 1 : stay;
    this.draw();
    if (!this.dragging) this.remember();
  }

  /** What is known at a step: of the row or query whose turn it is, and every row's label. */
  look({ line, where, values }) {
    const { learned, found, state } = this, [algorithm, at] = line.slice(4).split(".").map(Number), asked = "query" in where;
    const i = "row" in where ? this.distinct(where.row) : null, second = algorithm === 2 || (algorithm === 1 && at >= 15), late = algorithm === 3 && at > 1;
    const final = (j) => asked || (line === "Alg 3.3" && j <= i), first = (j) => second || late || (line === "Alg 1.13" && j <= i);
    const given = (j) => state.classes.indexOf(state.y[learned.appearances[j]]);
    const done = (j, l) => asked || late || line === "Alg 1.25" || (second && (j < i || (j === i && line === "Alg 1.21" && l <= where.class)));
    const u = (j) => state.classes.map((_, l) => (done(j, l) ? learned.u : learned.firstMemberships)[j][l]);
    const label = (j) => (final(j) ? learned.y[j] : first(j) ? learned.firstLabels[j] : given(j));
    const view = { line, where, values, i, asked, first, final, label, given, u, D: learned.D, x: learned.D[i] };
    if (asked) Object.assign(view, { x: found.x, D: found.D, range: found.range });
    else if (algorithm === 2 || (second && at >= 17)) view.range = learned.ranges[i];
    if (algorithm === 2) {
      const seen = this.steps.slice(0, this.step + 1).reverse().find((step) => step.values.neighbors);
      view.nn = (seen?.values.neighbors ?? []).map(this.distinct);
    } else if (asked && at >= 6) view.nn = found.neighbors;
    else if (second && at >= 19) view.nn = learned.neighbors[i];
    if (asked && algorithm === 3 && at >= 7) view.weights = found.weights;
    if (asked && algorithm === 3 && at >= 14) view.memberships = found.memberships;
    else if (/^Alg (1\.(5|7|13|21)|3\.3)$/.test(line)) view.memberships = u(i);
    view.candidate = "neighbor" in where ? this.distinct(where.neighbor) : null;
    return view;
  }

  /** What came out at a line: its sentence with the gaps filled. */
  words(view) {
    const { state, found } = this, { line, where, values, i, asked, candidate } = view, own = () => C(view.given(i));
    const C = (l) => String(state.classes[l]), names = (rows) => rows.map(this.name).join(", ") || "none";
    const span = ([low, high]) => (low === high ? `only ${C(low)}` : `${C(low)} to ${C(high)}`);
    const half = (low, high) => (low === high ? `one half at ${C(low)}` : `exactly one half at ${C(low)} from below and at ${C(high)} from above`);
    const bound = ({ who, bound }, nothing, words) => (bound === null ? nothing : `${words} is ${C(bound)} (${names(who)})`);
    const gaps = {
      ...state,
      who: () => (asked ? "the query" : `row ${this.name(i)}`), yes: () => (values.holds ? "yes" : "no"), k: () => (asked ? state.K : state.k),
      rows: () => state.X.length, distinct: () => this.learned.D.length, copies: () => this.stacks[i].length, class: () => C(where.class),
      label: () => C(values.label), given: own, lost: () => (values.label === view.given(i) ? "" : `, no longer ${own()}`),
      u: () => `(${view.memberships.map(brief).join(", ")})`, half: () => half(...medianRange(view.memberships)),
      j: () => this.name(candidate), of_j: () => C(view.label(candidate)), distance: () => this.distance(view, candidate),
      farthest: () => this.name(this.distinct(values.farthest)), nn: () => names(view.nn), valid: () => span(view.range),
      kind: () => (state.typeRange === "inRange" ? `of a valid class, ${span(found.range)},` : "of any class"),
      bounds: () => {
        const { below, above } = this.bounds(view), crossed = below.bound !== null && above.bound !== null && below.bound > above.bound;
        return `${bound(below, "Nothing lies below", "The highest class below")}, ${bound(above, "nothing lies above", "the lowest above")}${crossed ? ": they cross" : ""}`;
      },
    };
    const said = data.words[line].replace(/\{(\w+)\}/g, (_, gap) => (typeof gaps[gap] === "function" ? gaps[gap]() : gaps[gap]));
    return said.replace(/(^|[.?] )[a-z]/g, (start) => start.toUpperCase());
  }

  /** The rows below and above, and who of them bounds the range with which class. */
  bounds(view) {
    const rows = [...view.D.keys()].filter((j) => view.asked || j !== view.i || this.state.reading.leave_one_out === "no");
    const side = (all, best) => {
      const bound = all.length ? best(...all.map(view.label)) : null;
      return { all, bound, who: all.filter((j) => view.label(j) === bound) };
    };
    return {
      below: side(rows.filter((j) => dominates(view.x, view.D[j])), Math.max),
      above: side(rows.filter((j) => dominates(view.D[j], view.x)), Math.min),
    };
  }

  /** The squared distance in the units of the data. */
  distance(view, j) {
    const values = this.values(view.asked ? -1 : this.learned.appearances[view.i]), other = this.state.X[this.learned.appearances[j]];
    return values.reduce((sum, value, a) => {
      const d = number(value).minus(number(other[a]));
      return sum.plus(d.times(d));
    }, number(0));
  }

  // --- Drawing

  makeRows() {
    this.parts.rows.innerHTML = this.state.X.map((_, row) => `<g role="button" data-row="${row}"></g>`).join("");
  }

  resized() {
    const { state, parts } = this, W = parts.plane.clientWidth, flat = state.query.length === 1;
    const H = flat ? 170 : Math.min(420, Math.max(300, W * 0.78));
    const left = 34, bottom = H - 26, right = W - 12, top = 12;
    if (!this.scale) {
      const axes = [0, 1].map((a) => [...state.X, state.query].map((row) => Number(row[a] ?? 0)));
      const low = axes.map((values) => Math.min(...values)), high = axes.map((values) => Math.max(...values));
      const span = Math.max(high[0] - low[0], high[1] - low[1]) || 1, snap = niceStep(span / 12), tick = niceStep(span / 4);
      this.scale = { snap, tick, low: low.map((v) => Math.floor(v / snap - 1) * snap), high: high.map((v) => Math.ceil(v / snap + 1) * snap) };
    }
    const { low, high } = this.scale, fits = [(right - left) / (high[0] - low[0]), (bottom - top) / (high[1] - low[1])];
    const one = Math.min(...fits), unit = !flat && one * 3 > Math.max(...fits) ? [one, one] : fits;
    set(parts.svg, { viewBox: `0 0 ${W} ${H}`, height: H });
    Object.assign(this.scale, { left, bottom, right, top, unit, flat });
  }

  place(values) {
    const { left, bottom, top, unit, low, flat } = this.scale;
    const [a, b] = values;
    return [left + (a - low[0]) * unit[0], flat ? (top + bottom) / 2 : bottom - (b - low[1]) * unit[1]];
  }

  draw() {
    if (!this.steps.length) return;
    const view = this.look(this.steps[this.step]);
    this.drawPlane(view);
    this.drawNumbers(view);
    if (!this.dragging) this.parts.said.textContent = this.words(view);
    this.parts.line.textContent = `${view.line.replace(/ (\d)\./, " $1 line ").replace("Alg", "Algorithm")} · step ${this.step + 1} of ${this.steps.length}`;
    this.controls();
    if (!this.full) return;
    clearTimeout(this.waiting); // a long table is drawn when there is time
    this.waiting = setTimeout(() => this.drawTable(view), this.state.X.length < 30 ? 0 : 150);
    this.showLine(view.line);
  }

  /** The color of a class, and that of text on it. */
  color(l) { return data.colors[this.state.classes.length - 1]?.[l] ?? "#888"; }
  ink(l) { return data.inks[this.state.classes.length - 1]?.[l] ?? "#000"; }

  drawPlane(view) {
    const { parts, state, scale, learned } = this, { left, bottom, right, top, flat, unit, low, tick } = scale, back = [];
    const at = (j) => this.place(state.X[learned.appearances[j]]), x = view.asked ? this.place(state.query) : view.i === null ? null : at(view.i);
    const path = (kind, d, style = "") => back.push(`<path class="ex-${kind}" d="${d}" style="${style}"/>`);
    const text = (a, b, words, anchor = "middle") => back.push(`<text x="${a}" y="${b}" text-anchor="${anchor}">${words}</text>`);
    for (const axis of flat ? [0] : [0, 1]) {
      for (let v = Math.ceil(low[axis] / tick) * tick; ; v += tick) {
        const p = axis ? bottom - (v - low[1]) * unit[1] : left + (v - low[0]) * unit[0], words = Number(v.toFixed(6));
        if (axis ? p < top - 1 : p > right + 1) break;
        path("grid", axis ? `M${left} ${p}H${right}` : `M${p} ${bottom}V${top}`);
        axis ? text(left - 7, p + 4, words, "end") : text(p, bottom + 17, words);
      }
    }
    text(right, bottom - 6, "attribute 1", "end");
    if (!flat) text(left + 38, top, "attribute 2");
    const rings = new Set(), dim = new Set();
    if (x && view.range) {
      const { below, above } = this.bounds(view);
      path("cone", `M${left} ${flat ? top : x[1]}H${x[0]}V${bottom}H${left}Z`);
      path("cone", `M${x[0]} ${flat ? bottom : x[1]}H${right}V${top}H${x[0]}Z`, "stroke-dasharray:5 3");
      text(left + 6, flat ? top + 14 : x[1] + 15, "below", "start");
      text(right - 6, top + 14, "above", "end");
      if (!view.nn) {
        [...below.who, ...above.who].forEach((j) => rings.add(j));
        for (const j of view.D.keys()) if (!below.all.includes(j) && !above.all.includes(j)) dim.add(j);
      } else if (!view.asked || state.typeRange === "inRange") {
        for (const j of view.D.keys()) if (!inRange(view.label(j), view.range)) dim.add(j);
      }
    }
    const sizes = this.influence(view);
    view.nn?.forEach((j, n) => {
      const [a, b] = at(j), out = view.asked && !inRange(view.label(j), view.range);
      const d = flat ? `Q${(x[0] + a) / 2} ${x[1] - 60} ${a} ${b}` : `L${a} ${b}`;
      path("link", `M${x[0]} ${x[1]}${d}`, `stroke-width:${sizes ? 1.5 + 9 * sizes[n] : 2.5}${out ? ";stroke-dasharray:6 7" : ""}`);
      rings.add(j);
    });
    if (view.candidate !== null) back.push(`<circle class="ex-candidate" r="19" cx="${at(view.candidate)[0]}" cy="${at(view.candidate)[1]}"/>`);
    parts.back.innerHTML = back.join("");

    const many = learned.D.length > 40, r = many ? 7 : 11;
    [...parts.rows.children].forEach((element, row) => {
      const j = this.distinct(row), copies = this.stacks[j], given = (place) => state.classes.indexOf(state.y[place]), mine = j === view.i && !view.asked;
      const labels = view.first(j) ? [view.label(j)] : copies.map(given), name = this.name(j), mixed = new Set(labels).size > 1;
      const changed = copies.length === 1 && labels[0] !== given(row), times = copies.length > 1 ? `×${copies.length}` : "";
      this.put(element, row, state.X[row], `Row ${name}${times}, ${state.X[row].join(", ")}, given ${state.y[row]}${changed ? `, now ${state.classes[labels[0]]}` : ""}`);
      set(element, { class: `ex-row${dim.has(j) && !mine ? " ex-row--dim" : ""}` });
      const markup = copies.at(-1) !== row ? `<circle r="${r}" class="ex-under"/>` :
        (mine || rings.has(j) ? `<circle class="ex-ring" r="${r + 4}"/>` : "") +
        `<circle r="${r}" fill="${this.color(labels[0])}"/>${mixed ? this.pie(labels, r) : ""}` +
        (changed ? `<circle cx="${r * 0.8}" cy="${-r * 0.8}" r="${r * 0.42}" fill="${this.color(given(row))}"/>` : "") +
        (many ? "" : `<text y="4.5" text-anchor="middle" style="fill:${mixed ? "#000;stroke:#fff" : this.ink(labels[0])}">${name}</text>`) +
        `<text class="ex-count" x="${r + 3}" y="${r + 7}">${times}</text>`;
      if (element.markup !== markup) element.innerHTML = element.markup = markup;
    });
    this.put(parts.query, -1, state.query, `The query, ${state.query.join(", ")}`);
    parts.classes.innerHTML = state.classes.map((label, l) => {
      const out = view.range && !inRange(l, view.range);
      return `<li${out ? ' class="ex-out"' : ""}><span style="background:${this.color(l)}"></span>${esc(label)}</li>`;
    }).join("") + (view.range ? `<li><i>valid for ${view.asked ? "x" : this.name(view.i)}</i></li>` : "");
  }

  put(element, row, values, name) {
    set(element, { transform: `translate(${this.place(values).join(" ")})`, tabindex: row === this.selected ? 0 : -1, "aria-label": name });
  }

  /** A sector for each label of a row's copies. */
  pie(labels, r) {
    const sector = (l, n) => `<circle r="${r / 2}" pathLength="1" style="fill:none;stroke:${this.color(l)};stroke-width:${r};stroke-dasharray:${
      1 / labels.length} 1;stroke-dashoffset:${-n / labels.length}"/>`;
    return labels.sort((a, b) => a - b).map(sector).join("") + `<circle r="${r}" fill="none"/>`;
  }

  /** The power of the distance in Eq. 7. */
  get exponent() { return this.state.reading.weights === "keller" ? 2 / (this.state.m - 1) : this.state.m - 1; }

  /** The share of each neighbor in Eq. 7, for the eye. */
  influence(view) {
    if (!view.weights) return null;
    const sizes = view.nn.map((j, n) => {
      const d = Math.sqrt(Number(this.distance(view, j)));
      return Number(this.found.penalties[n]) * (view.weights[n].isZero ? 0 : d ? d ** -this.exponent : 1);
    });
    const total = sizes.reduce((a, b) => a + b, 0) || 1;
    return sizes.map((size) => size / total);
  }

  /** The weight of a neighbor as one would write it. */
  weight(view, j, n) {
    const q = this.distance(view, j), roots = [q.n, q.d].map((v) => Math.sqrt(Number(v))), penalty = this.found.penalties[n], e = this.exponent;
    const over = ([a, b]) => (a == 1 ? `${b}` : `${b}/${a}`);
    const text = view.weights[n].isZero ? "0" : q.isZero ? "1" : e === 2 ? over([q.n, q.d]) : e !== 1 ? `1/d^${e}`
      : roots.every(Number.isInteger) ? over(roots) : q.d === 1n ? `1/√${q}` : `√${q.n === 1n ? q.d : `(${q.d}/${q.n})`}`;
    return penalty.equals(1) ? text : `${penalty} · ${text}`;
  }

  bar(u, words = () => "") {
    const part = (u_l, l) => (Number(u_l) ? `<i style="flex:${Number(u_l)} 0 0;background:${this.color(l)};color:${this.ink(l)}">${words(u_l, l)}</i>` : "");
    return `<span class="ex-bar-of">${u.map(part).join("")}</span>`;
  }

  drawNumbers(view) {
    const { classes } = this.state, u = view.memberships, out = [], row = (head, cells) => `<tr><th scope="row">${head}</th>${cells}</tr>`;
    const table = (caption, heads, rows) => out.push(`<table class="ex-table"><caption>${caption}</caption><thead><tr>${
      heads.map((head) => `<th scope="col">${esc(head)}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`);
    if (view.nn?.length) {
      const sizes = this.influence(view), cells = (j, n) => [esc(classes[view.label(j)]), exact(this.distance(view, j)),
        ...(sizes ? [this.weight(view, j, n), `${(100 * sizes[n]).toFixed(1)} %`, this.bar(view.u(j))] : [])];
      const heads = ["row", "class", "d²", ...(sizes ? ["weight", "share", "memberships"] : [])];
      table("Neighbors", heads, view.nn.map((j, n) => row(this.name(j), cells(j, n).map((cell) => `<td>${cell}</td>`).join(""))));
    }
    if (u) {
      const up = [], down = [], [l_m, l_M] = medianRange(u);
      u.reduce((sum, u_l, l) => (up[l] = sum?.plus(u_l) ?? u_l), null);
      u.reduceRight((sum, u_l, l) => (down[l] = sum?.plus(u_l) ?? u_l), null);
      const cells = (values, mark) => values.map((v, l) => `<td${l === mark ? ' class="ex-reached"' : ""}>${exact(v)}</td>`).join("");
      table(`Memberships of ${view.asked ? "x" : this.name(view.i)}`, ["class", ...classes],
        [row("u", cells(u)), row("sum from below", cells(up, l_m)), row("sum from above", cells(down, l_M))]);
      u.forEach((u_l, l) => { if (brief(u_l) !== String(u_l)) out.push(`<small>${esc(classes[l])}: ${roots(u_l)}</small>`); });
    }
    this.parts.numbers.innerHTML = out.join("");
    this.parts.half.innerHTML = u ? `${this.bar(u, (u_l, l) => `${esc(classes[l])}: ${exact(u_l)}`)}<b>1/2</b>` : "";
  }

  drawTable(view) {
    const { state, learned } = this, C = (l) => esc(state.classes[l]);
    const rows = learned.appearances.map((place, j) => `<tr${j === view.i && !view.asked ? ' class="ex-now"' : ""}>
      <th scope="row"><button type="button" data-do="select" data-row="${this.stacks[j].at(-1)}">${this.name(j)}</button></th>
      <td>${state.X[place].join(", ")}</td><td>${this.stacks[j].map((p) => esc(state.y[p])).join(", ")}</td><td>${view.first(j) ? C(learned.firstLabels[j]) : "·"}</td>
      <td>${/^Alg [13]\.1$/.test(view.line) ? "·" : view.u(j).map(exact).join(", ")}</td><td>${view.final(j) ? C(learned.y[j]) : "·"}</td></tr>`);
    this.parts.table.innerHTML = rows.join("");
  }

  showLine(line) {
    if (this.shown === line) return;
    this.shown = line;
    const { source } = this.parts, now = find(source, `[data-line="${line}"]`);
    find(source, ".ex-line--now")?.classList.remove("ex-line--now");
    all(source, "section").forEach((section) => { section.hidden = section.dataset.algorithm !== line[4]; });
    now.classList.add("ex-line--now");
    const off = now.getBoundingClientRect().top - source.getBoundingClientRect().top;
    if (off < 30 || off > source.clientHeight - 50) source.scrollTop += off - source.clientHeight / 2;
  }

  controls() {
    const { root, state, selected, parts } = this, { classes } = state;
    all(root, "[data-parameter]").forEach((input) => {
      const value = state[input.dataset.parameter];
      if (Number(value) > input.max) input.max = value;
      input.value = value;
      if (!input.value) input.add(new Option(value, value, true, true)); // an m not on the list
      const output = find(input.parentElement, "output");
      if (output) output.textContent = value;
    });
    if (parts.step) set(Object.assign(parts.step, { max: this.steps.length - 1, value: this.step }), { "aria-valuetext": parts.line.textContent });
    if (this.full) {
      parts.detail.checked = this.detail;
      all(root, "[data-point]").forEach((select) => {
        const point = data.points.find(({ field }) => field === select.dataset.point), value = state.reading[point.field] ?? point.paper;
        if (select.value !== value) select.value = value;
        select.nextElementSibling.textContent = point.options[value];
      });
      parts.example.value = state.id;
      for (const [name, values] of Object.entries(PRESETS)) {
        set(find(root, `[data-do=${name}]`), { "aria-pressed": Object.keys(values).every((key) => state[key] === values[key]) });
      }
      parts.note.textContent = state.note ?? "";
    }
    const { edit } = parts, [name, one, two, label] = edit.children, values = this.values(selected);
    name.textContent = selected < 0 ? "Query" : `Row ${this.learned ? this.name(this.distinct(selected)) : ""}`;
    [one, two].forEach(({ lastElementChild: input }, a) => { if (input !== document.activeElement) input.value = values[a] ?? ""; });
    two.hidden = values.length < 2;
    [...edit.children].slice(3).forEach((part) => { part.hidden = selected < 0; });
    const options = classes.map((label, l) => `<option value="${l}">${esc(label)}</option>`).join(""), choice = label.lastElementChild;
    if (this.options !== options) choice.innerHTML = this.options = options;
    choice.value = classes.indexOf(state.y[selected]);
  }
}
all(document, "[data-explorer]").forEach((root) => { root.explorer = new Explorer(root); });
return pure;
})();
