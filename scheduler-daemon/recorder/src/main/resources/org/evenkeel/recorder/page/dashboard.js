// The dashboard: what the server tells each second, and the page that the address names.
import { element, section, table } from "./elements.js";
import { showJob } from "./job.js";
import { lineChart } from "./chart.js";
import { clock, count, length } from "./times.js";

const REFRESH_MILLIS = 5000;

const page = document.getElementById("page");
let now = null;
let shown = "";
let timer = 0;

function fact(list, value, words, kind) {
  const item = element("li");
  item.append(element("strong", value, kind), element("span", words, "soft"));
  list.append(item);
}

function progress(job) {
  const total = job.total || 0;
  const bar = element("div", undefined, "bar");
  bar.setAttribute("role", "progressbar");
  bar.setAttribute("aria-valuemin", "0");
  bar.setAttribute("aria-valuemax", String(total));
  bar.setAttribute("aria-valuenow", String(job.done));
  const done = element("span", undefined, "cause0");
  done.style.width = total === 0 ? "0" : (100 * job.done) / total + "%";
  bar.append(done);
  return bar;
}

function jobTable(root, jobs) {
  if (jobs.length === 0) {
    root.append(element("p", "There are no jobs now.", "soft"));
    return;
  }
  table(
    root,
    "jobs",
    [["job", "text"], ["of", "text"], ["progress", "text"], ["ended"], ["all"], ["running"], ["waiting"], ["failed"]],
    jobs.map((job) => {
      const link = element("a", job.name || job.job);
      link.href = "#/job/" + job.job;
      return [
        link,
        job.submitter || "",
        progress(job),
        count(job.done),
        count(job.total),
        count(job.running),
        count(job.waiting),
        job.failed > 0 ? element("span", count(job.failed), "bad") : "0",
      ];
    }),
  );
}

function wrong(root) {
  const list = [];
  if (now.failure) {
    list.push("No daemon answers: " + now.failure + " What is below is older.");
  }
  for (const machine of now.machines) {
    if (machine.busy === undefined) {
      list.push(machine.machine + ": " + machine.state);
    }
  }
  for (const job of now.jobs) {
    if (job.failed > 0) {
      list.push(`${count(job.failed)} tasks of job ${job.name || job.job} failed`);
    }
  }
  const target = element("div");
  target.id = "wrong";
  target.append(...list.map((text) => element("p", text, "bad")));
  root.append(target);
}

/** Another content; who is at a link by keyboard stays there. */
function replace(root) {
  const at = page.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  page.replaceChildren(root);
  if (at) {
    [...page.querySelectorAll("a")].find((link) => link.getAttribute("href") === at)?.focus({ preventScroll: true });
  }
}

function overview() {
  const root = document.createDocumentFragment();
  root.append(element("h1", "Cluster"));
  wrong(root);
  const known = now.machines.filter((machine) => machine.busy !== undefined);
  const sum = (field) => known.reduce((total, machine) => total + machine[field], 0);
  const facts = element("ul", undefined, "facts");
  facts.id = "facts";
  fact(facts, count(now.machines.length), now.machines.length === 1 ? "machine" : "machines");
  fact(facts, `${count(sum("busy"))} of ${count(sum("workers"))}`, "workers busy");
  fact(facts, count(sum("waiting")), "tasks waiting");
  fact(facts, now.tasksPerSecond === undefined ? "–" : now.tasksPerSecond.toFixed(1), "tasks ended per second");
  root.append(facts);
  section(root, "Tasks ended per second, the last hour");
  const canvas = element("canvas");
  canvas.id = "rates";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "Tasks ended per second");
  root.append(canvas);
  section(root, "Machines");
  table(
    root,
    "machines",
    [["machine", "text"], ["does", "text"], ["busy"], ["workers"], ["waiting"], ["parked"], ["tasks/s"], ["load", "text"]],
    now.machines.map((machine) => {
      const silent = machine.busy === undefined;
      const state = silent ? element("span", machine.state, "bad") : machine.state;
      const rate = machine.tasksPerSecond;
      return silent
        ? [machine.machine, state, "", "", "", "", "", ""]
        : [
            machine.machine,
            state,
            count(machine.busy),
            count(machine.workers),
            count(machine.waiting),
            count(machine.parked),
            rate === undefined ? "–" : rate.toFixed(1),
            machine.load,
          ];
    }),
  );
  section(root, "Jobs");
  jobTable(root, now.jobs);
  replace(root);
  lineChart(canvas, now.rates, 1000, now.at);
}

function jobs() {
  const root = document.createDocumentFragment();
  root.append(element("h1", "Jobs"));
  jobTable(root, now.jobs);
  if (now.moreJobs) {
    root.append(element("p", "There are more jobs, which no node named.", "soft"));
  }
  replace(root);
}

/** A job is read again while it runs, unless somebody looks at a part of it. */
async function job(id) {
  const answer = await fetch("/job/" + encodeURIComponent(id));
  if (shown !== "#/job/" + id) {
    return;
  }
  if (!answer.ok) {
    page.replaceChildren(element("h1", "Job " + id), element("p", await answer.text(), "bad"));
    return;
  }
  const before = window.taskStream;
  const looks = before && (before.chosen >= 0 || before.end - before.begin < (before.view.end - before.view.begin) * 0.999);
  if (before && before.job === id && looks) {
    return;
  }
  const root = element("div");
  window.taskStream = showJob(root, await answer.json());
  window.taskStream.job = id;
  page.replaceChildren(root);
}

function show() {
  const address = location.hash || "#/";
  const changed = address !== shown;
  shown = address;
  if (changed) {
    clearInterval(timer);
    window.taskStream = undefined;
    window.scrollTo(0, 0);
  }
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.getAttribute("href") === address;
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  const of = /^#\/job\/([0-9a-z]+)$/.exec(address);
  if (of && changed) {
    page.replaceChildren(element("p", "The records of all nodes are read …", "soft"));
    job(of[1]);
    timer = setInterval(() => job(of[1]), REFRESH_MILLIS);
  } else if (!of && now) {
    address === "#/jobs" ? jobs() : overview();
  }
}

function follow() {
  const source = new EventSource("/now");
  const state = document.getElementById("state");
  source.addEventListener("message", (event) => {
    now = JSON.parse(event.data);
    state.textContent = "as of " + clock(now.at, 1000);
    show();
  });
  source.addEventListener("error", () => {
    state.textContent = now
      ? `the dashboard does not answer for ${length(Date.now() - now.at)}`
      : "the dashboard does not answer";
  });
}

addEventListener("hashchange", show);
follow();
