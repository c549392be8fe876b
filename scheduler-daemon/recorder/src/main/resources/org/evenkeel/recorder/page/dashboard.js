// The dashboard: what the server tells each second, and the page that the address names.
import { element, factList, section, shortName, table, visible } from "./elements.js";
import { showJob } from "./job.js";
import { showTask } from "./task.js";
import { machinePage } from "./machines.js";
import { machineLink, stateText, stateWords } from "./machinetexts.js";
import { lineChart } from "./chart.js";
import { addressOf, chosenTime, openTime } from "./past.js";
import { beliefTable } from "./beliefs.js";
import { endedJobs } from "./ended.js";
import { clock, count, moment, zone } from "./times.js";

const REFRESH_MILLIS = 5000;
const RETRY_MILLIS = 5000;

/** The status of an answer that says that the cluster does not answer. */
const NO_ANSWER = 503;

const page = document.getElementById("page");

/** What the server has told last, and where it comes from. */
let now = null;
let source = null;
let retry = 0;

/** The address of the page, how many there were before, and when the page is read again. */
let shown = "";
let visit = 0;
let timer = 0;

function nameOf(job) {
  return shortName(job.name || job.job);
}

function progress(job) {
  const bar = element("div", undefined, "bar");
  bar.setAttribute("role", "progressbar");
  bar.setAttribute("aria-label", "tasks of " + nameOf(job) + " that ended");
  bar.setAttribute("aria-valuemin", "0");
  bar.setAttribute("aria-valuemax", String(Math.max(1, job.total)));
  bar.setAttribute("aria-valuenow", String(job.done));
  const done = element("span", undefined, "cause0");
  done.style.width = job.total > 0 ? (100 * job.done) / job.total + "%" : "0";
  bar.append(done);
  return bar;
}

function jobTable(root) {
  const { jobs } = now;
  if (jobs.length === 0) {
    root.append(element("p", "There are no jobs.", "soft"));
    return;
  }
  table(
    root,
    "jobs",
    [["job", "text"], ["submitter", "text"], ["progress", "text"], ["ended"], ["tasks"], ["running"], ["waiting"], ["failed"]],
    jobs.map((job) => {
      const link = element("a", nameOf(job));
      link.href = "#/job/" + job.job;
      return [
        link,
        shortName(job.submitter || ""),
        progress(job),
        count(job.done),
        count(job.total),
        count(job.running),
        count(job.waiting),
        job.failed > 0 ? element("span", count(job.failed), "bad") : "0",
      ];
    }),
  );
  if (now.jobsLeft) {
    root.append(element("p", `${count(now.jobsLeft)} more are not shown; "evenkeel jobs" lists all.`, "soft"));
  }
  if (now.moreJobs) {
    root.append(element("p", "There are more jobs: each node names 1,000 at most.", "soft"));
  }
}

/** What needs attention. */
function problems(root) {
  const target = element("div");
  target.id = "wrong";
  for (const what of now.missing ?? []) {
    target.append(element("p", what, "bad"));
  }
  for (const machine of now.machines.filter((each) => each.busy === undefined && each.how !== "left")) {
    target.append(element("p", `${shortName(machine.machine)}: ${stateWords(machine)}`, "bad"));
  }
  for (const job of now.jobs) {
    if (job.failed > 0) {
      const tasks = job.failed === 1 ? "1 task" : count(job.failed) + " tasks";
      target.append(element("p", `${tasks} of job ${nameOf(job)} failed`, "bad"));
    }
    if (job.why) {
      target.append(element("p", `Job ${nameOf(job)}: ${job.why}`, "bad"));
    }
  }
  root.append(target);
}

function rate(value) {
  return value === undefined || value < 0 ? "–" : value.toFixed(1);
}

