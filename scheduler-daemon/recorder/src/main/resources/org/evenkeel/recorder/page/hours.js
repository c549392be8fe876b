// When a machine takes tasks in the next 24 hours: a strip of time, and the same as text.
import { element } from "./elements.js";
import { clock, day, ticks, zone } from "./times.js";

const MARKS = 4;

/** Parts of a time in order, [from, to, whether it is open] each; spans are [from, to] each, in order. */
function parts(spans, begin, end) {
  const all = [];
  let at = begin;
  for (const [from, to] of spans) {
    const opens = Math.max(at, from);
    const closes = Math.min(end, to);
    if (closes > opens) {
      if (opens > at) {
        all.push([at, opens, false]);
      }
      all.push([opens, closes, true]);
      at = closes;
    }
  }
  if (at < end) {
    all.push([at, end, false]);
  }
  return all;
}

/** A moment as "19:00", with its day where that is not the one of a first moment. */
function near(millis, first) {
  const time = clock(millis, 60000);
  return day(millis) === day(first) ? time : day(millis) + " " + time;
}

function words([from, to, open], begin, end) {
  const state = open ? "open" : "closed";
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
  const all = parts(spans, begin, end);
  const texts = all.map((part) => words(part, begin, end));
  const strip = element("div", undefined, "hours");
  strip.id = "hours";
  strip.setAttribute("role", "img");
  strip.setAttribute("aria-label", `the next 24 hours, ${zone(begin)}: ${texts.join(", ")}`);
  all.forEach(([from, to, open], number) => {
    const part = element("span", undefined, open ? "open" : "closed");
    part.style.width = (100 * (to - from)) / (end - begin) + "%";
    part.title = texts[number];
    strip.append(part);
  });
  const axis = element("div", undefined, "hours-axis soft");
  axis.setAttribute("aria-hidden", "true");
  for (const at of ticks(begin, end, MARKS).marks) {
    const mark = element("span", clock(at, 60000));
    mark.style.left = (100 * (at - begin)) / (end - begin) + "%";
    axis.append(mark);
  }
  const list = element("p", `${texts.join(", ")} (${zone(begin)})`);
  list.id = "hours-words";
  root.append(strip, axis, list);
}
