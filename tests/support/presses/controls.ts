/** A form's submit button, a button without a form, or a link that a script handles. */
export interface Control {
  kind: "submit" | "button" | "link";
  /** The form's method, in capitals. Empty without a form. */
  method: string;
  /** The path of the form's action, or the link's path. */
  path: string;
  /** The button's name and value, if it has a name. */
  button: string;
  /** The hidden field or parameter of the form that names the act, if it has one. */
  act: string;
  /** The names of the `data-` attributes and the ids of the button and its form, by which scripts find them. */
  hooks: string[];
  /** The name of a button that sends nothing. */
  label: string;
}

type Attributes = Partial<Record<string, string>>;

interface Parts {
  kind: Control["kind"];
  /** The attributes of the button or link. */
  pressed: Attributes;
  form?: Attributes;
  hidden?: Record<string, string | undefined>;
  /** The page's address, which a form without an action sends to. */
  page: string;
  label?: string;
}

/** Describes a control from its attributes, in the same way for HTML and for the browser's document. */
export function controlOf({ kind, pressed, form, hidden = {}, page, label = "" }: Parts): Control {
  const method = form ? (pressed.formmethod ?? form.method ?? "get").toUpperCase() : "";
  const address = (form ? (pressed.formaction ?? form.action) : pressed.href) || page;
  const { pathname, searchParams } = new URL(address, new URL(page, "http://host.invalid"));
  const acts = ["act", "on"].flatMap((name) => {
    const value = hidden[name] ?? (form && searchParams.get(name));
    return value ? [`${name}=${value}`] : [];
  });
  const own = hooksOf(pressed);
  const isLocal = kind === "button" || method === "DIALOG";
  return {
    kind,
    method,
    path: isLocal ? "" : pathname,
    button: pressed.name ? `${pressed.name}=${word(pressed.value ?? "")}` : "",
    act: acts.join("&"),
    hooks: [...new Set([...own, ...(form ? hooksOf(form) : [])])].sort(),
    label: isLocal ? label.replace(/\d+/g, "").trim().slice(0, 30) : "",
  };
}

/** Keeps a value that is a word of the program, and drops ids, dates, and names. */
const word = (value: string) => (/^[a-z][a-z_-]*$/.test(value) ? value : "*");

const hooksOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (name.startsWith("data-") ? [name] : name === "id" ? [`#${value}`] : []))
    .map((hook) => hook.replace(/\d+/g, "1"));

/** The name under which a control is reported. Controls with the same name do the same. */
export function nameOf(
  { kind, method, path, button, act, hooks, label }: Control,
  routeOf: (path: string) => string,
) {
  if (kind === "button") return `button ${hooks.join(" ") || label}`;
  if (kind === "link") return `link ${routeOf(path)} ${hooks.join(" ")}`;
  if (method === "DIALOG") return `DIALOG ${hooks.join(" ") || button || label}`;
  return [method, routeOf(path), button, act].filter(Boolean).join(" ");
}
