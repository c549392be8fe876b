// Which moment the pages show, and the slider by which it is chosen. The address has it, so that it can be sent.
import { element, visible } from "./elements.js";
import { clock, day, length, moment, zone } from "./times.js";

const REFRESH_MILLIS = 30000;
const DELAY_MILLIS = 250;
const SECOND = 1000;

/** How much the slider covers; 0 for everything. */
const SPANS = [[0, "whole record"], [604800000, "7 days"], [86400000, "1 day"], [3600000, "1 hour"], [600000, "10 minutes"]];

/** Steps of an arrow key; the smallest that needs at most 200 of them. */
const STEPS = [1000, 2000, 5000, 10000, 30000, 60000, 120000, 300000, 600000, 1800000, 3600000, 7200000, 21600000];

/** What the server has recorded: { from, to, gaps: [{ from, to, node, what }] }; null if nothing is known of it. */
let record = null;
let parts = null;
let span = 0;
let changed = () => {};
let timer = 0;

/** The moment that is shown, milliseconds since 1970; undefined for now. */
let chosen = timeOfAddress();

/** What the address has: the same, but for a moment after each choice. */
let written = chosen;

/** The moment around which the slider lies, where it does not cover everything. */
let middle = chosen;

function timeOfAddress() {
  const text = new URLSearchParams(location.search).get("at");
  const at = text === null ? NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** The moment that is shown, milliseconds since 1970; undefined for now. */
export function chosenTime() {
  return chosen;
}

/** Whether a recorder has kept anything. */
export function isRecorded() {
  return record !== null;
}

/** Where to read what "/job/ID", "/task/ID" or "/cluster" is at that moment. */
export function addressOf(path) {
  return chosen === undefined ? path : `/past${path}?at=${Math.max(0, chosen)}`;
}

/** A time as people type it: local, with or without a day; "now"; or with a zone as ISO 8601 has it. NaN for anything else. */
export function parseTime(text, shown) {
  const typed = text.trim();
  const local = /^(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(typed);
  if (local) {
    const base = new Date(shown);
    const [year, month, date] = local[1]
      ? [Number(local[1]), Number(local[2]) - 1, Number(local[3])]
      : [base.getFullYear(), base.getMonth(), base.getDate()];
    const [hours, minutes, seconds] = [Number(local[4]), Number(local[5]), Number(local[6] ?? 0)];
    const at = new Date(year, month, date, hours, minutes, seconds, Number((local[7] ?? "0").padEnd(3, "0")));
    const isOfDay = at.getMonth() === month && at.getDate() === date;
    const isOfHour = at.getHours() === hours && at.getMinutes() === minutes && at.getSeconds() === seconds;
    return isOfDay && isOfHour ? at.getTime() : NaN;
  }
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(typed) ? Date.parse(typed) : NaN;
}

/** Shows another moment, undefined for now, on a slider that stays where it is: a pointer moves it. */
function move(at) {
  chosen = at === undefined || at >= Date.now() - SECOND ? undefined : Math.round(at);
  update();
  clearTimeout(timer);
  timer = setTimeout(show, DELAY_MILLIS);
}

/** Shows another moment, undefined for now, on a slider that lies around it. */
function choose(at) {
  middle = at;
  move(at);
}

/** The slider lies around the moment that is shown. */
function centre() {
  middle = chosen;
  update();
}

/** Not at each move of the slider: browsers refuse an address that changes too often. */
function show() {
  written = chosen;
  const search = chosen === undefined ? location.pathname : "?at=" + new Date(chosen).toISOString();
  history.replaceState(null, "", search + location.hash);
  changed();
}

/** Back and forward may lead to another moment. */
function addressChanged() {
  const at = timeOfAddress();
  if (at !== written) {
    clearTimeout(timer);
    written = at;
    chosen = at;
    centre();
    changed();
  }
}

/** What the slider covers. */
function covered() {
  const now = Date.now();
  const from = Math.min(record.from, now - SECOND);
  if (span === 0) {
    return { from, to: now };
  }
  const to = Math.min(now, (middle ?? now) + span / 2);
  return { from: Math.max(from, to - span), to };
}

function step() {
  const { from, to } = covered();
  return STEPS.find((each) => each * 200 >= to - from) ?? STEPS.at(-1);
}

function gapName(gap) {
  const from = `${moment(gap.from)} ${zone(gap.from)}`;
  const to = gap.to === undefined ? "until now" : `to ${moment(gap.to)}`;
  return `${from} ${to}: ${gap.what}`;
}

function gapsAt(at) {
  return record.gaps.filter((gap) => gap.from <= at && (gap.to ?? Infinity) >= at);
}

/** The parts of the slider, once. */
function build(root) {
  const banner = element("div", undefined, "banner");
  banner.id = "past-banner";
  banner.setAttribute("role", "status");
  const words = element("span");
  const back = element("button", "back to now");
  back.id = "back-to-now";
  back.addEventListener("click", () => choose(undefined));
  banner.append(words, back);
  const track = element("div", undefined, "track");
  const hatch = element("div", undefined, "gaps");
  hatch.id = "time-gaps";
  const slider = element("input");
  slider.type = "range";
  slider.id = "time-slider";
  slider.setAttribute("aria-label", "Time that is shown. Arrow keys change it, with Shift by a second; End is now.");
  slider.addEventListener("input", () => move(Number(slider.value)));
  slider.addEventListener("change", centre);
  slider.addEventListener("keydown", key);
  track.append(hatch, slider);
  const field = element("input");
  field.type = "text";
  field.id = "time-field";
  field.setAttribute("aria-label", "Time, such as 2026-11-28 14:05:09, or now");
  field.spellcheck = false;
  field.addEventListener("change", () => typed(field.value));
  const spans = element("select");
  spans.id = "time-span";
  spans.setAttribute("aria-label", "What the slider covers");
  for (const [millis, name] of SPANS) {
    const option = element("option", name);
    option.value = String(millis);
    spans.append(option);
  }
  spans.addEventListener("change", () => {
    span = Number(spans.value);
    centre();
  });
  const controls = element("div", undefined, "controls");
  controls.append(track, field, spans);
  const note = element("p", undefined, "soft");
  note.id = "time-note";
  note.setAttribute("aria-live", "polite");
  const list = element("details");
  list.id = "time-gap-list";
  root.append(banner, controls, note, list);
  return { root, banner, words, controls, hatch, slider, field, note, list };
}

function key(event) {
  const { from } = covered();
  const at = chosen ?? Date.now();
  const by = event.shiftKey ? SECOND : step();
  const actions = {
    ArrowLeft: () => choose(Math.max(record.from, at - by)),
    ArrowDown: () => choose(Math.max(record.from, at - by)),
    ArrowRight: () => choose(at + by),
    ArrowUp: () => choose(at + by),
    PageDown: () => choose(Math.max(record.from, at - 10 * by)),
    PageUp: () => choose(at + 10 * by),
    Home: () => choose(from),
    End: () => choose(undefined),
  };
  const action = actions[event.key];
  if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    action();
  }
}

function typed(text) {
  if (text.trim() === "" || text.trim() === "now") {
    choose(undefined);
    return;
  }
  const at = parseTime(text, chosen ?? Date.now());
  if (Number.isNaN(at)) {
    parts.note.textContent = visible(`"${text}" is no time; write it as 2026-11-28 14:05:09, as 14:05, or now.`);
    return;
  }
  choose(Math.max(at, record.from));
}

/** Draws what has changed; what is being typed stays. */
function update() {
  const at = chosen;
  document.body.classList.toggle("past", at !== undefined);
  if (!parts) {
    return;
  }
  parts.root.hidden = !record && at === undefined;
  parts.banner.hidden = at === undefined;
  if (at !== undefined) {
    const ago = length(Math.max(0, Date.now() - at));
    parts.words.textContent = `As it was at ${moment(at)} ${zone(at)}, ${ago} ago, as far as a recorder has kept it. `;
  }
  parts.controls.hidden = !record;
  parts.list.hidden = !record || record.gaps.length + record.damaged.length === 0;
  if (!record) {
    return;
  }
  const { from, to } = covered();
  const shown = at ?? to;
  parts.slider.min = String(Math.floor(from));
  parts.slider.max = String(Math.ceil(to));
  parts.slider.step = "1";
  parts.slider.value = String(at === undefined ? Math.ceil(to) : Math.round(at));
  parts.slider.setAttribute("aria-valuetext", at === undefined ? "now" : `${moment(at)} ${zone(at)}`);
  if (document.activeElement !== parts.field) {
    parts.field.value = at === undefined ? "now" : `${day(at)} ${clock(at, SECOND)}`;
  }
  parts.note.textContent = visible(
    at === undefined ? "" : gapsAt(shown).map((gap) => "Gap: " + gapName(gap) + ".").join(" "),
  );
  drawGaps(from, to);
}

/** Hatched where the record has a gap: of all nodes over the whole height, of one node below. */
function drawGaps(from, to) {
  const marks = [];
  for (const gap of record.gaps) {
    const end = gap.to ?? to;
    if (end > from && gap.from < to) {
      const mark = element("span", undefined, gap.node === undefined ? "gap" : "gap one");
      mark.style.left = (100 * (Math.max(gap.from, from) - from)) / (to - from) + "%";
      mark.style.width = `max(2px, ${(100 * (Math.min(end, to) - Math.max(gap.from, from))) / (to - from)}%)`;
      marks.push(mark);
    }
  }
  parts.hatch.replaceChildren(...marks);
}

/** Names all gaps, and the damaged files. */
function listGaps() {
  const names = element("ul");
  names.append(...record.gaps.toReversed().map((gap) => element("li", gapName(gap))));
  const count = record.gaps.length;
  const damaged = record.damaged.map((file) => element("p", "Damaged; its rows are left out: " + file, "bad"));
  parts.list.replaceChildren(element("summary", count === 1 ? "1 gap in the record" : `${count} gaps in the record`), names, ...damaged);
}

async function read() {
  if (!document.hidden) {
    try {
      const answer = await fetch("/past");
      record = answer.ok ? await answer.json() : null;
      if (record) {
        listGaps();
      }
      update();
      if (answer.status === 503) {
        parts.root.hidden = false;
        parts.note.textContent = visible(await answer.text());
      }
    } catch {
      // The dashboard does not answer, which the page says anyway.
    }
  }
  setTimeout(read, REFRESH_MILLIS);
}

/**
 * Begins.
 *
 * @param root an empty element for the slider
 * @param whenChanged called when another moment was chosen
 */
export function openTime(root, whenChanged) {
  changed = whenChanged;
  parts = build(root);
  addEventListener("popstate", addressChanged);
  update();
  read();
}
