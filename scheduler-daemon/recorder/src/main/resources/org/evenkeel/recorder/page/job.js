// How a job ran: what a report and a page of the dashboard show. All names are texts, never markup.
import { count, length, moment, percent, zone } from "./times.js";
import { element, factList, section, shortName, table, visible } from "./elements.js";
import { runsOfColumns } from "./runs.js";
import { COLOURS } from "./paint.js";
import { TaskStream } from "./stream.js";

/** What slots did, in the order of SlotTime.Cause. */
const CAUSES = ["computing", "lost", "other jobs", "not there", "idle while tasks waited", "nothing to do"];
const MOST_MOVES = 200;

function facts(root, data) {
  const { job } = data;
  factList(root, [
    [count(job.tasks), job.tasks === 1 ? "task" : "tasks"],
    [length(job.end - job.begin), job.open > 0 ? "since the first submission" : "from first submission to last end"],
    [length(job.runMs), "running time of all tasks"],
    [count(data.machines.length), data.machines.length === 1 ? "machine" : "machines"],
    [count(job.failed), job.failed === 1 ? "task failed" : "tasks failed", job.failed > 0 ? "bad" : undefined],
    [count(job.moves), job.moves === 1 ? "move of a running task" : "moves of running tasks"],
  ]);
}

function warnings(root, data) {
  const target = element("div");
  target.id = "warnings";
  for (const text of data.warnings) {
    target.append(element("p", text, "bad"));
  }
  root.append(target);
}

function stream(root, data, linkTo) {
  section(
    root,
    "Task stream",
    "A row for each slot, a bar for each run of a task. A curve leads from where a task was suspended to where it " +
      "resumed, if at most 400 are in view. Drag to move, use the wheel or + and − to zoom, arrow keys to go from run " +
      "to run, Home to see everything.",
  );
  const legend = element("div", undefined, "legend");
  legend.setAttribute("role", "group");
  legend.setAttribute("aria-label", "Kinds of tasks");
  const canvas = element("canvas");
  canvas.id = "stream";
  const rows = element("div");
  rows.append(canvas);
  const frame = element("div", undefined, "stream");
  frame.append(rows);
  const detail = element("p", "", "soft");
  detail.id = "detail";
  const note = element("div", undefined, "note");
  note.id = "note";
  note.setAttribute("aria-live", "polite");
  root.append(legend, frame, detail, note);
  const view = {
    runs: runsOfColumns(data.runs, data.job.begin, (task) => data.tasks.prefix + data.tasks.numbers[task]),
    rows: data.rows,
    kinds: data.kinds.map((kind) => kind.name),
    moves: data.moves,
    backlog: data.backlog,
    gaps: data.gaps,
    begin: data.job.begin,
    end: data.job.end,
    tiles: data.tiles,
  };
  const drawn = new TaskStream({ canvas, frame, note, detail }, view, linkTo);
  const buttons = data.kinds.map((kind, number) => {
    const button = element("button");
    const swatch = element("span", "", "swatch");
    swatch.style.background = `var(--kind${Math.min(number, COLOURS - 1)})`;
    button.id = "kind-" + number;
    button.append(swatch, shortName(kind.name));
    button.title = visible(kind.name);
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      const only = drawn.showOnly(number);
      buttons.forEach((each, i) => each.setAttribute("aria-pressed", String(i === only)));
    });
    return button;
  });
  const marks = [
    ["idle", "idle while tasks waited"],
    ["failed", "failed"],
    ["gap", "records lost"],
  ].map(([kind, words]) => {
    const mark = element("span", undefined, "soft");
    mark.append(element("span", "", "swatch " + kind), words);
    return mark;
  });
  legend.append(...buttons, ...marks);
  return drawn;
}

