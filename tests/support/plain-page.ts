import type { Client, Reply } from "./client";
import { controlOf, type Control as PressedControl } from "./presses/controls";
import { isGood, isRecording, record } from "./presses/record";

type Fields = Record<string, string | string[] | null>;
type Attributes = Partial<Record<string, string>>;

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", nbsp: " " };
const decode = (text: string) =>
  text.replace(/&(\w+|#x27);/g, (entity, name: string) => characters[name] ?? entity);

/** Returns a page's text without tags. */
export const textOf = (html: string) =>
  decode(
    html
      .replace(/<!--.*?-->/gs, "")
      .replace(/<(script|style)\b.*?<\/\1>/gs, "")
      .replace(/<[^>]+>/g, " "),
  )
    .replace(/\s+/g, " ")
    .trim();

/** Relies on React, which puts every value in double quotes and escapes `>`. */
const attributesOf = (head: string): Attributes =>
  Object.fromEntries(
    [...head.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      decode(value),
    ]),
  );

interface Element {
  attributes: Attributes;
  inner: string;
  /** Its accessible name: its label or its text. */
  name: string;
}

function elements(html: string, tag: string): Element[] {
  const isVoid = tag === "input";
  const pattern = new RegExp(`<${tag}\\b([^>]*)>${isVoid ? "" : `(.*?)</${tag}>`}`, "gs");
  return [...html.matchAll(pattern)].map(([, head = "", inner = ""]) => {
    const attributes = attributesOf(head);
    return { attributes, inner, name: attributes["aria-label"] ?? textOf(inner) };
  });
}

interface Control {
  name: string;
  type: string;
  /** The values it sends if the user changes nothing. */
  values: string[];
  /** All values it can send. */
  choices?: string[];
  isRequired: boolean;
}

function control(tag: string, { attributes, inner }: Element): Control {
  const { name = "", type = tag, value } = attributes;
  const isRequired = attributes.required !== undefined;
  if (tag === "select") {
    const options = elements(inner, "option").map((option) => ({
      value: option.attributes.value ?? option.name,
      isSelected: option.attributes.selected !== undefined,
    }));
    const chosen = options.find(({ isSelected }) => isSelected) ?? options[0];
    const choices = options.map((option) => option.value);
    return { name, type, values: chosen ? [chosen.value] : [], choices, isRequired };
  }
  if (tag === "textarea") return { name, type, values: [decode(inner).replace(/^\n/, "")], isRequired };
  if (type !== "checkbox" && type !== "radio") return { name, type, values: [value ?? ""], isRequired };
  const choice = value ?? "on";
  const values = attributes.checked === undefined ? [] : [choice];
  return { name, type, values, choices: [choice], isRequired };
}

const matches = (name: string, expected: string | RegExp) =>
  typeof expected === "string" ? name === expected : expected.test(name);

/** A page as a browser without JavaScript sees it: text, links, and forms. */
export class PlainPage {
  readonly html: string;
  readonly status: number;

  /** Doesn't follow redirects, unlike `open` and `press`. */
  constructor(
    readonly client: Client,
    /** Path and query. */
    readonly address: string,
    reply: Reply,
  ) {
    this.html = reply.text;
    this.status = reply.status;
  }

  /** Opens an address and follows redirects. */
  static async open(client: Client, address: string): Promise<PlainPage> {
    return PlainPage.#arrive(client, address, await client.get(address));
  }

  static async #arrive(client: Client, address: string, reply: Reply, hops = 5): Promise<PlainPage> {
    if (!reply.location) return PlainPage.#shown(new PlainPage(client, address, reply));
    if (hops === 0) throw new Error(`${address} redirects too many times.`);
    return PlainPage.#arrive(client, reply.location, await client.get(reply.location), hops - 1);
  }

  static #shown(page: PlainPage): PlainPage {
    if (isRecording())
      for (const control of controlsOf(page.html, page.address)) record({ type: "seen", control });
    return page;
  }

  get text(): string {
    return textOf(this.html.slice(this.html.indexOf("<body")));
  }

  get heading(): string {
    return elements(this.html, "h1")[0]?.name ?? "";
  }

  get title(): string {
    return elements(this.html, "title")[0]?.name ?? "";
  }

  /** Returns the rows of the table with this caption, as texts by column. */
  table(caption: string): Record<string, string>[] {
    const found = elements(this.html, "table").find(
      ({ inner }) => elements(inner, "caption")[0]?.name === caption,
    );
    if (!found) throw new Error(`No table ${caption} in: ${this.text}`);
    const [head, ...rows] = elements(found.inner, "tr").map(({ inner }) => inner);
    const columns = elements(head ?? "", "th").map(({ name }) => name);
    return rows.map((row) =>
      Object.fromEntries(elements(row, "td").map(({ name }, index) => [columns[index] ?? "", name])),
    );
  }

  /** The item texts of each list. */
  get lists(): string[][] {
    return elements(this.html, "ul").map(({ inner }) => elements(inner, "li").map(({ name }) => name));
  }

  /** Returns the texts of the page's time elements for this instant. */
  times(instant: string): string[] {
    return elements(this.html, "time")
      .filter(({ attributes }) => (attributes.dateTime ?? attributes.datetime) === instant)
      .map(({ name }) => name);
  }

  /** The entries of the page's description lists, by term. */
  get facts(): Partial<Record<string, string>> {
    const pairs = [...this.html.matchAll(/<dt\b[^>]*>(.*?)<\/dt><dd\b[^>]*>(.*?)<\/dd>/gs)];
    return Object.fromEntries(pairs.map(([, term = "", text = ""]) => [textOf(term), textOf(text)]));
  }

  get path(): string {
    return new URL(this.address, this.client.url).pathname;
  }

  open(address: string): Promise<PlainPage> {
    return PlainPage.open(this.client, address);
  }

  /** Returns the addresses of links with this name. */
  links(name: string | RegExp): string[] {
    return elements(this.html, "a")
      .filter((link) => matches(link.name, name))
      .map(({ attributes }) => this.#resolve(attributes.href));
  }

  async follow(name: string | RegExp): Promise<PlainPage> {
    const [address] = this.links(name);
    if (!address) throw new Error(`No link ${name} in: ${this.text}`);
    return this.open(address);
  }

  /** Returns the names of matching buttons. */
  buttons(name: string | RegExp): string[] {
    return elements(this.html, "button")
      .map((button) => button.name)
      .filter((found) => matches(found, name));
  }

  /** Returns the values of the fields with this name. */
  values(name: string): string[] {
    return controlsIn(this.html)
      .filter((one) => one.name === name)
      .flatMap(({ values }) => values);
  }

  /** The values of the page's hidden fields, by name. */
  get hidden(): Record<string, string> {
    return hiddenIn(controlsIn(this.html));
  }

  /** Fills in and submits the form of a button. Null clears or unchecks a field. */
  async press(button: string | RegExp, fields: Fields = {}): Promise<PlainPage> {
    const { form, pressed, controls } = this.#formOf(button, Object.keys(fields));
    const sent = controls.flatMap((one) => {
      const values = filled(one, fields);
      if (one.isRequired && form.novalidate === undefined && values.join("") === "") {
        throw new Error(`A browser would not send the form without ${one.name}.`);
      }
      return values.map((value) => [one.name, value]);
    });
    if (pressed.name) sent.push([pressed.name, pressed.value ?? ""]);
    const query = new URLSearchParams(sent).toString();
    const action = this.#resolve(pressed.formaction ?? form.action ?? this.address);
    const hidden = hiddenIn(controls);
    const used = controlOf({ kind: "submit", pressed, form, hidden, page: this.address });
    if (used.method === "GET") {
      const page = await this.open(`${action.split("?")[0]}?${query}`);
      if (page.status < 400) record({ type: "pressed", control: used, where: "plain" });
      return page;
    }
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await this.client.send(action, { method: "POST", body: query, headers });
    if (isGood(used.path, reply.status, reply.location))
      record({ type: "pressed", control: used, where: "plain" });
    const page = await PlainPage.#arrive(this.client, action, reply);
    const leftNotice = reply.headers.getSetCookie().some((cookie) => cookie.startsWith("flash="));
    if (leftNotice && this.client.cookies.get("flash"))
      throw new Error(`${page.address} doesn't take the notice that ${action} left.`);
    return page;
  }

  /** Finds the first form that has this button and all of these fields. */
  #formOf(button: string | RegExp, names: string[]) {
    for (const { attributes: form, inner } of elements(this.html, "form")) {
      // A control outside of a form can refer to it by id.
      const belongs = ({ attributes }: Element) =>
        attributes.form !== undefined && attributes.form === form.id;
      const buttons = [...elements(inner, "button"), ...elements(this.html, "button").filter(belongs)];
      const found = buttons.find(
        ({ name, attributes }) => matches(name, button) && attributes.disabled === undefined,
      );
      const controls = [...controlsIn(inner), ...controlsIn(this.html, belongs)];
      if (found && names.every((name) => controls.some((one) => one.name === name))) {
        return { form, pressed: found.attributes, controls };
      }
    }
    throw new Error(`No form with the button ${button} and the fields ${names} in: ${this.text}`);
  }

  #resolve(address = ""): string {
    const { href, origin, pathname, search } = new URL(address, new URL(this.address, this.client.url));
    return origin === new URL(this.client.url).origin ? pathname + search : href;
  }
}

