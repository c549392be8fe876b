// The machines of a cluster: the addresses of their pages, and a table of all. All names are texts, never markup.
import { element, shortName, table } from "./elements.js";
import { clock, moment, zone } from "./times.js";
import { showMachine } from "./machine.js";
import { UNKNOWN, answered, backlog, known, machineLink, since, size, speed, stateText } from "./machinetexts.js";

/** What an address names of the machines: how it is called, its id, where it is read, and what shows it; else undefined. */
export function machinePage(address) {
  if (address === "#/machines") {
    return { kind: "Machines", id: "", url: "/machines", show: showMachines, rest: 1 };
  }
  const name = /^#\/machine\/(.+)$/s.exec(address)?.[1];
  try {
    return name === undefined
      ? undefined
      : { kind: "Machine", id: decodeURIComponent(name), url: "/machine/" + name, show: showMachine, rest: 1 };
  } catch {
    return undefined; // the address was cut within a character
  }
}

/** Shows all machines. */
function showMachines(root, data) {
  root.append(element("h1", "Machines"));
  root.append(
    data.recorded
      ? element("p", `As of ${moment(data.at)} ${zone(data.at)}. Speed, heap, disk and the start of daemons are not recorded.`, "soft")
      : element("p", `As of ${clock(data.at, 1000)} ${zone(data.at)}. It is read again every few seconds.`, "soft"),
  );
  table(
    root,
    "machines",
    [
      ["machine", "text"],
      ["state", "text"],
      ["busy"],
      ["idle"],
      ["parked"],
      ["waiting"],
      ["backlog"],
      ["load told", "text"],
      ["speed"],
      ["daemon's heap"],
      ["free disk"],
      ["version", "text"],
      ["runs since", "text"],
      ["last answer", "text"],
    ],
    data.machines.map((machine) => {
      const facts = machine.facts ?? {};
      const answers = machine.busy !== undefined;
      return [
        machineLink(machine.machine),
        stateText(machine),
        known(machine.busy),
        answers ? known(facts.idle) : UNKNOWN,
        known(machine.parked),
        known(machine.waiting),
        answers ? backlog(facts) : UNKNOWN,
        shortName(machine.load ?? UNKNOWN),
        speed(facts.speed),
        size(facts.heapUsed),
        size(facts.diskFree),
        shortName(facts.version ?? UNKNOWN),
        since(facts.started),
        answered(machine, data.at),
      ];
    }),
  );
  root.append(
    element(
      "p",
      "Parked tasks have started and wait for others. The backlog is an estimate: what waits, at the mean running " +
        "time so far, over all workers; or what the policy plans. Speed is that of one worker, 1 is the reference.",
      "soft",
    ),
  );
}
