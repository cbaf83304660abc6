import { data } from "@remix-run/node";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { findNavigation } from "~/company/company.server";
import type { FormProblem, RefusedPage } from "~/core/form-problem";
import { Refusal } from "~/core/refusal";
import { type Audience, isSupervisor, type WhoIn } from "~/core/who";
import { countUnanswered } from "~/messages/conversations/unanswered.server";
import { listPinnedViews } from "~/saved-views/saved-views.server";
import { requirePageAudience } from "./access/require-audience.server";
import { inputOf, parse } from "./request/input.server";
import { secretFields } from "./request/secret-fields.server";
import { logCause } from "./response/log-cause.server";
import { statusOf } from "./response/refusal-statuses";
import type { RouteArgs } from "./route-args.server";

interface Call<Input, Allowed extends Audience> {
  app: App;
  who: WhoIn<Allowed>;
  input: Input;
}

interface Guard<Input extends z.ZodType, Allowed extends Audience> {
  allow: Allowed;
  input?: Input;
}

const noInput = z.object({});

/**
 * Runs a page's loader. Call it inside the loader, because a loader wrapped at module level would stay in the
 * browser's bundle.
 */
export async function loadPage<
  const Allowed extends Audience,
  Result,
  Input extends z.ZodType = typeof noInput,
>(
  args: RouteArgs,
  guard: Guard<Input, Allowed>,
  run: (call: Call<z.output<Input>, Allowed>) => Promise<Result>,
): Promise<Result> {
  try {
    const who = await requirePageAudience(args, guard.allow);
    if (who.kind === "staff") {
      args.context.staff = who;
      args.context.pinnedViews = await listPinnedViews(args.context.app.reads, who);
      Object.assign(args.context, await findNavigation(args.context.app));
    }
    if (isSupervisor(who)) args.context.unanswered = await countUnanswered(args.context.app.reads);
    const input = parse(guard.input ?? noInput, await inputOf(args)) as z.output<Input>;
    return await run({ app: args.context.app, who: who as WhoIn<Allowed>, input });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logCause(args.context, error);
    const refused: RefusedPage = { message: error.message };
    throw data(refused, { status: statusOf[error.code], headers: retryAfter(error) });
  }
}

const retryAfter = (refusal: Refusal): HeadersInit =>
  refusal.retryAfter ? { "Retry-After": String(refusal.retryAfter) } : {};

export const loadEmptyPage = (args: RouteArgs, allow: Audience) =>
  loadPage(args, { allow }, async () => null);

/** Runs a page's action. A refusal shows the form again with the typed values, except secrets. */
export async function submitForm<const Allowed extends Audience, Input extends z.ZodType = typeof noInput>(
  args: RouteArgs,
  guard: Guard<Input, Allowed>,
  run: (call: Call<z.output<Input>, Allowed>) => Promise<Response>,
) {
  let typed: Record<string, string> = {};
  try {
    const schema = guard.input ?? noInput;
    const secrets = secretFields(schema);
    const who = await requirePageAudience(args, guard.allow, secrets);
    const input = await inputOf(args);
    typed = Object.fromEntries(
      Object.entries(input)
        .filter(([name]) => !secrets.includes(name))
        // Checkboxes that share a name arrive as a list.
        .map(([name, value]) => [name, Array.isArray(value) ? value.join() : value])
        .filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    const parsed = parse(schema, input) as z.output<Input>;
    return await run({ app: args.context.app, who: who as WhoIn<Allowed>, input: parsed });
  } catch (error) {
    return problemResponse(args, error, typed);
  }
}

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