function overview() {
  const root = document.createDocumentFragment();
  root.append(element("h1", "Cluster"));
  problems(root);
  const known = now.machines.filter((machine) => machine.busy !== undefined);
  const sum = (field) => known.reduce((total, machine) => total + machine[field], 0);
  const there = now.machines.filter((machine) => !machine.goneSince).length;
  factList(root, [
    [count(there), there === 1 ? "machine" : "machines"],
    [`${count(sum("busy"))} of ${count(sum("workers"))}`, "workers busy"],
    [count(sum("waiting")), "tasks waiting"],
    [rate(now.tasksPerSecond), "tasks ended per second"],
  ]);
  section(root, "Tasks ended per second, the last hour");
  const canvas = element("canvas");
  canvas.id = "rates";
  canvas.setAttribute("role", "img");
  const most = rate(Math.max(...now.rates));
  canvas.setAttribute("aria-label", `Tasks ended per second: now ${rate(now.tasksPerSecond)}, at most ${most}`);
  root.append(canvas);
  section(root, "Machines");
  table(
    root,
    "machines",
    [["machine", "text"], ["state", "text"], ["busy"], ["workers"], ["waiting"], ["parked"], ["tasks/s"], ["load", "text"]],
    now.machines.map((machine) => {
      const name = machineLink(machine.machine);
      return machine.busy === undefined
        ? [name, stateText(machine), "", "", "", "", "", ""]
        : [
            name,
            stateText(machine),
            count(machine.busy),
            count(machine.workers),
            count(machine.waiting),
            count(machine.parked),
            rate(machine.tasksPerSecond),
            machine.load,
          ];
    }),
  );
  section(root, "Jobs");
  jobTable(root);
  beliefTable(root, now.beliefs, now.moreBeliefs, now.at);
  replace(root);
  lineChart(canvas, now.rates, now.rateStep ?? 1000, now.at);
}

function jobs() {
  const root = document.createDocumentFragment();
  root.append(element("h1", "Jobs"));
  jobTable(root);
  endedJobs(root, now.jobs, now.jobsLeft ?? 0, draw);
  replace(root);
}

/** Another content; what has the keyboard keeps it, and a table that was scrolled sideways stays so. */
function replace(...content) {
  const active = page.contains(document.activeElement) ? document.activeElement : null;
  const href = active?.getAttribute("href");
  const selector = active?.id ? "#" + CSS.escape(active.id) : href ? `[href="${CSS.escape(href)}"]` : null;
  const scrolled = [...page.querySelectorAll(".wide")].map((frame) => [frame.id, frame.scrollLeft]);
  page.replaceChildren(...content);
  page.ariaBusy = "false";
  for (const [id, left] of scrolled) {
    const frame = document.getElementById(id);
    if (frame) {
      frame.scrollLeft = left;
    }
  }
  if (selector) {
    page.querySelector(selector)?.focus({ preventScroll: true });
  }
}

/** Says what is wrong; a screen reader reads it once. */
function trouble(text) {
  const target = document.getElementById("trouble");
  const words = visible(text).trim();
  if (target.textContent !== words) {
    target.textContent = words;
  }
}

function forgetStream() {
  window.taskStream?.close();
  window.taskStream = undefined;
}

/** Shows a job; whether it may change. A picture of which a part is looked at stays. */
async function readJob(id, mine) {
  const isPast = chosenTime() !== undefined;
  const answer = await fetch(addressOf("/job/" + id));
  const data = answer.ok ? await answer.json() : await answer.text();
  if (mine !== visit || window.taskStream?.isExamined()) {
    return !isPast;
  }
  if (!answer.ok) {
    if (!window.taskStream) {
      replace(element("h1", "Job " + id), element("p", data, "bad"));
    }
    return !isPast;
  }
  const root = element("div");
  forgetStream();
  window.taskStream = showJob(root, data, (task) => "#/task/" + task);
  document.title = `${shortName(data.job.name)} – Evenkeel`;
  const listed = now?.jobs.find((each) => each.job === id);
  const changes = !isPast && (!now || data.job.open > 0 || Boolean(listed?.attached));
  const until = changes ? " It is read again every few seconds, except while a part of the picture is looked at." : "";
  root
    .querySelector("#subtitle")
    .after(element("p", `As of ${moment(data.made)} ${zone(data.made)}.${until}`, "soft"));
  replace(root);
  return changes;
}

/** Shows what is read as a whole: a task, machines. What is shown stays while the cluster does not answer. */
async function readPage(what, mine) {
  const answer = await fetch(addressOf(what.url));
  const data = answer.ok ? await answer.json() : await answer.text();
  if (mine === visit && (answer.status !== NO_ANSWER || !what.shown)) {
    const root = element("div");
    if (answer.ok) {
      what.show(root, data);
    } else {
      root.append(element("h1", titleOf(what)), element("p", data, "bad"));
    }
    replace(root);
    what.shown = answer.ok;
  }
  return chosenTime() === undefined;
}

