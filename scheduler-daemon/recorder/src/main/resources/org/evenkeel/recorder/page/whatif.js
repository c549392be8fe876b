// The page of forecasts: the choices, the answer in a sentence for each job, one picture, and what the answer leaves out.
import { drawBands } from "./bands.js";
import { element, section, shortName, visible } from "./elements.js";
import { clock, count, day, length, moment, zone } from "./times.js";

const EXACT_MILLIS = 600000;

const form = document.getElementById("choices");
const answerPart = document.getElementById("answer");
const progress = document.getElementById("progress");
const refused = document.getElementById("refused");

/** The answer that is shown, and how many were asked for. */
let shown = null;
let asked = 0;

/** Parameters of the address; several values of one are separated by commas. */
function parameters() {
  const made = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const parts = name === "add" || name === "without" || name === "priority" ? value.split(",") : [value];
    for (const part of parts) {
      if (part.trim()) {
        made.append(name, part.trim());
      }
    }
  }
  return made;
}

/** A time with its day if that is not the moment's; to the second where the interval is short. */
function time(millis, at, width) {
  const text = clock(millis, width < EXACT_MILLIS ? 1000 : 60000);
  return day(millis) === day(at) ? text : day(millis) + " " + text;
}

function times(end, at) {
  const width = end.high - end.low;
  return `${time(end.median, at, width)} (${time(end.low, at, width)} to ${time(end.high, at, width)})`;
}

function difference([low, median, high]) {
  if (low <= 0 && high >= 0) {
    return `No clear difference: from ${length(-low)} later to ${length(high)} earlier.`;
  }
  const [less, more] = median > 0 ? [low, high] : [-high, -low];
  return `${length(Math.abs(median))} ${median > 0 ? "earlier" : "later"} (${length(less)} to ${length(more)}).`;
}

function sentence(job, data) {
  const tasks = job.open === 1 ? "1 task was open" : `${count(job.open)} tasks were open`;
  const runs = `from ${count(data.runs)} simulated runs`;
  return job.changedEnd
    ? `${tasks}. The job would end at ${times(job.changedEnd, data.at)} instead of ${times(job.end, data.at)}; ${runs}. ${difference(job.earlierMillis)}`
    : `${tasks}. The job ends at ${times(job.end, data.at)}; ${runs}.`;
}

function truth(job, data) {
  const held = job.end.low <= job.ended && job.ended <= job.end.high ? "within" : "outside";
  return `Without a change these tasks actually ended at ${time(job.ended, data.at, 0)}, ${held} the interval.`;
}

function legend(changed, known) {
  const made = element("p", undefined, "soft");
  const part = (kind, words) => made.append(element("span", undefined, "swatch " + kind), words + "   ");
  part("plain", "as it is");
  if (changed) {
    part("changed", "with the change");
  }
  if (known) {
    part("gap", "actual end");
  }
  made.append("Each pale stroke is a run; the bar contains 8 of 10 runs; the line is the median.");
  return made;
}

function list(root, id, lines, kind) {
  const made = element("ul", undefined, kind);
  made.id = id;
  made.append(...lines.map((line) => element("li", line)));
  root.append(made);
}

function showAnswer(data) {
  shown = null;
  answerPart.replaceChildren();
  refused.textContent = data.refused ? "No forecast: " + visible(data.refused) : "";
  if (data.refused) {
    return;
  }
  const { jobs } = data;
  answerPart.append(element("p", `From ${moment(data.at)} ${zone(data.at)} on.`, "soft"));
  for (const job of jobs) {
    section(answerPart, shortName(job.name));
    answerPart.append(element("p", sentence(job, data)));
    if (job.ended) {
      answerPart.append(element("p", truth(job, data)));
    }
  }
  if (data.moreJobs > 0) {
    answerPart.append(element("p", `${count(data.moreJobs)} more jobs are not shown; choose one.`, "soft"));
  }
  section(answerPart, "Ends of all runs");
  answerPart.append(legend(jobs.some((job) => job.changedEnd), jobs.some((job) => job.ended)));
  const canvas = element("canvas");
  canvas.id = "bands";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", jobs.map((job) => `${shortName(job.name)}: ${sentence(job, data)}`).join(" "));
  answerPart.append(canvas);
  shown = { canvas, data, jobs };
  drawBands(canvas, data.at, jobs);
  section(answerPart, "How far to trust it");
  const { judged, held } = data.earlierForecasts;
  const record =
    judged === 0
      ? "No earlier forecast of this cluster can be judged yet."
      : `Of ${count(judged)} earlier forecasts of this cluster ${count(held)} held.`;
  const recordPart = element("p", `The interval should hold 8 of 10 times. ${record}`);
  recordPart.id = "record";
  answerPart.append(recordPart);
  list(answerPart, "notes", data.notes, "bad");
  section(answerPart, "Not considered");
  list(answerPart, "left-out", data.leftOut, "soft");
}

function option(value, words) {
  const made = element("option", words);
  made.value = value;
  return made;
}

/** Fills what can be chosen, and keeps what was. */
function offer(choices) {
  const job = document.getElementById("job");
  const chosen = job.value;
  const offered = choices.jobs.map((each) => option(each.job, shortName(each.name)));
  if (chosen && !choices.jobs.some((each) => each.job === chosen)) {
    offered.push(option(chosen, chosen));
  }
  if (choices.moreJobs > 0) {
    const more = option("", `${count(choices.moreJobs)} more: write ?job=ID into the address`);
    more.disabled = true;
    offered.push(more);
  }
  job.replaceChildren(option("", "all"), ...offered);
  job.value = chosen;
  document.getElementById("policy").placeholder = "as it is: " + shortName(choices.policy);
  document.getElementById("policies").replaceChildren(...choices.policies.map((name) => option(name, name)));
  document
    .getElementById("machines")
    .replaceChildren(...choices.machines.map((each) => option(each.name, `${shortName(each.name)}: ${count(each.slots)} slots`)));
}

async function ask() {
  const mine = ++asked;
  progress.textContent = "Reading the records and simulating …";
  answerPart.classList.add("old");
  let data;
  try {
    const answer = await fetch("/what-if/forecast?" + parameters());
    data = answer.ok ? await answer.json() : { refused: await answer.text() };
  } catch {
    data = { refused: "The dashboard does not answer." };
  }
  if (mine === asked) {
    progress.textContent = "";
    answerPart.classList.remove("old");
    if (data.choices) {
      offer(data.choices);
    }
    showAnswer(data);
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
const redraw = () => shown && drawBands(shown.canvas, shown.data.at, shown.jobs);
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form.elements.namedItem(name);
  if (field) {
    if (name === "job") {
      field.append(option(value, value));
    }
    field.value = value;
  }
}
ask();
