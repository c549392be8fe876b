// Jobs that ended before, and are only in what a recorder has kept.
import { element, section, shortName, table } from "./elements.js";
import { addressOf, chosenTime, isRecorded } from "./past.js";
import { count, length, moment, zone } from "./times.js";

const REFRESH_MILLIS = 30000;

/** Later than everything. */
const LATEST = 8640000000000;

const NOTHING = { jobs: [], more: false, failure: "" };

/** What was read last, of which moment, and when. */
let read = NOTHING;
let readOf = "";
let readAt = 0;

async function readAgain(address, redraw) {
  readAt = performance.now();
  readOf = address;
  try {
    const answer = await fetch(address);
    const data = answer.ok ? await answer.json() : { ...NOTHING, failure: answer.status === 404 ? "" : await answer.text() };
    if (readOf === address) {
      read = data;
      redraw();
    }
  } catch {
    // The dashboard does not answer, which the page says anyway.
  }
}

/**
 * Lists them, if there are any.
 *
 * @param listed jobs that are listed anyway
 * @param left how many more are there
 * @param redraw called when there is something new
 */
export function endedJobs(root, listed, left, redraw) {
  if (chosenTime() === undefined && !isRecorded()) {
    return;
  }
  const now = chosenTime() === undefined;
  const address = now ? "/past/jobs?at=" + LATEST : addressOf("/jobs");
  if (address !== readOf || (now && performance.now() - readAt > REFRESH_MILLIS)) {
    read = address === readOf ? read : NOTHING;
    readAgain(address, redraw);
  }
  if (read.failure) {
    root.append(element("p", read.failure, "bad"));
  }
  const known = new Set(listed.map((job) => job.job));
  const ended = read.jobs.filter((job) => !known.has(job.job));
  if (ended.length === 0) {
    return;
  }
  const title = left > 0 ? "Ended before, or not listed above" : "Ended before";
  section(root, title, "From what a recorder has kept.");
  table(
    root,
    "ended",
    [["job", "text"], ["submitter", "text"], ["tasks"], ["failed"], ["began"], ["ended after"]],
    ended.map((job) => {
      const link = element("a", shortName(job.name || job.job));
      link.href = "#/job/" + job.job;
      return [
        link,
        shortName(job.submitter),
        count(job.total),
        job.failed === undefined ? "–" : job.failed > 0 ? element("span", count(job.failed), "bad") : "0",
        `${moment(job.begin)} ${zone(job.begin)}`,
        length(Math.max(0, job.end - job.begin)),
      ];
    }),
  );
  if (read.more) {
    root.append(element("p", 'There are more; "evenkeel query" finds all.', "soft"));
  }
}