/** What an address names that is read by itself: how it is called, its id, and what reads or shows it. */
function named(address) {
  const job = /^#\/job\/([0-9a-z]+)$/.exec(address)?.[1];
  const task = /^#\/task\/([0-9a-z]+-[0-9]+)$/.exec(address)?.[1];
  if (job) {
    return { kind: "Job", id: job, read: readJob };
  }
  return task ? { kind: "Task", id: task, url: "/task/" + task, show: showTask } : machinePage(address);
}

function titleOf(what) {
  return `${what.kind} ${shortName(what.id)}`.trim();
}

/** Reads a page, and again as long as it may change; what is much work for the nodes more rarely. */
async function readAgain(what, mine) {
  const begun = performance.now();
  let again = true;
  if (!document.hidden && !window.taskStream?.isExamined()) {
    try {
      again = await (what.read ? what.read(what.id, mine) : readPage(what, mine));
    } catch {
      if (mine === visit && !window.taskStream && !what.shown) {
        replace(element("h1", titleOf(what)), element("p", "The dashboard does not answer.", "bad"));
      }
    }
  }
  if (mine === visit && again) {
    const pause = Math.max(REFRESH_MILLIS, (what.rest ?? 10) * (performance.now() - begun));
    timer = setTimeout(() => readAgain(what, mine), pause);
  }
}

/** Reads the cluster as it was, and shows it. */
async function readThen(mine) {
  page.ariaBusy = "true"; // what is here is of another moment
  let failure = "The dashboard does not answer.";
  try {
    const answer = await fetch(addressOf("/cluster"));
    if (mine === visit && answer.ok) {
      now = await answer.json();
    }
    failure = answer.ok ? "" : await answer.text();
  } catch {
    // It is said below.
  }
  if (mine === visit) {
    failure ? replace(element("p", failure, "bad")) : draw();
  }
}

/** Another moment was chosen: what is known of the former one does not count. */
function timeChanged() {
  now = null;
  document.getElementById("state").textContent = "";
  trouble("");
  followIfSeen();
  show();
}

/** Draws what the server has told last; other pages are read by themselves. */
function draw() {
  if (now?.seen && !named(shown)) {
    shown === "#/jobs" ? jobs() : overview();
  }
}

/** Shows the page that the address names. */
function show() {
  shown = location.hash || "#/";
  visit++;
  clearTimeout(timer);
  forgetStream();
  window.scrollTo(0, 0);
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.getAttribute("href") === shown;
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  const what = named(shown);
  document.title = what ? `${titleOf(what)} – Evenkeel` : shown === "#/jobs" ? "Jobs – Evenkeel" : "Evenkeel";
  if (what) {
    page.replaceChildren(element("p", "The nodes are asked …", "soft"));
    readAgain(what, visit);
  } else if (now?.seen) {
    draw();
  } else if (chosenTime() !== undefined) {
    readThen(visit);
  } else {
    page.replaceChildren(element("p", "The cluster is asked …", "soft"));
  }
  if (document.activeElement === document.body) {
    page.focus({ preventScroll: true });
  }
}

/** Follows what the server tells. */
function follow() {
  clearTimeout(retry);
  source?.close();
  const own = new EventSource("/now");
  source = own;
  own.addEventListener("message", (event) => {
    now = JSON.parse(event.data);
    const state = document.getElementById("state");
    state.textContent = now.seen ? `as of ${clock(now.seen, 1000)} ${zone(now.seen)}` : "";
    const older = now.seen ? "; what is here is older" : "";
    trouble(now.failure ? `The cluster does not answer: ${now.failure}${older}` : "");
    draw();
  });
  own.addEventListener("error", () => lost(own));
}

/** A browser connects again by itself, unless the server has refused it; then the server says why. */
async function lost(from) {
  let why = now ? "The dashboard does not answer; what is here is older." : "The dashboard does not answer.";
  if (from.readyState === EventSource.CLOSED) {
    try {
      const answer = await fetch("/style.css");
      why = answer.ok ? "Too many pages of this dashboard are open: close one." : await answer.text();
    } catch {
      // It does not answer.
    }
  }
  if (from === source) {
    trouble(why);
    if (from.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      retry = setTimeout(follow, RETRY_MILLIS);
    }
  }
}

/** A page that is not seen, or shows the past, takes no connection; a browser has six for a server. */
function followIfSeen() {
  if (document.hidden || chosenTime() !== undefined) {
    clearTimeout(retry);
    source?.close();
    source = null;
  } else {
    follow();
  }
}

addEventListener("hashchange", show);
document.addEventListener("visibilitychange", followIfSeen);
openTime(document.getElementById("time"), timeChanged);
show();
followIfSeen();
