// What each node believed of its neighbours at a moment of the past.
import { element, section, shortName, table } from "./elements.js";
import { count, length } from "./times.js";

/** More rows are shown for one node at a time. */
const MOST_ROWS = 200;

/** The node that is shown where there are too many. */
let chosen = "";

/**
 * Shows beliefs, if there are any.
 *
 * @param beliefs [{ node, neighbour, up, believed, told, room, since, earlier }]
 * @param more whether there are more of them
 * @param at the moment, milliseconds since 1970
 */
export function beliefTable(root, beliefs, more, at) {
  if (!beliefs || beliefs.length === 0) {
    return;
  }
  section(
    root,
    "What nodes believed of their neighbours",
    "The load that a node assumed, the load that its neighbour had told last, for how many tasks the node believed it " +
      "had room, and the age of that belief.",
  );
  const frame = element("div");
  const nodes = [...new Set(beliefs.map((belief) => belief.node))];
  const all = beliefs.length <= MOST_ROWS;
  const draw = () => {
    const rows = all ? beliefs : beliefs.filter((belief) => belief.node === chosen);
    frame.replaceChildren();
    table(
      frame,
      "beliefs",
      [["node", "text"], ["neighbour", "text"], ["link", "text"], ["load assumed", "text"], ["load told", "text"], ["room for tasks"], ["age"]],
      rows.map((belief) => [
        shortName(belief.node),
        shortName(belief.neighbour),
        belief.up ? "up" : element("span", "down", "bad"),
        belief.believed,
        belief.told,
        count(belief.room),
        (belief.earlier ? "over " : "") + length(Math.max(0, at - belief.since)),
      ]),
    );
  };
  if (!all) {
    chosen = nodes.includes(chosen) ? chosen : nodes[0];
    const select = element("select");
    select.id = "believing";
    select.setAttribute("aria-label", "Node whose beliefs are shown");
    for (const node of nodes) {
      const option = element("option", shortName(node));
      option.value = node;
      option.selected = node === chosen;
      select.append(option);
    }
    select.addEventListener("change", () => {
      chosen = select.value;
      draw();
    });
    root.append(select);
  }
  draw();
  root.append(frame);
  if (more) {
    root.append(element("p", 'There are more; "evenkeel query" has all of them in the table neighbours.', "soft"));
  }
}
