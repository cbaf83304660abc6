import { data } from "@remix-run/node";
import { z } from "zod";
import type { App } from "~/boot/app.server";
import type { FormProblem, RefusedPage } from "~/core/form-problem";
import { Refusal } from "~/core/refusal";
import { requireStaff } from "~/core/require-staff";
import type { Audience, Staff, Who } from "~/core/who";
import { requirePageAudience } from "./access/require-audience.server";
import { inputOf, parse } from "./request/input.server";
import { logCause } from "./response/log-cause.server";
import { statusOf } from "./response/refusal-statuses";
import type { RouteArgs } from "./route-args.server";

interface Asked<Input> {
  app: App;
  who: Who;
  input: Input;
}

interface Door<Input extends z.ZodType> {
  allow: Audience;
  input: Input;
}

/**
 * What a page's loader does: lets people in, reads the address, turns a refusal into a page
 * of its status. Call it inside the loader: a wrapped loader would stay in the browser's bundle.
 */
export async function loadPage<Input extends z.ZodType, Result>(
  args: RouteArgs,
  door: Door<Input>,
  run: (asked: Asked<z.output<Input>>) => Promise<Result>,
): Promise<Result> {
  let staff: RefusedPage["staff"];
  try {
    const who = await requirePageAudience(args, door.allow);
    if (who.kind === "staff") staff = { name: who.name, email: who.email, roles: who.roles };
    return await run({ app: args.context.app, who, input: parse(door.input, await inputOf(args)) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logCause(args.context, error);
    const told: RefusedPage = { message: error.message, ...(staff && { staff }) };
    throw data(told, { status: statusOf[error.code], headers: waitOf(error) });
  }
}

/** After how many seconds the same may succeed. */
const waitOf = ({ retryAfter }: Refusal): HeadersInit =>
  retryAfter ? { "Retry-After": String(retryAfter) } : {};

/** What a page reads that shows nothing but whose it is, as the address of a form alone. */
export const loadStaffPage = (args: RouteArgs, allow: Audience): Promise<Staff> =>
  loadPage(args, { allow, input: z.object({}) }, async ({ who }) => requireStaff(who));

/**
 * What a page's action does: the run answers with a redirect, or with what is shown this once; a
 * refusal comes back to the form as a Problem with what was typed (passwords and codes aside).
 */
export async function submitForm<Input extends z.ZodType>(
  args: RouteArgs,
  door: Door<Input>,
  run: (asked: Asked<z.output<Input>>) => Promise<Response>,
) {
  let typed: Record<string, string> = {};
  try {
    const who = await requirePageAudience(args, door.allow);
    const input = await inputOf(args);
    typed = Object.fromEntries(
      Object.entries(input)
        .filter(([name]) => !/password|code|token/.test(name))
        // Checkboxes of one name, as they come back to their page.
        .map(([name, value]) => [name, Array.isArray(value) ? value.join() : value])
        .filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    return await run({ app: args.context.app, who, input: parse(door.input, input) });
  } catch (error) {
    return problemResponse(args, error, typed);
  }
}

/**
 * A refusal as a form shows it, with what was typed.
 *
 * @throws what is no refusal
 */
export function problemResponse({ context }: RouteArgs, error: unknown, typed: Record<string, string>) {
  if (!(error instanceof Refusal)) throw error;
  logCause(context, error);
  const problem: FormProblem = {
    message: error.message,
    fields: error.fields ?? {},
    typed,
    extra: error.extra ?? {},
  };
  return data({ problem }, { status: statusOf[error.code], headers: waitOf(error) });
}
