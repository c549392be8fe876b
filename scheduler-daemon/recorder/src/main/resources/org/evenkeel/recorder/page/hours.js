// When a machine takes tasks, or took them: a strip of time, and the same as text.
import { element } from "./elements.js";
import { clock, day, ticks, zone } from "./times.js";

const MARKS = 4;

/** Parts that are named one by one. */
const MOST_WORDS = 40;

/** Parts of a time in order, [from, to, "open" or "closed"] each; spans are [from, to] each, in order. */
function parts(spans, begin, end) {
  const all = [];
  let at = begin;
  for (const [from, to] of spans) {
    const opens = Math.max(at, from);
    const closes = Math.min(end, to);
    if (closes > opens) {
      if (opens > at) {
        all.push([at, opens, "closed"]);
      }
      all.push([opens, closes, "open"]);
      at = closes;
    }
  }
  if (at < end) {
    all.push([at, end, "closed"]);
  }
  return all;
}

/** A moment as "19:00", with its day where that is not the one of a first moment. */
function near(millis, first) {
  const time = clock(millis, 60000);
  return day(millis) === day(first) ? time : day(millis) + " " + time;
}

/** How the states are called. */
const WORDS = { open: "open", closed: "closed", unknown: "not known" };

function words([from, to, what], begin, end) {
  const state = WORDS[what] ?? WORDS.unknown;
  if (from === begin && to === end) {
    return state + " all the time";
  }
  if (to === end) {
    return `${state} from ${near(from, begin)} on`;
  }
  return from === begin ? `${state} until ${near(to, begin)}` : `${state} ${near(from, begin)} to ${near(to, begin)}`;
}

/**
 * Shows when a calendar has a machine open.
 *
 * @param spans [from, to] each, milliseconds since 1970, in order
 * @param begin of the strip, milliseconds since 1970
 * @param end of the strip
 */
export function hoursStrip(root, spans, begin, end) {
  strip(root, "the next 24 hours", parts(spans, begin, end), begin, end);
}

/**
 * Shows when a machine was open.
 *
 * @param all parts of that time: [from, to, "open", "closed" or "unknown"] each, in order
 */
export function stateStrip(root, all, begin, end) {
  strip(root, "the 24 hours before", all, begin, end);
}

function strip(root, what, all, begin, end) {
  const texts = all.map((part) => words(part, begin, end));
  const frame = element("div", undefined, "hours");
  frame.id = "hours";
  frame.setAttribute("role", "img");
  frame.setAttribute("aria-label", `${what}, ${zone(begin)}: ${texts.slice(0, MOST_WORDS).join(", ")}`);
  all.forEach(([from, to, state], number) => {
    const part = element("span", undefined, state in WORDS ? state : "unknown");
    part.style.width = (100 * (to - from)) / (end - begin) + "%";
    part.title = texts[number];
    frame.append(part);
  });
  const axis = element("div", undefined, "hours-axis soft");
  axis.setAttribute("aria-hidden", "true");
  for (const at of ticks(begin, end, MARKS).marks) {
    const mark = element("span", clock(at, 60000));
    mark.style.left = (100 * (at - begin)) / (end - begin) + "%";
    axis.append(mark);
  }
  const more = texts.length > MOST_WORDS ? ", …" : "";
  const list = element("p", `${texts.slice(0, MOST_WORDS).join(", ")}${more} (${zone(begin)})`);
  list.id = "hours-words";
  root.append(frame, axis, list);
}
