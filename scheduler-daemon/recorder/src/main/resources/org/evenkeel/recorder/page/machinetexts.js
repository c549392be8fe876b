// What is shown of machines on several pages: links, states, numbers with their units.
import { element, shortName } from "./elements.js";
import { clock, count, length, moment, zone } from "./times.js";

const STEP = 1024;
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Stands for what is not known. */
export const UNKNOWN = "–";

/** A link to the page of a machine. */
export function machineLink(name) {
  const link = element("a", shortName(name));
  link.href = "#/machine/" + encodeURIComponent(name);
  return link;
}

/** How a machine went that is gone, as GoneMachine has it. */
const HOW = new Map([["", ""], ["ended", " (ended unexpectedly)"], ["silent", " (no answer)"]]);

/** What a machine does, in the time zone of the browser where that is known. */
export function stateWords(machine) {
  const since = machine.goneSince === undefined ? NaN : Date.parse(machine.goneSince);
  return Number.isNaN(since)
    ? shortName(machine.state)
    : `gone since ${clock(since, 1000)} ${zone(since)}${HOW.get(machine.how) ?? ` (${shortName(machine.how)})`}`;
}

/** The same; what needs attention stands out. */
export function stateText(machine) {
  const troubled = machine.busy === undefined && machine.how !== "left";
  return element("span", stateWords(machine), troubled ? "bad" : undefined);
}

/** Bytes as "12.5 MiB". */
export function size(bytes) {
  if (bytes === undefined) {
    return UNKNOWN;
  }
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit++;
  }
  return (value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)) + " " + UNITS[unit];
}

/** Seconds as a length of time. */
export function seconds(value) {
  return value === undefined ? UNKNOWN : value === 0 ? "0 s" : length(value * 1000);
}

/** A speed as "1.20 ×". */
export function speed(value) {
  return value === undefined ? UNKNOWN : value.toFixed(2) + " ×";
}

/** The text of a number that may not be known. */
export function known(value) {
  return value === undefined ? UNKNOWN : count(value);
}

/** How long the waiting tasks keep the workers busy, if that is known. */
export function backlog(facts) {
  const { backlogSeconds: value } = facts;
  return value === undefined || value === 0 ? seconds(value) : "about " + seconds(value);
}

/** A moment with its day, to the minute. */
export function since(millis) {
  return millis === undefined ? UNKNOWN : `${moment(millis).slice(0, 16)} ${zone(millis)}`;
}

/** When a machine answered last, as "14:05:07 CET, 12 s ago". */
export function answered(machine, at) {
  if (machine.answered === undefined) {
    return UNKNOWN;
  }
  const text = `${clock(machine.answered, 1000)} ${zone(machine.answered)}`;
  return at - machine.answered < 1000 ? text : `${text}, ${length(at - machine.answered)} ago`;
}
