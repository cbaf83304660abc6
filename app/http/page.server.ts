import { data } from "@remix-run/node";
import { z } from "zod";
import type { App } from "~/boot/app.server";
import type { FormProblem, RefusedPage } from "~/core/form-problem";
import { Refusal } from "~/core/refusal";
import { requireStaff } from "~/core/require-staff";
import { type Audience, isSupervisor, type Staff, type Who } from "~/core/who";
import { countUnanswered } from "~/messages/unanswered.server";
import { requirePageAudience } from "./access/require-audience.server";
import { inputOf, parse } from "./request/input.server";
import { logCause } from "./response/log-cause.server";
import { statusOf } from "./response/refusal-statuses";
import type { RouteArgs } from "./route-args.server";

interface Call<Input> {
  app: App;
  who: Who;
  input: Input;
}

interface Guard<Input extends z.ZodType> {
  allow: Audience;
  input: Input;
}

/**
 * A page's loader: checks the audience, parses the address, shows a refusal as a page with its status. Call it
 * inside the loader: a wrapped loader would stay in the browser's bundle.
 */
export async function loadPage<Input extends z.ZodType, Result>(
  args: RouteArgs,
  guard: Guard<Input>,
  run: (call: Call<z.output<Input>>) => Promise<Result>,
): Promise<Result> {
  let staff: RefusedPage["staff"];
  try {
    const who = await requirePageAudience(args, guard.allow);
    if (who.kind === "staff") staff = { name: who.name, email: who.email, roles: who.roles };
    if (isSupervisor(who)) args.context.unanswered = await countUnanswered(args.context.app.reads);
    return await run({ app: args.context.app, who, input: parse(guard.input, await inputOf(args)) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logCause(args.context, error);
    const refused: RefusedPage = { message: error.message, ...(staff && { staff }) };
    throw data(refused, { status: statusOf[error.code], headers: retryAfter(error) });
  }
}

const retryAfter = (refusal: Refusal): HeadersInit =>
  refusal.retryAfter ? { "Retry-After": String(refusal.retryAfter) } : {};

export const loadStaffPage = (args: RouteArgs, allow: Audience): Promise<Staff> =>
  loadPage(args, { allow, input: z.object({}) }, async ({ who }) => requireStaff(who));

/**
 * A page's action: answers with the run's redirect or one-time page. A refusal returns to the form as a problem
 * with the typed values, except passwords and codes.
 */
export async function submitForm<Input extends z.ZodType>(
  args: RouteArgs,
  guard: Guard<Input>,
  run: (call: Call<z.output<Input>>) => Promise<Response>,
) {
  let typed: Record<string, string> = {};
  try {
    const who = await requirePageAudience(args, guard.allow);
    const input = await inputOf(args);
    typed = Object.fromEntries(
      Object.entries(input)
        .filter(([name]) => !/password|code|token/.test(name))
        // Checkboxes that share a name return to their page as a list.
        .map(([name, value]) => [name, Array.isArray(value) ? value.join() : value])
        .filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    return await run({ app: args.context.app, who, input: parse(guard.input, input) });
  } catch (error) {
    return problemResponse(args, error, typed);
  }
}

/** A refusal for the form that caused it, with the typed values. @throws any other error */
export function problemResponse({ context }: RouteArgs, error: unknown, typed: Record<string, string>) {
  if (!(error instanceof Refusal)) throw error;
  logCause(context, error);
  const problem: FormProblem = {
    message: error.message,
    fields: error.fields ?? {},
    typed,
    extra: error.extra ?? {},
  };
  return data({ problem }, { status: statusOf[error.code], headers: retryAfter(error) });
}
