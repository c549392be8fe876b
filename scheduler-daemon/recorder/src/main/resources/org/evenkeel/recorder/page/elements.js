// Elements of a page, made of texts.

/** An element with a text. */
export function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
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

/** A table; heads are [title, class] each, cells are texts or elements. */
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
      if (value instanceof Node) {
        line.insertCell().append(value);
      } else {
        line.append(element("td", value, heads[i][1]));
      }
    });
  }
  const frame = element("div", undefined, "wide");
  frame.append(target);
  root.append(frame);
  return target;
}
