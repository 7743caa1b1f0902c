/* The explorer: rows and a query to drag, and the three algorithms line by line, computed by monfknn.js.
   A page has `<div data-explorer="full"></div>`, or one of the smaller kinds below; docs/tools/explorer.py
   adds the Python source, the examples and the open points when the site is built. */
globalThis.MonFkNNExplorer = (function () {
"use strict";
const { fit, dominates, inRange, medianRange, Unsupported, EXACT, PAPER } = globalThis.MonFkNN;
const PARAMETERS = { k: "5", K: "9", RCr: "0.5", typeRange: "inRange", pOR: "0.5", m: "2" };
const PRESETS = { pm: { RCr: "0.5", typeRange: "inRange" }, am: { RCr: "1", typeRange: "outRange", pOR: "0.5" } };
const RESULTS = /^Alg (1\.(5|11|13|17|19|21)|3\.(3|4|6|9|11|14|15))$/;
const KINDS = {
  full: { lines: /./, example: "pm" },
  ranges: { lines: /^Alg 3\.4$/, example: "pm", set: { RCr: "1", query: ["4", "2"] } },
  medians: { lines: /^Alg 1\.13$/, example: "u", at: "1.13-r5" },
  memberships: { lines: /^Alg 1\.(17|19|21)$/, example: "pm", at: "1.21-r3-c2" },
  neighbors: { lines: /^Alg 2\./, whose: "query", detail: true, example: "pm" },
  prediction: { lines: /^Alg 3\.(4|6|9|11|14|15)$/, example: "pm" },
};

// --- A state as a question, an address and a doctest ------------------------------------------------------

const started = (example) => structuredClone({ ...PARAMETERS, reading: {}, at: "", ...example });

function questionOf(state, tosses = "") {
  const reading = { ...PAPER, ...state.reading };
  return { ...state, k: Number(state.k), K: Number(state.K), reading, tie: reading.median_gap === "coin" ? tosses : null };
}

// A class may be a number, true or false; text that looks like one has an apostrophe before it
const LITERAL = /^(-?\d+|true|false|'.*)$/s;
const labelAsText = (label) => encodeURIComponent(typeof label === "string" && LITERAL.test(label) ? `'${label}` : label);
function labelOf(text) {
  const label = decodeURIComponent(text);
  if (!LITERAL.test(label)) return label;
  return label[0] === "'" ? label.slice(1) : JSON.parse(label);
}

function addressOf(state) {
  const fields = {
    classes: state.classes.map(labelAsText).join(","),
    rows: state.X.map((row, i) => [...row, state.classes.indexOf(state.y[i])].join(",")).join(";"),
    x: state.query.join(","),
  };
  for (const name of Object.keys(PARAMETERS)) if (state[name] !== PARAMETERS[name]) fields[name] = state[name];
  Object.assign(fields, state.reading, state.at ? { at: state.at } : {});
  return "#" + Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("&");
}

/** The state of an address, or null if there is none. */
function stateOf(hash) {
  const fields = Object.fromEntries(hash.replace(/^#/, "").split("&").map((part) => part.split("=")));
  if (!fields.classes || !fields.rows || !fields.x) return null;
  const state = started({ id: "", X: [], y: [], query: fields.x.split(","), classes: fields.classes.split(",").map(labelOf) });
  for (const row of fields.rows.split(";")) {
    const values = row.split(",");
    state.y.push(state.classes[values.pop()]);
    state.X.push(values);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (name in PARAMETERS || name === "at") state[name] = value;
    if (name in PAPER && value !== PAPER[name]) state.reading[name] = value;
  }
  [...state.X, state.query].flat().forEach(EXACT.number); // refused here if it is no number
  if (state.y.includes(undefined) || state.X.some((row) => row.length !== state.query.length)) return null;
  return state;
}

const python = (value) => {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "string") return value === true ? "True" : value === false ? "False" : String(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  return quote + JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`) + quote;
};
const tuple = (row) => `(${row.join(", ")}${row.length === 1 ? "," : ""})`;

/** Python that computes the same numbers, with what it prints. */
function doctestOf(state, tosses) {
  const model = fit(questionOf(state, tosses)), [found] = model.predict([state.query]), { learnt } = model;
  const named = (labels) => python(labels.map((l) => state.classes[l]));
  const texts = (u) => python(u.map(state.reading.arithmetic === "doubles" ? Number : String));
  const shown = state.reading.arithmetic === "doubles" ? "u_l" : "str(u_l)";
  const given = Object.keys(PARAMETERS).map((name) => `${name}=${name === "typeRange" ? python(state[name]) : state[name]}`);
  const changes = Object.entries(state.reading).map(([name, value]) => `${name}=${python(value)}`);
  if (changes.length) given.push(`reading=Reading(${changes.join(", ")})`);
  return [
    `>>> from monfknn_ref import MonFkNN${changes.length ? ", Reading" : ""}`,
    `>>> X = [${state.X.map(tuple).join(", ")}]`,
    `>>> y = ${python(state.y)}`,
    `>>> model = MonFkNN(${given.join(", ")})`,
    `>>> model = model.fit(X, y, classes=${python(state.classes)})`,
    ">>> model.first_labels_", named(learnt.firstLabels),
    `>>> for u in model.training_memberships_:`, `...     print([${shown} for u_l in u])`, ...learnt.u.map(texts),
    ">>> model.training_labels_", named(learnt.y),
    `>>> [u] = model.predict_memberships([${tuple(state.query)}])`,
    `>>> [${shown} for u_l in u]`, texts(found.memberships),
    `>>> model.predict([${tuple(state.query)}])`, named([found.label]), "",
  ].join("\n");
}

/** Rows and labels of lines such as "1, 2.5, low"; classes are sorted if they are numbers. */
function readTable(text, order) {
  const lines = text.split("\n").map((line) => line.trim().split(/\s*[,;\t]\s*/)).filter(([first]) => first);
  const isNumber = (cell) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell);
  if (lines.length && !lines[0].slice(0, -1).every(isNumber)) lines.shift(); // a heading
  if (!lines.length) throw new RangeError("There are no rows yet: write one to a line, such as 1, 2.5, low.");
  if (lines.length > 300) throw new RangeError(`The picture has room for 300 rows, and there are ${lines.length}.`);
  const bad = lines.findIndex((cells) => cells.length !== lines[0].length || !cells.slice(0, -1).every(isNumber));
  if (bad >= 0) throw new RangeError(`Row ${bad + 1} is not of the form 1, 2.5, low: ${lines[bad].join(", ")}`);
  if (lines[0].length < 2 || lines[0].length > 3) throw new RangeError("The picture has room for one or two attributes and a label.");
  const labels = lines.map((cells) => cells.at(-1)), whole = labels.every((label) => /^-?\d{1,15}$/.test(label));
  const value = (label) => (whole ? Number(label) : label);
  const named = order.trim() ? order.split(/\s*[,<]\s*/).map((label) => label.trim()) : [...new Set(labels)];
  const classes = named.map(value);
  if (whole && !order.trim()) classes.sort((a, b) => a - b);
  const unknown = labels.find((label) => !classes.includes(value(label)));
  if (unknown !== undefined) throw new RangeError(`The label ${unknown} is not among the classes.`);
  const X = lines.map((cells) => cells.slice(0, -1));
  return { X, y: labels.map(value), classes, query: X[Math.floor(X.length / 2)].slice() };
}

const keyOf = ({ line, where }) =>
  line.slice(4) + Object.entries(where).map(([name, at]) => `-${name[0]}${at}`).join("");

const pure = { stateOf, addressOf, doctestOf, questionOf, readTable, keyOf, started };
if (typeof document === "undefined") return pure;

// --- In the page ----------------------------------------------------------------------------------------

const data = JSON.parse(document.getElementById("explorer-data").textContent);
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const esc = (text) => String(text).replace(/[&<>"]/g, (c) => escapes[c]);
const ink = (color) => {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return 299 * r + 587 * g + 114 * b > 105000 ? "#000" : "#fff";
};
const pretty = (text) => text.replace(/(?:([\d/]+)\*)?(\d+)\^\(-1\/2\)/g, (_, a, q) => (a ? `(${a})/√${q}` : `1/√${q}`));
/** A number for the eye, with the exact one behind it where that is long. */
const exact = (v) => {
  const text = String(v);
  if (text.length < 12 && !text.includes("^")) return text;
  return `<span title="${pretty(text)}">${Number(v).toFixed(4)}…</span>`;
};
const niceStep = (rough) => {
  const ten = 10 ** Math.floor(Math.log10(rough));
  return ten * [5, 2, 1].find((n) => n * ten <= rough * 1.0001);
};

class Explorer {
  constructor(root) {
    this.root = root;
    this.kind = KINDS[root.dataset.explorer];
    this.full = root.dataset.explorer === "full";
    this.detail = Boolean(this.kind.detail);
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.record = (line, where, values) => { if (this.keep(line, where)) this.sink.push({ line, where, values }); };
    root.classList.add("explorer--ready");
    root.addEventListener("click", (event) => this.pressed(event.target.closest("[data-do]")?.dataset ?? {}));
    root.addEventListener("input", (event) => this.changed(event.target));
    this.parts.edit.addEventListener("submit", (event) => event.preventDefault());
    this.movable(this.parts.query, -1);
    this.parts.svg.addEventListener("dblclick", (event) => {
      if (this.full && !event.target.closest("[tabindex]")) this.add(this.valueAt(event));
    });
    this.load(this.fromAddress() ?? this.example(root.dataset.example ?? this.kind.example));
    new ResizeObserver(() => this.later(() => { this.resized(); this.draw(); })).observe(this.parts.plane);
    if (this.full) addEventListener("hashchange", () => { const state = this.fromAddress(); if (state) this.load(state); });
  }

  example(id) {
    return started({ ...data.examples.find((example) => example.id === id), ...this.kind.set, at: this.kind.at ?? "" });
  }
  fromAddress() {
    try {
      return this.full ? stateOf(location.hash) : null;
    } catch {
      return null;
    }
  }

  // --- Input ---

  pressed(dataset = {}) {
    const { state } = this, what = dataset.do, last = this.steps.length - 1;
    const moves = { first: 0, back: this.step - 1, next: this.step + 1, last };
    if (what !== "play" && this.timer) this.pause();
    if (what in PRESETS) this.update(PRESETS[what]);
    else if (what in moves) this.go(Math.max(0, Math.min(last, moves[what])));
    else if (what === "play") this.timer ? this.pause() : this.play();
    else if (what === "add") this.add(state.query.slice());
    else if (what === "remove") this.remove(this.selected);
    else if (what === "select") this.select(Number(dataset.row));
    else if (what === "link") this.copy(location.href, "The address of this page now holds everything that is shown.");
    else if (what === "doctest") this.copy(doctestOf(state, data.tosses), "Python that computes the same numbers, as a doctest.");
    else if (what === "close") this.parts.dialog.close();
    else if (what === "paste") this.paste();
  }

  changed(target) {
    const { parameter, point, role, value } = target.dataset;
    if (parameter) this.update({ [parameter]: target.value });
    else if (point) {
      const reading = { ...this.state.reading, [point]: target.value };
      if (target.value === PAPER[point]) delete reading[point];
      this.update({ reading });
    } else if (role === "example") this.load(this.example(target.value));
    else if (role === "step") { this.pause(); this.go(Number(target.value)); }
    else if (role === "detail") { this.detail = target.checked; this.fitted = null; this.update({}); }
    else if (role === "label") this.relabel(this.selected, Number(target.value));
    else if (value !== undefined) {
      try {
        EXACT.number(target.value);
        const moved = this.selected < 0 ? [...this.state.query] : [...this.state.X[this.selected]];
        moved[value] = target.value.trim();
        this.move(this.selected, moved);
        target.removeAttribute("aria-invalid");
      } catch {
        target.setAttribute("aria-invalid", "true");
      }
    }
  }

  paste() {
    const box = this.parts.paste;
    try {
      const read = readTable(box.querySelector("textarea").value, box.querySelector("input").value);
      this.load(started({ id: "", note: "Your own rows.", ...read }));
      box.querySelector("p").textContent = `${read.X.length} rows; classes ${read.classes.join(" < ")}.`;
    } catch (error) {
      box.querySelector("p").textContent = error.message;
    }
  }

  copy(text, words) {
    const { dialog } = this.parts, box = dialog.querySelector("textarea");
    box.value = text;
    dialog.querySelector("p").textContent = words;
    dialog.showModal();
    box.select();
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    copied.then(() => { dialog.querySelector("p").textContent = `Copied. ${words}`; }, () => document.execCommand("copy"));
  }

  /** Dragging by mouse or finger, moving by arrow keys; the row is a number, -1 for the query. */
  movable(element, row) {
    let start = null;
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.focus({ preventScroll: true });
      element.setPointerCapture(event.pointerId);
      start = { x: event.clientX, y: event.clientY, moved: false };
      this.dragging = true;
    });
    element.addEventListener("pointermove", (event) => {
      if (!start) return;
      start.moved ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > 3;
      if (start.moved) this.later(() => this.move(row, this.valueAt(event)));
    });
    const end = () => {
      if (!start) return;
      const { moved } = start;
      this.dragging = false;
      start = null;
      if (moved) this.later(() => { this.selected = row; this.draw(); this.remember(); });
      else this.select(row);
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    element.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const turn = { PageDown: 1, PageUp: -1 }[event.key], digit = Number(event.key);
      if (by) {
        const fine = this.scale.snap / (event.shiftKey ? 10 : 1), from = row < 0 ? this.state.query : this.state.X[row];
        this.move(row, from.map((value, a) => this.decimal(number(value) + by[a] * fine, fine)));
      } else if (turn) {
        const all = this.state.X.length + 1;
        this.select(((row + 1 + turn + all) % all) - 1, true);
      } else if (event.key === "Enter" || event.key === " ") this.select(row);
      else if (row >= 0 && digit >= 1 && digit <= this.state.classes.length) this.relabel(row, digit - 1);
      else if (row >= 0 && (event.key === "Delete" || event.key === "Backspace")) this.remove(row);
      else return;
      event.preventDefault();
    });
  }

  /** At most one redraw for each frame. */
  later(action) {
    this.waiting ??= requestAnimationFrame(() => { const latest = this.latest; this.waiting = null; latest(); });
    this.latest = action;
  }

  decimal(value, step) {
    return String(Number((Math.round(value / step) * step).toFixed(10)));
  }

  valueAt(event) {
    const box = this.parts.svg.getBoundingClientRect(), { left, bottom, unit, low, high, snap } = this.scale;
    const at = [low[0] + (event.clientX - box.left - left) / unit[0], low[1] + (bottom - event.clientY + box.top) / unit[1]];
    return this.state.query.map((_, a) => this.decimal(Math.min(high[a], Math.max(low[a], at[a])), snap));
  }

  // --- Changes of the state ---

  load(state) {
    this.state = state;
    this.selected = -1;
    this.fitted = null;
    this.scale = null;
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
    this.compute();
  }
  relabel(row, l) {
    this.state.y[row] = this.state.classes[l];
    this.compute();
  }
  add(row) {
    const { X, y, classes } = this.state;
    X.push(row);
    y.push(classes[Math.floor((classes.length - 1) / 2)]);
    this.makeRows();
    this.selected = X.length - 1;
    this.compute();
    this.rows[this.selected].focus({ preventScroll: true });
  }
  remove(row) {
    if (row < 0 || this.state.X.length === 1) return;
    this.state.X.splice(row, 1);
    this.state.y.splice(row, 1);
    this.makeRows();
    this.selected = -1;
    this.compute();
    this.parts.query.focus({ preventScroll: true });
  }
  select(row, focus = false) {
    this.selected = row;
    const place = row < 0 ? null : this.first[row];
    const about = this.steps.map(({ where }) => (row < 0 ? where.query !== undefined : where.row === place));
    const wanted = this.steps.map(({ line }, n) => about[n] && !/^Alg 3\.3/.test(line));
    const found = Math.max(wanted.lastIndexOf(true), -1);
    this.go(found < 0 ? this.step : found);
    if (focus) (row < 0 ? this.parts.query : this.rows[row]).focus({ preventScroll: true });
  }
  play() {
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
    this.step = step;
    this.state.at = step === this.steps.length - 1 ? "" : keyOf(this.steps[step]);
    this.draw();
    this.remember();
  }
  remember() {
    if (this.full) history.replaceState(null, "", addressOf(this.state));
    else this.parts.link.href = this.root.dataset.to + addressOf(this.state);
  }

  // --- Computing ---

  /** Whether a line is one to step through. */
  keep(line, where) {
    if (!this.kind.lines.test(line) || (this.kind.whose && !(this.kind.whose in where))) return false;
    return this.detail || (RESULTS.test(line) && !(/\.(5|21)$/.test(line) && where.class < this.state.classes.length - 1));
  }

  compute() {
    const { X, y, classes, k, RCr, reading, query, at } = this.state, question = questionOf(this.state, data.tosses);
    const key = JSON.stringify([X, y, classes, k, RCr, reading, this.detail]);
    try {
      if (this.fitted?.key !== key) { // what is learnt stays while only the query moves
        this.sink = [];
        this.fitted = { key, model: fit(question, this.record), steps: this.sink };
      }
      this.sink = [...this.fitted.steps];
      [this.found] = this.fitted.model.predict([query], question);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof Unsupported)) throw error;
      this.fitted = null;
      this.controls();
      this.parts.said.textContent = `Out of reach: ${error.message}.`;
      return;
    }
    this.steps = this.sink;
    this.learnt = this.fitted.model.learnt;
    const places = new Map(this.learnt.appearances.map((place, i) => [place, i])), letters = places.size <= 26;
    this.distinct = (place) => places.get(this.learnt.firsts[place]);
    this.name = (i) => (letters ? String.fromCharCode(97 + i) : String(i + 1));
    const stay = at ? this.steps.findIndex((step) => keyOf(step) === at) : -1;
    this.step = stay < 0 ? this.steps.length - 1 : stay;
    this.draw();
    if (!this.dragging) this.remember();
  }

  /** What is known at a step: whose turn it is, its range, neighbors and memberships, and every row's label. */
  look({ line, where, values }) {
    const { learnt, found, state } = this, asked = "query" in where, at = Number(line.slice(6));
    const i = "row" in where ? this.distinct(where.row) : null, second = line[4] === "2" || (line[4] === "1" && at >= 15);
    const final = (j) => asked || (line === "Alg 3.3" && j <= i);
    const first = (j) => final(j) || second || line[4] === "3" && at > 1 || (line === "Alg 1.13" && j <= i);
    const given = (j) => state.classes.indexOf(state.y[learnt.appearances[j]]);
    const done = (j, l) => asked || (line[4] === "3" && at > 1) || line === "Alg 1.25" ||
      (second && (j < i || (j === i && line === "Alg 1.21" && l <= where.class)));
    const u = (j) => state.classes.map((_, l) => (done(j, l) ? learnt.u : learnt.firstMemberships)[j][l]);
    const known = !["Alg 1.1", "Alg 3.1"].includes(line);
    const label = (j) => (final(j) ? learnt.y[j] : first(j) ? learnt.firstLabels[j] : given(j));
    const view = { line, where, values, i, asked, at, first, final, label, u, known, given, range: null, nn: null, weights: null, memberships: null };
    if (asked) Object.assign(view, { x: found.x, D: found.D, range: found.range });
    else if (i !== null) Object.assign(view, { x: learnt.D[i], D: learnt.D, range: second && at !== 15 && at !== 16 ? learnt.ranges[i] ?? null : null });
    if (line[4] === "2") {
      let n = this.step;
      while (n > 0 && !this.steps[n].values.neighbors) n--;
      view.nn = (this.steps[n].values.neighbors ?? []).map(this.distinct);
    } else if (asked && at >= 6) view.nn = found.neighbors;
    else if (second && at >= 19 && i !== null) view.nn = learnt.neighbors[i] ?? null;
    if (asked && line[4] === "3" && at >= 7) view.weights = found.weights;
    if (asked && at >= 14 && line[4] === "3") view.memberships = found.memberships;
    else if (/^Alg (1\.(5|7|13|21)|3\.3)$/.test(line)) view.memberships = u(i);
    view.candidate = "neighbor" in where ? this.distinct(where.neighbor) : null;
    return view;
  }

  // --- Words ---

  /** What came out at a line: the sentence of docs/tools/explorer.py with its gaps filled. */
  words(view) {
    const { state, found } = this, { line, where, values, i, asked, candidate } = view;
    const C = (l) => String(state.classes[l]), names = (rows) => rows.map(this.name).join(", ") || "none";
    const span = ([low, high]) => (low === high ? `only ${C(low)}` : `${C(low)} to ${C(high)}`);
    const half = (low, high) => (low === high ? `one half at ${C(low)}` : `exactly one half at ${C(low)} from below and at ${C(high)} from above`);
    const gaps = {
      who: () => (asked ? "the query" : `row ${this.name(i)}`), yes: () => (values.holds ? "yes" : "no"), k: () => (asked ? state.K : state.k),
      RCr: () => state.RCr, pOR: () => state.pOR, rows: () => state.X.length, distinct: () => this.learnt.D.length, copies: () => this.copies(i).length,
      class: () => C(where.class), label: () => C(values.label), given: () => C(view.given(i)), u: () => `(${view.memberships.map((u_l) => (/\^/.test(u_l) ? Number(u_l).toFixed(4) : u_l)).join(", ")})`,
      j: () => this.name(candidate), of_j: () => C(view.label(candidate)), distance: () => this.distance(view, candidate),
      farthest: () => this.name(this.distinct(values.farthest)), nn: () => names(view.nn), valid: () => span(view.range),
      half: () => half(...medianRange(view.memberships)),
      kind: () => (state.typeRange === "inRange" ? `of a valid class, ${span(found.range)},` : "of any class"),
      lost: () => (values.label === view.given(i) ? "" : `, no longer ${C(view.given(i))}`),
      bounds: () => {
        const { below, above } = this.bounds(view), bound = (side) => `${C(side.bound)} (${names(side.who)})`;
        const crossed = below.bound !== null && above.bound !== null && below.bound > above.bound;
        return (below.bound === null ? "Nothing lies below" : `The highest class below is ${bound(below)}`) +
          (above.bound === null ? ", nothing lies above" : `, the lowest above is ${bound(above)}`) + (crossed ? ": they cross" : "");
      },
    };
    const said = data.words[line].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]());
    return said.replace(/(^|[.?] )[a-z]/g, (start) => start.toUpperCase());
  }

  /** The rows that bound the range of a view, and the classes they bound it with. */
  bounds(view) {
    const rows = [...view.D.keys()].filter((j) => view.asked || j !== view.i || this.state.reading.leave_one_out === "no");
    const side = (all, best) => {
      const classes = all.map(view.label), bound = classes.length ? best(...classes) : null;
      return { all, bound, who: all.filter((j) => view.label(j) === bound) };
    };
    return {
      below: side(rows.filter((j) => dominates(view.x, view.D[j])), Math.max),
      above: side(rows.filter((j) => dominates(view.D[j], view.x)), Math.min),
    };
  }

  /** The places of the rows equal to a distinct one. */
  copies(i) {
    if (this.stacksOf !== this.learnt) {
      [this.stacksOf, this.stacks] = [this.learnt, this.learnt.D.map(() => [])];
      this.state.X.forEach((_, place) => this.stacks[this.distinct(place)].push(place));
    }
    return this.stacks[i];
  }

  /** The squared distance in the units of the data. */
  distance(view, j) {
    const values = view.asked ? this.state.query : this.state.X[this.learnt.appearances[view.i]];
    return values.reduce((sum, value, a) => {
      const d = EXACT.number(value).minus(EXACT.number(this.state.X[this.learnt.appearances[j]][a]));
      return sum.plus(d.times(d));
    }, EXACT.number(0));
  }

  // --- Drawing ---

  makeRows() {
    this.parts.rows.innerHTML = '<g role="button" class="ex-row"></g>'.repeat(this.state.X.length);
    this.rows = [...this.parts.rows.children];
    this.rows.forEach((element, row) => this.movable(element, row));
  }

  resized() {
    const { state, parts } = this, W = parts.plane.clientWidth, flat = state.query.length === 1;
    const H = flat ? 170 : Math.round(Math.min(470, Math.max(300, W * 0.78)));
    const [left, bottom, right, top] = [34, H - 26, W - 12, 12];
    if (!this.scale) {
      const all = [...state.X, state.query].map((row) => row.map(Number)), axes = [0, 1].map((a) => all.map((row) => row[a] ?? 0));
      const low = axes.map((values) => Math.min(...values)), high = axes.map((values) => Math.max(...values));
      const span = Math.max(high[0] - low[0], high[1] - low[1]) || 1, snap = niceStep(span / 12), tick = niceStep(span / 4);
      this.scale = { snap, tick, low: low.map((v) => Math.floor(v / snap - 1) * snap), high: high.map((v) => Math.ceil(v / snap + 1) * snap) };
    }
    const { low, high } = this.scale, fits = [(right - left) / (high[0] - low[0]), (bottom - top) / (high[1] - low[1])];
    const one = Math.min(...fits), unit = !flat && one * 3 > Math.max(...fits) ? [one, one] : fits;
    parts.svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
    parts.svg.style.height = `${H}px`;
    Object.assign(this.scale, { left, bottom, right, top, unit, flat });
  }

  place(values) {
    const { left, bottom, top, unit, low, flat } = this.scale;
    const [a, b] = values.map(Number);
    return [left + (a - low[0]) * unit[0], flat ? (top + bottom) / 2 : bottom - (b - low[1]) * unit[1]].map((v) => Math.round(v * 10) / 10);
  }

  draw() {
    const view = this.look(this.steps[this.step]);
    this.drawPlane(view);
    this.drawNumbers(view);
    if (!this.dragging) this.parts.said.textContent = this.words(view);
    this.parts.line.textContent = `${view.line.replace(/ (\d)\./, " $1 line ").replace("Alg", "Algorithm")} · step ${this.step + 1} of ${this.steps.length}`;
    this.controls();
    if (!this.full) return;
    if (!this.dragging || this.rows.length < 30) this.drawTable(view);
    this.showLine(view.line);
  }

  color(l) {
    const c = this.state.classes.length, scale = data.colors[Math.min(c, data.colors.length) - 1];
    return scale[Math.round((l * (scale.length - 1)) / Math.max(c - 1, 1))];
  }

  drawPlane(view) {
    const { parts, state, scale, learnt } = this, { left, bottom, right, top, flat, unit, low, tick } = scale, back = [];
    const at = (j) => this.place(state.X[learnt.appearances[j]]), x = view.asked ? this.place(state.query) : view.i === null ? null : at(view.i);
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
    const rings = new Set(), dim = new Set();
    if (x && view.range) {
      const { below, above } = this.bounds(view);
      path("cone", `M${left} ${flat ? top : x[1]}H${x[0]}V${bottom}H${left}Z`);
      path("cone", `M${x[0]} ${flat ? bottom : x[1]}H${right}V${top}H${x[0]}Z`, "stroke-dasharray:5 3");
      text(left + 6, bottom - 7, "below", "start");
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

    const many = learnt.D.length > 40, r = many ? 7 : 11;
    this.rows.forEach((element, row) => {
      const j = this.distinct(row), copies = this.copies(j), given = (place) => state.classes.indexOf(state.y[place]), mine = j === view.i && !view.asked;
      const labels = view.first(j) ? [view.label(j)] : copies.map(given), name = this.name(j), mixed = new Set(labels).size > 1;
      const changed = copies.length === 1 && labels[0] !== given(row), color = this.color(labels[0]);
      this.put(element, row, state.X[row], `Row ${name}, ${state.X[row].join(", ")}, given ${state.y[row]}${changed ? `, now ${state.classes[labels[0]]}` : ""}`);
      element.setAttribute("class", `ex-row${dim.has(j) && !mine ? " ex-row--dim" : ""}`);
      element.innerHTML = copies.at(-1) !== row ? `<circle r="${r}" class="ex-under"/>` :
        (mine || rings.has(j) ? `<circle class="ex-ring" r="${r + 4}"/>` : "") +
        (mixed ? this.pie(labels, r) : `<circle r="${r}" fill="${color}"/>`) +
        (changed ? `<circle cx="${r * 0.8}" cy="${-r * 0.8}" r="${r * 0.42}" fill="${this.color(given(row))}"/>` : "") +
        (many ? "" : `<text y="4.5" text-anchor="middle" style="fill:${mixed ? "#000" : ink(color)}">${name}</text>`) +
        (copies.length > 1 ? `<text class="ex-count" x="${r + 3}" y="${r + 7}">×${copies.length}</text>` : "");
    });
    this.put(parts.query, -1, state.query, `The query, ${state.query.join(", ")}`);
    parts.classes.innerHTML = state.classes.map((label, l) => {
      const out = view.range && !inRange(l, view.range);
      return `<li${out ? ' class="ex-out"' : ""}><span style="background:${this.color(l)}"></span>${esc(label)}</li>`;
    }).join("") + (view.range ? `<li><i>valid for ${view.asked ? "x" : this.name(view.i)}</i></li>` : "");
  }

  put(element, row, values, name) {
    element.setAttribute("transform", `translate(${this.place(values).join(" ")})`);
    element.setAttribute("tabindex", row === this.selected ? "0" : "-1");
    element.setAttribute("aria-label", name);
  }

  pie(labels, r) {
    const counts = this.state.classes.map((_, l) => labels.filter((label) => label === l).length);
    let turn = -Math.PI / 2;
    const corner = () => `${(r * Math.cos(turn)).toFixed(2)} ${(r * Math.sin(turn)).toFixed(2)}`;
    return counts.map((count, l) => {
      if (!count) return "";
      const from = corner(), share = count / labels.length;
      turn += 2 * Math.PI * share;
      return `<path d="M0 0L${from}A${r} ${r} 0 ${Number(share > 0.5)} 1 ${corner()}Z" fill="${this.color(l)}"/>`;
    }).join("");
  }

  /** The power of the distance in Eq. 7. */
  get exponent() { return this.state.reading.weights === "keller" ? 2 / (this.state.m - 1) : this.state.m - 1; }

  /** What each neighbor of the query counts, as a share of all; only for the eye. */
  influence(view) {
    if (!view.weights) return null;
    const sizes = view.nn.map((j, n) => {
      const d = Math.sqrt(Number(this.distance(view, j)));
      return Number(this.found.penalties[n]) * (view.weights[n].isZero ? 0 : d ? d ** -this.exponent : 1);
    });
    const total = sizes.reduce((a, b) => a + b, 0) || 1;
    return sizes.map((size) => size / total);
  }

  weight(view, j, n) {
    const q = this.distance(view, j), root = Math.sqrt(Number(q)), penalty = this.found.penalties[n];
    if (view.weights[n].isZero) return "0";
    const text = q.isZero ? "1" : this.exponent === 1 ? (root % 1 ? `1/√${q.d === 1n ? q : `(${q})`}` : `1/${root}`) : this.exponent === 2 ? `1/${q}` : `1/d^${this.exponent}`;
    return penalty.equals(1) ? text : `${penalty} · ${text}`;
  }

  bar(u, words = () => "") {
    const part = (u_l, l) => (Number(u_l) ? `<i style="flex:${Number(u_l)} 0 0;background:${this.color(l)};color:${ink(this.color(l))}">${words(u_l)}</i>` : "");
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
    }
    this.parts.numbers.innerHTML = out.join("");
    this.parts.half.innerHTML = u ? `${this.bar(u, exact)}<b>1/2</b>` : "";
  }

  drawTable(view) {
    const { state, learnt } = this, C = (l) => esc(state.classes[l]);
    const rows = learnt.appearances.map((place, j) => `<tr${j === view.i && !view.asked ? ' class="ex-now"' : ""}>
      <th scope="row"><button type="button" data-do="select" data-row="${this.copies(j).at(-1)}" aria-label="Row ${this.name(j)}">${this.name(j)}</button></th>
      <td>${state.X[place].join(", ")}</td><td>${this.copies(j).map((p) => esc(state.y[p])).join(", ")}</td><td>${view.first(j) ? C(learnt.firstLabels[j]) : "·"}</td>
      <td>${view.known ? view.u(j).map(exact).join(", ") : "·"}</td><td>${view.final(j) ? C(learnt.y[j]) : "·"}</td></tr>`);
    this.parts.table.innerHTML = `<table class="ex-table"><thead><tr><th scope="col">row</th><th scope="col">attributes</th><th scope="col">given</th><th scope="col">line 13</th><th scope="col">memberships</th><th scope="col">line 3</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  }

  /** The line in the Python source. */
  showLine(line) {
    const { source } = this.parts, now = source.querySelector(`[data-line="${line}"]`);
    source.querySelector(".ex-line--now")?.classList.remove("ex-line--now");
    source.querySelectorAll("section").forEach((section) => { section.hidden = section.dataset.algorithm !== line[4]; });
    now.classList.add("ex-line--now");
    const off = now.getBoundingClientRect().top - source.getBoundingClientRect().top;
    if (off < 30 || off > source.clientHeight - 50) source.scrollTop += off - source.clientHeight / 2;
  }

  /** The controls follow the state. */
  controls() {
    const { root, state, selected, parts } = this, { classes } = state;
    root.querySelectorAll("[data-parameter]").forEach((input) => {
      const value = state[input.dataset.parameter];
      if (input.type === "range" && Number(input.max) < Number(value)) input.max = value;
      if (input.tagName === "SELECT" && ![...input.options].some((option) => option.value === value)) input.add(new Option(value));
      if (input.value !== value) input.value = value;
      const output = input.parentElement.querySelector("output");
      if (output) output.textContent = value;
    });
    const steps = this.steps ?? [];
    if (parts.step) Object.assign(parts.step, { max: steps.length - 1, value: this.step }).setAttribute("aria-valuetext", parts.line.textContent);
    if (this.full) {
      root.querySelectorAll("[data-point]").forEach((select) => {
        const point = data.points.find(({ field }) => field === select.dataset.point), value = state.reading[point.field] ?? point.paper;
        if (select.value !== value) select.value = value;
        select.nextElementSibling.textContent = point.options[value];
      });
      parts.example.value = state.id;
      for (const [name, set] of Object.entries(PRESETS)) {
        root.querySelector(`[data-do=${name}]`).setAttribute("aria-pressed", Object.entries(set).every(([key, value]) => state[key] === value));
      }
      parts.note.textContent = state.note ?? "From the address of this page.";
    }
    const values = selected < 0 ? state.query : state.X[selected], key = `${selected} ${values.length} ${classes}`;
    if (parts.edit.dataset.key !== key) {
      parts.edit.dataset.key = key;
      parts.edit.innerHTML = `<b></b>${values.map((_, a) => `<label>x<sub>${a + 1}</sub> <input inputmode="decimal" size="6" data-value="${a}"></label>`).join("")}` +
        (selected < 0 ? "" : `<label>label <select data-role="label">${classes.map((label, l) => `<option value="${l}">${esc(label)}</option>`).join("")}</select></label><button type="button" data-do="remove">Remove</button>`);
    }
    parts.edit.querySelector("b").textContent = selected < 0 ? "Query" : `Row ${this.learnt ? this.name(this.distinct(selected)) : ""}`;
    parts.edit.querySelectorAll("[data-value]").forEach((input) => { if (input !== document.activeElement) input.value = values[input.dataset.value]; });
    if (selected >= 0) parts.edit.querySelector("select").value = classes.indexOf(state.y[selected]);
  }
}
document.querySelectorAll("[data-explorer]").forEach((root) => { root.explorer = new Explorer(root); });
return pure;
})();