function causes(root, data) {
  section(
    root,
    "Where the time of the slots went",
    "Each machine's slots from the first submission to the last end: the parts add up to the whole. Lost is what had " +
      "to begin again or was cancelled. When a machine was closed is not recorded: it counts as idle.",
  );
  const rows = data.machines.map((machine) => {
    const bar = element("div", undefined, "bar");
    const whole = machine.causes.reduce((sum, each) => sum + each, 0) || 1;
    machine.causes.forEach((ms, number) => {
      const part = element("span", undefined, "cause" + number);
      part.style.width = (100 * ms) / whole + "%";
      part.title = CAUSES[number] + ": " + length(ms);
      bar.append(part);
    });
    return [shortName(machine.name), bar, ...machine.causes.map((ms) => percent(ms / whole)), length(whole)];
  });
  const heads = table(
    root,
    "causes",
    [["machine", "text"], ["parts", "text"], ...CAUSES.map((cause) => [cause]), ["together"]],
    rows,
  ).tHead.rows[0].cells;
  CAUSES.forEach((_, number) => heads[number + 2].prepend(element("span", "", "swatch cause" + number)));
}

function kinds(root, data) {
  section(root, "Kinds", "How long tasks ran, in all their runs together.");
  table(
    root,
    "kinds",
    [["kind", "text"], ["tasks"], ["failed"], ["half within"], ["90 % within"], ["99 % within"], ["longest"], ["together"]],
    data.kinds.map((kind) => [
      shortName(kind.name),
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

function machines(root, data) {
  section(root, "Machines", "How long runs took, and which part of its slots' time a machine computed.");
  table(
    root,
    "machines",
    [["machine", "text"], ["slots"], ["runs"], ["running time"], ["of its slots' time"], ["half within"], ["99 % within"]],
    data.machines.map((machine) => [
      shortName(machine.name),
      count(machine.slots),
      count(machine.runs),
      length(machine.runMs),
      percent(machine.causes[0] / (machine.causes.reduce((sum, each) => sum + each, 0) || 1)),
      length(machine.p50),
      length(machine.p99),
    ]),
  );
}

function failures(root, data) {
  if (data.failures.length === 0) {
    return;
  }
  section(root, "Failures");
  const target = element("div");
  target.id = "failures";
  for (const failure of data.failures) {
    const tasks = failure.count === 1 ? "1 task" : count(failure.count) + " tasks";
    const words = `${tasks} at ${failure.machines.join(", ")}; one is ${failure.example}`;
    target.append(element("p", words), element("pre", failure.text));
  }
  const others = data.job.failed - data.failures.reduce((sum, failure) => sum + failure.count, 0);
  if (others > 0) {
    target.append(element("p", `${count(others)} more, of other exceptions`, "soft"));
  }
  root.append(target);
}

function moves(root, data, runs) {
  if (data.moves.length === 0) {
    return;
  }
  section(root, "Moves of running tasks");
  const shown = data.moves.slice(0, MOST_MOVES);
  table(
    root,
    "moves",
    [["task", "text"], ["from", "text"], ["to", "text"], ["suspended at"], ["resumed after"]],
    shown.map((move) => {
      const between = runs.begin[move.to] - runs.end(move.from);
      return [
        runs.nameOf(move.from),
        shortName(data.rows[runs.row[move.from]].node),
        shortName(data.rows[runs.row[move.to]].node),
        moment(runs.end(move.from)) + " " + zone(runs.end(move.from)),
        between < 0 ? "not known: their clocks differ" : length(between),
      ];
    }),
  );
  if (shown.length < data.moves.length) {
    root.append(element("p", `${count(data.moves.length - shown.length)} more`, "soft"));
  }
}

/**
 * Shows a job.
 *
 * @param root an empty element
 * @param linkTo id of a task -> address of its page; undefined where there are none
 * @returns its task stream
 */
export function showJob(root, data, linkTo) {
  const { job } = data;
  root.append(element("h1", shortName(job.name)));
  const whose = job.submitter ? " of " + shortName(job.submitter) : "";
  const when = `${moment(job.begin)} to ${moment(job.end)} (${zone(job.begin)})`;
  const subtitle = element("p", `Job ${job.id}${whose}, ${when}`, "soft");
  subtitle.id = "subtitle";
  root.append(subtitle);
  if (data.source) {
    root.append(element("p", data.source, "soft"));
  }
  facts(root, data);
  warnings(root, data);
  const drawn = stream(root, data, linkTo);
  causes(root, data);
  kinds(root, data);
  machines(root, data);
  failures(root, data);
  moves(root, data, drawn.view.runs);
  return drawn;
}
