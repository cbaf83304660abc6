const rowsIn = (root: Document) => root.getElementById("thread-rows");
const footIn = (root: Document) => root.getElementById("threads-foot");
const timeOf = (row: Element | undefined) => row?.querySelector("time")?.dateTime ?? "";
const idOf = (row: Element) => (row as HTMLElement).dataset.id;

export function mergeThreads(page: Document): void {
  const rows = rowsIn(document);
  const [first, ...below] = rows?.children ?? [];
  const fresh = [...(rowsIn(page)?.firstElementChild?.children ?? [])];
  if (!rows || !first) return;
  const focused = document.activeElement?.closest<HTMLElement>("#thread-rows [data-id]")?.dataset.id;
  const picker = rows.querySelector(".star-picker");
  const starred = picker?.closest<HTMLElement>("[data-id]")?.dataset.id;
  const ids = new Set(fresh.map(idOf));
  const next = footIn(page)?.querySelector("[data-more]");
  const more = next && (below.length > 0 || first.children.length > fresh.length);
  const moved = below.flatMap((part) =>
    more ? [...part.children].filter((row) => ids.has(idOf(row))) : part,
  );
  const end = timeOf(fresh.at(-1));
  const movedDown = more
    ? [...first.children].filter((row) => !ids.has(idOf(row)) && timeOf(row) <= end)
    : [];
  for (const each of moved) each.remove();
  if (movedDown.length > 0) {
    const second = below[0] ?? first.cloneNode();
    first.after(second);
    (second as Element).prepend(...movedDown);
  }
  first.replaceChildren(...fresh);
  if (picker) rows.querySelector(`[data-id="${starred}"]`)?.append(picker);
  const foot = footIn(page);
  if (!more && foot) footIn(document)?.replaceWith(foot);
  if (focused) rows.querySelector<HTMLElement>(`[data-id="${focused}"] a`)?.focus({ preventScroll: true });
}

export function keepThreads(page: Document, open: string): void {
  mergeThreads(page);
  for (const link of document.querySelectorAll("#thread-rows [aria-current]")) {
    link.removeAttribute("aria-current");
  }
  document.querySelector(`#thread-rows [data-id="${open}"] > a`)?.setAttribute("aria-current", "true");
  const list = document.getElementById("threads-scroll");
  if (list) page.getElementById("threads-scroll")?.replaceWith(list);
}
