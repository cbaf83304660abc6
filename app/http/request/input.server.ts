import * as z from "zod";
import { type FieldMessages, Refusal } from "~/core/refusal";
import { strings } from "~/core/strings";
import type { RouteArgs } from "../route-args.server";
import { isTooLarge } from "./body.server";

const kinds: Record<string, string> = {
  string: "Send this as text.",
  number: "Send this as a number.",
  int: "Send this as a whole number.",
  boolean: "Send this as true or false.",
  array: "Send this as a list.",
  object: "Send this as an object.",
};

const units: Record<string, string> = { string: " characters", array: " entries", set: " entries" };

const unitOf = ({ origin }: Limit) => units[origin] ?? "";

const bodies = new WeakMap<Request, Promise<Record<string, unknown>>>();
const forms = new WeakMap<Request, URLSearchParams>();

export async function formOf(request: Request): Promise<URLSearchParams> {
  await bodyOf(request);
  return forms.get(request) ?? new URLSearchParams();
}

function bodyOf(request: Request): Promise<Record<string, unknown>> {
  let body = bodies.get(request);
  if (!body) {
    body = readBody(request);
    bodies.set(request, body);
  }
  return body;
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.method === "GET" || request.method === "HEAD") return {};
  const type = mediaTypeOf(request);
  if (type === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(await request.text());
    forms.set(request, form);
    return fieldsOf(form);
  }
  if (type === "multipart/form-data") {
    const form = await request.formData().catch((error: unknown) => {
      if (error instanceof Error && isTooLarge(error)) throw new Refusal("too-large", strings.uploadTooLarge);
      throw new Refusal("malformed", "The form could not be read.");
    });
    return fieldsOf(form);
  }
  const text = await request.text();
  if (text === "") return {};
  if (type !== "application/json") {
    throw new Refusal("wrong-type", "Send the body as application/json.");
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refusal("malformed", "The body is not valid JSON.");
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Refusal("malformed", "The body must be a JSON object.");
  }
  return json as Record<string, unknown>;
}

const mediaTypeOf = (request: Request) =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

// Far more than any of our forms has.
const maxFields = 2_000;

// Fields that share a name, such as checkboxes, become an array.
function fieldsOf(entries: FormData | URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > maxFields) throw new Refusal("too-large", `Send at most ${maxFields} fields.`);
    const existing = fields[name];
    if (Array.isArray(existing)) existing.push(value);
    else fields[name] = existing === undefined ? value : [existing, value];
  }
  return fields;
}

export async function inputOf({ request, params }: RouteArgs): Promise<Record<string, unknown>> {
  const query = fieldsOf(new URL(request.url).searchParams);
  return Object.assign(Object.create(null), query, await bodyOf(request), params);
}

export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: validationMessage });
  if (parsed.success) return parsed.data;
  const fields: FieldMessages = {};
  for (const issue of parsed.error.issues) {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    for (const key of unknown) fields[[...issue.path, key].join(".")] = [unknownField(key)];
    if (unknown.length > 0) continue;
    const name = issue.path.join(".") || "body";
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  const first = Object.values(fields)[0]?.[0] ?? "Check what you entered.";
  throw new Refusal("invalid", first, { fields });
}

const unknownField = (name: string) =>
  `This call doesn't have a field named ${name.slice(0, 60)}. Correct the name or remove the field.`;

/** Checks only JSON bodies: a form from another system may have more fields. @throws Refusal "invalid" */
export async function refuseUnknownMembers(schema: z.ZodType, request: Request): Promise<void> {
  if (!(schema instanceof z.ZodObject) || mediaTypeOf(request) !== "application/json") return;
  const unknown = Object.keys(await bodyOf(request)).filter((name) => !Object.hasOwn(schema.shape, name));
  if (unknown.length === 0) return;
  const fields: FieldMessages = Object.fromEntries(unknown.map((name) => [name, [unknownField(name)]]));
  throw new Refusal("invalid", unknownField(unknown[0] ?? ""), { fields });
}

type Limit = { origin: string };

function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? strings.fillIn : (kinds[issue.expected] ?? strings.notValid);
    case "too_small":
      return issue.inclusive
        ? `Send at least ${issue.minimum}${unitOf(issue)}.`
        : `Send more than ${issue.minimum}${unitOf(issue)}.`;
    case "too_big":
      return issue.inclusive
        ? `Send at most ${issue.maximum}${unitOf(issue)}.`
        : `Send less than ${issue.maximum}${unitOf(issue)}.`;
    case "invalid_value":
      return `Choose one of: ${issue.values.map(String).join(", ")}.`;
    default:
      return strings.notValid;
  }
}
