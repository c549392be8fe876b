// Times and numbers as people read them: local times with the zone named, numbers with units.

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000, 900000,
  1800000, 3600000, 7200000, 10800000, 21600000, 43200000, 86400000, 172800000, 604800000,
];

/** The zone of this machine, such as "CET". */
export function zone(millis) {
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: "short" }).formatToParts(new Date(millis));
  const part = parts.find((each) => each.type === "timeZoneName");
  return part ? part.value : "UTC";
}

const two = (number) => String(number).padStart(2, "0");

/** A moment as "14:05:09.250", as exact as a distance of so many milliseconds needs. */
export function clock(millis, distance) {
  const date = new Date(millis);
  let text = two(date.getHours()) + ":" + two(date.getMinutes());
  if (distance < 60000) {
    text += ":" + two(date.getSeconds());
  }
  if (distance < 1000) {
    text += "." + String(date.getMilliseconds()).padStart(3, "0");
  }
  return text;
}

/** A day as "2026-11-28". */
export function day(millis) {
  const date = new Date(millis);
  return date.getFullYear() + "-" + two(date.getMonth() + 1) + "-" + two(date.getDate());
}

/** A moment with its day, to the millisecond. */
export function moment(millis) {
  return day(millis) + " " + clock(millis, 1);
}

/** A length of time as "1.5 s" or "3 h 20 min". */
export function length(millis) {
  if (millis < 0.9995) {
    return Math.round(millis * 1000) + " µs";
  }
  if (millis < 999.5) {
    return (millis < 9.95 ? millis.toFixed(1) : Math.round(millis)) + " ms";
  }
  const seconds = millis / 1000;
  if (seconds < 120) {
    return (seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)) + " s";
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) {
    return minutes + " min";
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 48) {
    return hours + " h " + (minutes % 60) + " min";
  }
  return Math.floor(hours / 24) + " d " + (hours % 24) + " h";
}

/** A count with groups of three digits. */
export function count(number) {
  return number.toLocaleString("en-GB");
}

/** A share as "12 %". */
export function percent(share) {
  const value = share * 100;
  return (value > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)) + " %";
}

/**
 * Moments for the marks of an axis, whole minutes, hours or days of local time.
 *
 * @param begin first moment shown, milliseconds since 1970
 * @param end last one
 * @param most marks
 */
export function ticks(begin, end, most) {
  const rough = (end - begin) / Math.max(1, most);
  const step = STEPS.find((each) => each >= rough) ?? Math.ceil(rough / 604800000) * 604800000;
  const shift = new Date(begin).getTimezoneOffset() * 60000;
  const marks = [];
  for (let at = Math.ceil((begin - shift) / step) * step + shift; at <= end; at += step) {
    marks.push(at);
  }
  return { step, marks };
}
