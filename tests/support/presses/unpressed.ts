import { type Control, nameOf } from "./controls";
import type { Entry } from "./record";

interface Known {
  /** The pattern of a path, like `/visits/:id/move`. */
  routeOf(path: string): string;
  /** The `data-` attributes and ids that scripts look for. */
  hooks: ReadonlySet<string>;
  /** The `data-` attributes by which scripts recognize the link or button that was clicked. */
  clickHooks: ReadonlySet<string>;
}

type Found = { hooks: Set<string>; where: Set<"browser" | "plain"> };

/**
 * Lists the controls that no test pressed to their good outcome. A control that a script handles must be pressed in
 * a browser.
 */
export function unpressed(entries: Entry[], { routeOf, hooks, clickHooks }: Known): string[] {
  const controls = new Map<string, Found>();
  for (const entry of entries) {
    if (entry.type !== "seen" && entry.type !== "pressed") continue;
    const control = withClickHooks(entry.control, clickHooks);
    // Links need a press only if a script handles them.
    if (control.kind === "link" && control.hooks.length === 0) continue;
    const name = nameOf(control, routeOf);
    const found = controls.get(name) ?? { hooks: new Set(), where: new Set() };
    controls.set(name, found);
    for (const hook of control.hooks) if (hooks.has(hook)) found.hooks.add(hook);
    if (control.kind === "button" || control.method === "DIALOG") found.hooks.add("a script");
    if (entry.type === "pressed") found.where.add(entry.where);
  }
  return [...controls]
    .flatMap(([name, { hooks: scripts, where }]) => {
      if (where.size === 0) return [`${name}: not pressed`];
      if (scripts.size > 0 && !where.has("browser")) return [`${name}: not pressed in a browser`];
      return [];
    })
    .sort();
}

/** Other attributes of a link hold data, for example the id of a visit. */
const withClickHooks = (control: Control, known: ReadonlySet<string>): Control =>
  control.kind === "link" ? { ...control, hooks: control.hooks.filter((hook) => known.has(hook)) } : control;

/** Lists the `data-` attributes by which a script recognizes what was clicked. */
export const clickHooksIn = (script: string): string[] =>
  [
    ...script.matchAll(/(?:closest|matches)(?:<\w+>)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\ba\[data-[a-z-]+/g),
  ].flatMap(([found]) => [...found.matchAll(/\[(data-[a-z-]+)/g)].map(([, name = ""]) => name));

/** Lists the `data-` attributes and ids that a script looks for. */
export function hooksIn(script: string): string[] {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const all = (pattern: RegExp) => [...script.matchAll(pattern)].map(([, name = ""]) => name);
  const taken = all(/\{([^{}]*)\} = [\w.?]+\.dataset\b/g).flatMap((names) =>
    names.split(",").map((name) => name.split(/[:=]/)[0]?.trim() ?? ""),
  );
  return [
    ...all(/\[(data-[a-z-]+)/g),
    ...all(/\bdataset\.(\w+)/g).map((name) => `data-${kebab(name)}`),
    ...taken.filter(Boolean).map((name) => `data-${kebab(name)}`),
    ...all(/getElementById\("([^"]+)"\)/g).map((id) => `#${id}`),
    ...all(/["'`\s](#[a-z][\w-]*)/g),
    ...all(/\bform(#[a-z][\w-]*)/g),
    ...all(/\.id === "([^"]+)"/g).map((id) => `#${id}`),
  ];
}
