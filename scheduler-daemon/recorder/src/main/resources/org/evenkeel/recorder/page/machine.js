// The page of a machine. All names are texts, never markup.
import { element, factList, section, shortName, table } from "./elements.js";
import { count, length, moment, zone } from "./times.js";
import { UNKNOWN, answered, backlog, known, machineLink, seconds, since, size, speed, stateText } from "./machinetexts.js";
import { hoursStrip, stateStrip } from "./hours.js";

const DAY_MILLIS = 86400000;

function figures(root, machine, recorded) {
  const { facts } = machine;
  const list = [];
  if (machine.busy !== undefined) {
    list.push(
      [`${count(machine.busy)} of ${count(machine.workers)}`, facts.frozen ? "workers busy, frozen" : "workers busy"],
      [known(facts.idle), "workers idle"],
      [known(machine.parked), "tasks parked"],
      [known(machine.waiting), "tasks waiting"],
      [backlog(facts), facts.backlogPlanned ? "backlog, as planned" : "backlog, at the mean running time"],
      [shortName(machine.load || UNKNOWN), "load told to neighbours"],
    );
    if (!recorded) {
      list.push([seconds(facts.longestWaitSeconds), "the longest wait"]);
    }
  }
  if (!recorded) {
    list.push(
      [speed(facts.speed), "speed of a worker, 1 is the reference"],
      [`${size(facts.heapUsed)} of ${size(facts.heapMax)}`, "daemon's heap"],
      [size(facts.machineMemory), "memory of the machine"],
      [size(facts.diskFree), "free disk"],
    );
  }
  factList(root, list);
}

/** Whether it is open now, by its hours and a notice, and until when. */
function present(facts) {
  const { notice, until } = facts;
  const why = notice ? ": " + shortName(notice) : "";
  const when = until === undefined ? "" : `${moment(until).slice(0, 19)} ${zone(until)}`;
  if (facts.onHold) {
    return `Now it is on hold${why}.` + (when && ` Running tasks move at ${when}.`);
  }
  if (notice && facts.open) {
    return `Now it is closing${why}.` + (when && ` It is closed at ${when}.`);
  }
  return `Now it is ${facts.open ? "open" : "closed"}${when && " until " + when}${why}.`;
}

function hours(root, facts, at) {
  section(root, "When it takes tasks");
  if (facts.open === undefined && !facts.calendar) {
    root.append(element("p", "It has no calendar: it takes tasks at all times, except after a notice.", "soft"));
    return;
  }
  if (facts.notice || !facts.calendar) {
    const text = element("p", present(facts));
    text.id = "notice";
    root.append(text);
  }
  if (facts.calendar) {
    hoursStrip(root, facts.calendar, at, at + DAY_MILLIS);
  } else if (!facts.notice) {
    root.append(element("p", "Its daemon runs an earlier version, which tells no more of its calendar.", "soft"));
  }
}

/** What a machine told at a moment of a day that is recorded. */
function stateOf(change) {
  if (!change.answers) {
    return element("span", "no answer", "bad");
  }
  if (change.leaving) {
    return "leaving";
  }
  const state = change.state === "open" ? (change.notice ? "closing" : "open") : "closed";
  return state + (change.notice ? ": " + shortName(change.notice) : change.calendar ? ", by its calendar" : "");
}

/** When it took tasks on the day before, and what changed. */
function dayBefore(root, day) {
  section(root, "When it took tasks", "The 24 hours before. Its calendar for later is not recorded.");
  stateStrip(root, day.parts, day.from, day.to);
  section(root, "What changed on that day");
  table(
    root,
    "changes",
    [["time", "text"], ["state", "text"], ["workers"], ["policy", "text"], ["version", "text"]],
    day.changes.map((change) => [
      `${moment(change.at).slice(0, 19)} ${zone(change.at)}`,
      stateOf(change),
      known(change.slots),
      shortName(change.policy || UNKNOWN),
      shortName(change.version || UNKNOWN),
    ]),
  );
  if (day.changes.length === 0) {
    root.append(element("p", "Nothing was recorded of it on that day.", "soft"));
  }
  if (day.more) {
    root.append(element("p", 'There are earlier ones; "evenkeel query" has all of them in the table nodes.', "soft"));
  }
}

function links(root, facts, recorded) {
  section(
    root,
    "Links",
    recorded
      ? "Its neighbours, as it saw them: the load that each had told last, and the load that it assumed."
      : "Its neighbours, as it sees them: the load that each told last, and the load that it assumes now. Something is " +
          "heard over each link every few seconds, at least a ping.",
  );
  if (facts.links.length === 0) {
    root.append(element("p", "It has no neighbours.", "soft"));
    return;
  }
  table(
    root,
    "links",
    [
      ["machine", "text"],
      ["link", "text"],
      ["load told", "text"],
      ["load assumed", "text"],
      ["room for tasks"],
      ["lost within 1 h"],
      ["last heard"],
    ],
    facts.links.map((link) => [
      machineLink(link.machine),
      element("span", link.up ? "up" : "down", link.up ? undefined : "bad"),
      shortName(link.told),
      shortName(link.believed),
      count(link.room),
      known(link.losses),
      link.heardMillis === undefined ? UNKNOWN : length(link.heardMillis) + " ago",
    ]),
  );
}

function daemon(root, facts, recorded) {
  section(root, "Daemon");
  const now = (rows) => (recorded ? [] : rows());
  table(
    root,
    "daemon",
    [["what", "text"], ["value", "text"]],
    [
      ["version", shortName(facts.version)],
      ...now(() => [["runs since", `${since(facts.started)}, for ${length(facts.upMillis)}`]]),
      ["address", shortName(facts.address)],
      ["policy", shortName(facts.policy)],
      ["worker processes", count(facts.workerProcesses)],
      ...now(() => [["workers are confined by", shortName(facts.protection || UNKNOWN)]]),
      ["programs attached", count(facts.programs)],
      ...now(() => [
        ["payloads in memory", size(facts.payloadBytes)],
        ["payloads, code and checkpoints on disk", size(facts.blobBytes)],
        ["certificate ends", since(facts.certificateUntil)],
      ]),
      ["attempts at tasks that ended", `${count(facts.run)}, of these failed ${count(facts.failed)}`],
      ["worker time in tasks", seconds(facts.runSeconds)],
      ...now(() => [
        ["tasks received and sent", `${count(facts.received)} and ${count(facts.sent)}`],
        ["running tasks that moved to end sooner", count(facts.movedToSave)],
      ]),
    ],
  );
}

/** Shows a machine, as it is or as a recorder has kept it. */
export function showMachine(root, data) {
  const { machine, recorded } = data;
  root.append(element("h1", "Machine " + shortName(machine.machine)));
  const state = element("p", "");
  state.id = "machine-state";
  state.append(stateText(machine));
  root.append(state, element("p", `Last answer: ${answered(machine, data.at)}.`, "soft"));
  if (!machine.facts) {
    const words = recorded
      ? "No answer of it was recorded on the day before."
      : "The pages of machines have had no answer from it: nothing else is known.";
    root.append(element("p", words, "soft"));
    return;
  }
  if (machine.busy === undefined) {
    root.append(element("p", "What follows is from its last answer.", "soft"));
  }
  figures(root, machine, recorded);
  recorded ? dayBefore(root, data.day) : hours(root, machine.facts, data.at);
  links(root, machine.facts, recorded);
  daemon(root, machine.facts, recorded);
}
