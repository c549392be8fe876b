// Elements of a page, made of texts.

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text that others chose, with an escape for each character that is not seen or turns what follows around. */
export function visible(text) {
  return String(text).replace(HIDDEN, (letter) => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** The same of a name, which may have any length. */
export function shortName(text) {
  const shown = visible(text);
  return shown.length > 200 ? shown.slice(0, 200) + "…" : shown;
}

/** An element with a text. */
export function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = visible(text);
  }
  if (kind) {
    made.className = kind;
  }
  return made;
}

/** A heading, and what is to be known of what follows. */
export function section(root, title, hint) {
  root.append(element("h2", title));
  if (hint) {
    root.append(element("p", hint, "soft"));
  }
}

/** Values with what each is: [value, words, class] each. */
export function factList(root, values) {
  const target = element("ul", undefined, "facts");
  target.id = "facts";
  for (const [value, words, kind] of values) {
    const item = element("li");
    item.append(element("strong", value, kind), element("span", words, "soft"));
    target.append(item);
  }
  root.append(target);
}

/** A table; heads are [title, class] each, cells are texts or elements. It scrolls sideways where it is too wide. */
export function table(root, id, heads, rows) {
  const target = element("table");
  target.id = id;
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
      const cell = element("td", value instanceof Node ? undefined : value, heads[i][1]);
      if (value instanceof Node) {
        cell.append(value);
      }
      line.append(cell);
    });
  }
  const frame = element("div", undefined, "wide");
  frame.id = id + "-frame";
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", "table: " + id);
  frame.append(target);
  root.append(frame);
  return target;
}
