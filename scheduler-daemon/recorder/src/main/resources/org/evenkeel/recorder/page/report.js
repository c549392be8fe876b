// The page of one job: reads what the report carries and shows it. All names are texts, never markup.
import { count, length, moment, percent, zone } from "./times.js";
import { Runs, unpack } from "./runs.js";
import { COLOURS } from "./paint.js";
import { TaskStream } from "./stream.js";

const CAUSES = ["computing", "done again", "other jobs", "closed", "idle while tasks waited", "nothing to do"];
const MOST_MOVES = 200;

const at = (id) => document.getElementById(id);

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  if (kind) {
    made.className = kind;
  }
  return made;
}

function table(target, heads, rows) {
  const head = target.createTHead().insertRow();
  for (const [title, kind] of heads) {
    const cell = element("th", title, kind);
    cell.scope = "col";
    head.append(cell);
  }
  const body = target.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((value, i) => {
      if (value instanceof Node) {
        line.insertCell().append(value);
      } else {
        line.append(element("td", value, heads[i][1]));
      }
    });
  }
}

function facts(data) {
  const { job } = data;
  const list = [
    [count(job.tasks), job.tasks === 1 ? "task" : "tasks"],
    [length(job.end - job.begin), "from first submission to last end"],
    [length(job.runMs), "running time of all tasks"],
    [count(data.machines.length), data.machines.length === 1 ? "machine" : "machines"],
    [count(job.failed), job.failed === 1 ? "task failed" : "tasks failed"],
    [count(job.moves), job.moves === 1 ? "move of a running task" : "moves of running tasks"],
  ];
  for (const [value, words] of list) {
    const item = element("li");
    item.append(element("strong", value), element("span", words, "soft"));
    at("facts").append(item);
  }
}

function warnings(data) {
  for (const text of data.warnings) {
    at("warnings").append(element("p", text, "bad"));
  }
}

function stream(data) {
  const runs = new Runs(data.runs, data.job.begin);
  const taskNumber = (task) => data.tasks.prefix + data.tasks.numbers[task];
  const view = {
    runs,
    rows: data.rows,
    kinds: data.kinds.map((kind) => kind.name),
    names: taskNumber,
    moves: data.moves,
    backlog: data.backlog,
    gaps: data.gaps,
    begin: data.job.begin,
    end: data.job.end,
  };
  const drawn = new TaskStream(at("stream"), at("note"), view);
  const buttons = data.kinds.map((kind, number) => {
    const button = element("button");
    const swatch = element("span", "", "swatch");
    swatch.style.background = `var(--kind${Math.min(number, COLOURS - 1)})`;
    button.append(swatch, kind.name);
    button.title = kind.name;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      const only = drawn.showOnly(number);
      buttons.forEach((each, i) => each.setAttribute("aria-pressed", String(i === only)));
    });
    return button;
  });
  const idle = element("span", undefined, "soft");
  idle.append(element("span", "", "swatch idle"), "idle while tasks waited");
  at("legend").append(...buttons, idle);
  window.taskStream = drawn; // for tests: when was what drawn
}

function causes(data) {
  const rows = data.machines.map((machine) => {
    const bar = element("div", undefined, "bar");
    const whole = machine.causes.reduce((sum, each) => sum + each, 0) || 1;
    machine.causes.forEach((ms, number) => {
      const part = element("span", undefined, "cause" + number);
      part.style.width = (100 * ms) / whole + "%";
      part.title = CAUSES[number] + ": " + length(ms);
      bar.append(part);
    });
    return [machine.name, bar, ...machine.causes.map((ms) => percent(ms / whole)), length(whole)];
  });
  table(
    at("causes"),
    [["machine", "text"], ["", "text"], ...CAUSES.map((cause) => [cause]), ["together"]],
    rows,
  );
}

function kinds(data) {
  table(
    at("kinds"),
    [["kind", "text"], ["tasks"], ["failed"], ["half within"], ["90 % within"], ["99 % within"], ["longest"], ["together"]],
    data.kinds.map((kind) => [
      kind.name,
      count(kind.tasks),
      count(kind.failed),
      length(kind.p50),
      length(kind.p90),
      length(kind.p99),
      length(kind.max),
      length(kind.runMs),
    ]),
  );
}

function machines(data) {
  table(
    at("machines"),
    [["machine", "text"], ["slots"], ["runs"], ["running time"], ["of its slots' time"], ["half within"], ["99 % within"]],
    data.machines.map((machine) => [
      machine.name,
      count(machine.slots),
      count(machine.runs),
      length(machine.runMs),
      percent(machine.causes[0] / (machine.causes.reduce((sum, each) => sum + each, 0) || 1)),
      length(machine.p50),
      length(machine.p99),
    ]),
  );
}

function failures(data) {
  at("failures-section").hidden = data.failures.length === 0;
  for (const failure of data.failures) {
    const tasks = failure.count === 1 ? "1 task" : count(failure.count) + " tasks";
    const words = `${tasks} at ${failure.machines.join(", ")}; one is ${failure.example}`;
    at("failures").append(element("p", words), element("pre", failure.text));
  }
}

function moves(data, runs) {
  at("moves-section").hidden = data.moves.length === 0;
  const shown = data.moves.slice(0, MOST_MOVES);
  table(
    at("moves"),
    [["task", "text"], ["from", "text"], ["to", "text"], ["suspended at"], ["resumed after"]],
    shown.map((move) => [
      data.tasks.prefix + data.tasks.numbers[runs.task[move.from]],
      data.rows[runs.row[move.from]].node,
      data.rows[runs.row[move.to]].node,
      moment(runs.end(move.from)),
      length(runs.begin[move.to] - runs.end(move.from)),
    ]),
  );
  if (shown.length < data.moves.length) {
    at("moves").after(element("p", `${count(data.moves.length - shown.length)} more`, "soft"));
  }
}

async function main() {
  const data = await unpack(at("data").textContent.trim());
  const { job } = data;
  document.title = job.name + " – job report";
  at("title").textContent = job.name;
  at("subtitle").textContent =
    `Job ${job.id}${job.submitter ? " of " + job.submitter : ""}, ${moment(job.begin)} to ${moment(job.end)} ` +
    `(${zone(job.begin)})`;
  facts(data);
  warnings(data);
  stream(data);
  causes(data);
  kinds(data);
  machines(data);
  failures(data);
  moves(data, window.taskStream.view.runs);
  at("footer").textContent = `Made by Evenkeel ${data.version}, ${moment(data.made)}.`;
}

main().catch((problem) => {
  at("warnings").append(element("p", "This report cannot be shown: " + problem.message, "bad"));
});
