// The page of a task: what happened to it on all machines, each step with its reason, then where it is.
import { element, section, shortName, table } from "./elements.js";
import { clock, count, day, zone } from "./times.js";

/**
 * Shows a task.
 *
 * @param root an empty element
 */
export function showTask(root, data) {
  root.append(element("h1", "Task " + data.task));
  root.append(...data.missing.map((line) => element("p", line, "bad")));
  section(
    root,
    "What happened",
    data.steps.length > 0 ? `Times are of ${zone(data.steps[0].at)}, by the clock of each machine.` : undefined,
  );
  if (data.left > 0) {
    const command = data.recorded ? "query" : "explain";
    root.append(element("p", `${count(data.left)} older steps are not shown; "evenkeel ${command}" prints all.`, "soft"));
  }
  let before = "";
  table(
    root,
    "steps",
    [["time", "text"], ["machine", "text"], ["step", "text"], ["reason", "text"]],
    data.steps.map((step) => {
      const date = day(step.at);
      const time = (date === before ? "" : date + " ") + clock(step.at, 1);
      before = date;
      return [time, shortName(step.node), step.what, step.reason];
    }),
  );
  section(root, data.recorded ? "Then" : "Now");
  const now = element("pre", data.now.join("\n"));
  now.id = "now";
  root.append(now);
}
