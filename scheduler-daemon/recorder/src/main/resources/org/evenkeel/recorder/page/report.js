// A report: one file that carries its job.
import { element, visible } from "./elements.js";
import { showJob } from "./job.js";
import { unpack } from "./runs.js";
import { moment, zone } from "./times.js";

async function main(root) {
  const data = await unpack(document.getElementById("data").textContent.trim());
  document.title = visible(data.job.name) + " – job report";
  window.taskStream = showJob(root, data); // for tests: what was drawn when
  const made = `${moment(data.made)} ${zone(data.made)}`;
  root.append(element("p", `Made by Evenkeel ${data.version}, ${made}.`, "soft"));
}

const root = document.getElementById("job");
main(root).catch((problem) => {
  root.append(element("p", "This report cannot be shown: " + problem.message, "bad"));
});
