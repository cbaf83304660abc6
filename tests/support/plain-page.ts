import type { Client, Reply } from "./client";

type Fields = Record<string, string | string[] | null>;
type Attributes = Partial<Record<string, string>>;

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", nbsp: " " };
const decode = (text: string) =>
  text.replace(/&(\w+|#x27);/g, (entity, name: string) => characters[name] ?? entity);

/** A page's text without its tags. */
export const textOf = (html: string) =>
  decode(
    html
      .replace(/<!--.*?-->/gs, "")
      .replace(/<(script|style)\b.*?<\/\1>/gs, "")
      .replace(/<[^>]+>/g, " "),
  )
    .replace(/\s+/g, " ")
    .trim();

/** React writes every value in double quotes, and escapes `>` in it. */
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
  /** Its default value, and every value it can send. */
  values: string[];
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

const matches = (name: string, asked: string | RegExp) =>
  typeof asked === "string" ? name === asked : asked.test(name);

/** A page in a browser without scripts: text, links and forms. */
export class PlainPage {
  readonly html: string;
  readonly status: number;

  /** The page of a reply. Its redirects are followed by `open` and `press`. */
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
    if (!reply.location) return new PlainPage(client, address, reply);
    if (hops === 0) throw new Error(`${address} redirects again and again.`);
    return PlainPage.#arrive(client, reply.location, await client.get(reply.location), hops - 1);
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

  /** The rows of the table with this caption: texts by column. */
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

  /** The texts of the items of each list. */
  get lists(): string[][] {
    return elements(this.html, "ul").map(({ inner }) => elements(inner, "li").map(({ name }) => name));
  }

  /** The texts of the page's times for this instant. */
  times(instant: string): string[] {
    return elements(this.html, "time")
      .filter(({ attributes }) => (attributes.dateTime ?? attributes.datetime) === instant)
      .map(({ name }) => name);
  }

  /** The page's description lists: texts by term. */
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

  /** The addresses of the links of this name. */
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

  /** The names of the buttons. */
  buttons(name: string | RegExp): string[] {
    return elements(this.html, "button")
      .map((button) => button.name)
      .filter((found) => matches(found, name));
  }

  /** The values of the fields with this name. */
  values(name: string): string[] {
    return controlsIn(this.html)
      .filter((one) => one.name === name)
      .flatMap(({ values }) => values);
  }

  /** The page's hidden fields: values by name. */
  get hidden(): Record<string, string> {
    const fields = controlsIn(this.html).filter(({ type }) => type === "hidden");
    return Object.fromEntries(fields.map(({ name, values: [value = ""] }) => [name, value]));
  }

  /** Fills in the form of a button and sends it; null empties or unticks a field. */
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
    if ((pressed.formmethod ?? form.method ?? "get").toLowerCase() === "get") {
      return this.open(`${action.split("?")[0]}?${query}`);
    }
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await this.client.send(action, { method: "POST", body: query, headers });
    return PlainPage.#arrive(this.client, action, reply);
  }

  /** The first form that has such a button and all these fields. */
  #formOf(button: string | RegExp, names: string[]) {
    for (const { attributes: form, inner } of elements(this.html, "form")) {
      // A control elsewhere on the page can name its form.
      const isIts = ({ attributes }: Element) => attributes.form !== undefined && attributes.form === form.id;
      const buttons = [...elements(inner, "button"), ...elements(this.html, "button").filter(isIts)];
      const found = buttons.find(
        ({ name, attributes }) => matches(name, button) && attributes.disabled === undefined,
      );
      const controls = [...controlsIn(inner), ...controlsIn(this.html, isIts)];
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

const controlsIn = (html: string, isIts: (element: Element) => boolean = () => true): Control[] =>
  ["input", "select", "textarea"]
    .flatMap((tag) =>
      elements(html, tag)
        .filter(isIts)
        .filter(({ attributes }) => attributes.name && attributes.disabled === undefined)
        .map((element) => control(tag, element)),
    )
    .filter(({ type }) => !["submit", "button", "file"].includes(type));

function filled({ name, type, values, choices }: Control, fields: Fields): string[] {
  const asked = fields[name];
  if (asked === undefined) return values;
  const wanted = asked === null ? [] : [asked].flat();
  if (type === "checkbox" || type === "radio")
    return (choices ?? []).filter((choice) => wanted.includes(choice));
  if (asked === null) return [""];
  const wrong = choices && wanted.find((value) => !choices.includes(value));
  if (wrong !== undefined) throw new Error(`${name} offers ${choices}, not ${wrong}.`);
  return wanted;
}