const controlsIn = (html: string, belongs: (element: Element) => boolean = () => true): Control[] =>
  ["input", "select", "textarea"]
    .flatMap((tag) =>
      elements(html, tag)
        .filter(belongs)
        .filter(({ attributes }) => attributes.name && attributes.disabled === undefined)
        .map((element) => control(tag, element)),
    )
    .filter(({ type }) => !["submit", "button", "file"].includes(type));

const hiddenIn = (controls: Control[]): Record<string, string> =>
  Object.fromEntries(
    controls.filter(({ type }) => type === "hidden").map(({ name, values: [value = ""] }) => [name, value]),
  );

/** Lists a page's buttons, and its links for scripts. */
export function controlsOf(html: string, page: string): PressedControl[] {
  const forms = elements(html, "form").map(({ attributes: form, inner }) => ({ form, inner }));
  const outside = forms.reduce((rest, { inner }) => rest.replace(inner, ""), html);
  const ofForm = ({ form, inner }: (typeof forms)[number]) => {
    const referring = elements(outside, "button").filter(
      ({ attributes }) => attributes.form !== undefined && attributes.form === form.id,
    );
    const hidden = hiddenIn(controlsIn(inner));
    return [...elements(inner, "button"), ...referring].map(({ attributes: pressed, name: label }) =>
      pressed.type === "button"
        ? controlOf({ kind: "button", pressed, page, label })
        : controlOf({ kind: "submit", pressed, form, hidden, page, label }),
    );
  };
  const alone = elements(outside, "button").filter(({ attributes }) => attributes.form === undefined);
  const links = elements(html, "a").filter(({ attributes }) =>
    Object.keys(attributes).some((name) => name.startsWith("data-")),
  );
  return [
    ...forms.flatMap(ofForm),
    ...alone.map(({ attributes, name }) =>
      controlOf({ kind: "button", pressed: attributes, page, label: name }),
    ),
    ...links.map(({ attributes }) => controlOf({ kind: "link", pressed: attributes, page })),
  ];
}

function filled({ name, type, values, choices }: Control, fields: Fields): string[] {
  const value = fields[name];
  if (value === undefined) return values;
  const entered = value === null ? [] : [value].flat();
  if (type === "checkbox" || type === "radio")
    return (choices ?? []).filter((choice) => entered.includes(choice));
  if (value === null) return [""];
  const invalid = choices && entered.find((one) => !choices.includes(one));
  if (invalid !== undefined) throw new Error(`${name} offers ${choices}, not ${invalid}.`);
  return entered;
}
