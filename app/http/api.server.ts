import * as z from "zod";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Audience, Who, WhoIn } from "~/core/who";
import { requireAudience } from "./access/require-audience.server";
import { isOpenedByBrowser, type refusedFlash } from "./refused-download";
import { inputOf, parse, refuseUnknownMembers } from "./request/input.server";
import { redirectWithFlash } from "./response/flash.server";
import { jsonResponse } from "./response/json-response.server";
import { logCause } from "./response/log-cause.server";
import { statusOf } from "./response/refusal-statuses";
import type { RouteArgs } from "./route-args.server";

export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Call<Input, Allowed extends Audience> {
  app: App;
  who: WhoIn<Allowed>;
  input: Input;
  request: Request;
  args: RouteArgs;
}

/** "no session" is a call without one. */
type SessionChoice = "no session" | Exclude<Audience, "anyone">[number];

interface Method<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Allowed extends Audience = Audience,
> {
  summary: string;
  allow: Allowed;
  /** For a call that anyone may make: the sessions that `run` accepts, if not none. For the contract. */
  sessions?: readonly SessionChoice[];
  input: Input;
  /** With `z.void()`, the response is 204. */
  output: Output;
  status?: number;
  type?: string;
  signedForm?: z.ZodType;
  run(call: Call<z.output<Input>, Allowed>): Promise<z.input<Output> | Response>;
}

const noInput = z.object({});

export function method<
  Output extends z.ZodType,
  const Allowed extends Audience,
  Input extends z.ZodType = typeof noInput,
>(definition: Omit<Method<Input, Output, Allowed>, "input"> & { input?: Input }): Method {
  return { input: noInput, ...definition } as unknown as Method;
}

export type Methods = Partial<Record<Verb, Method>>;

export type ApiHandler = ((args: RouteArgs) => Promise<Response>) & { methods: Methods };

/** Handles HEAD like GET and rejects other methods with 405. Turns a Refusal into its status and `{error}`, or into a page if
 * a staff member's browser opened the address, as for an export. */
export function api(methods: Methods): { loader: ApiHandler; action: ApiHandler } {
  const handler = Object.assign((args: RouteArgs) => answer(methods, args), { methods });
  return { loader: handler, action: handler };
}

async function answer(methods: Methods, args: RouteArgs): Promise<Response> {
  const verb = args.request.method === "HEAD" ? "GET" : args.request.method;
  const method = methods[verb as Verb];
  if (!method) {
    const headers = { ...noStore, Allow: allowedBy(methods) };
    return jsonResponse({ error: methodNotAllowed(headers.Allow) }, 405, headers);
  }
  let caller: Who | undefined;
  try {
    const who = await requireAudience(args, method.allow);
    caller = who;
    await refuseUnknownMembers(method.input, args.request);
    const input = parse(method.input, await inputOf(args));
    const result = await method.run({ app: args.context.app, who, input, request: args.request, args });
    if (result instanceof Response) return result;
    if (method.output instanceof z.ZodVoid) return new Response(null, { status: 204, headers: noStore });
    return jsonResponse(result, method.status ?? 200, noStore);
  } catch (error) {
    if (error instanceof Response) return error;
    const { gone } = args.context;
    // The client left, and its work was stopped. No one reads this response.
    if (gone.aborted && error === gone.reason) return new Response(null, { status: 503 });
    if (error instanceof Refusal && caller?.kind === "staff" && isOpenedByBrowser(args.request)) {
      logCause(args.context, error);
      return redirectWithFlash<typeof refusedFlash>(args, "/refused", ["download-refused", error.message]);
    }
    return errorResponse(error, args, errorMembers(method.output));
  }
}

const noStore = { "Cache-Control": "no-store" };

export const allowedBy = (methods: Methods): string =>
  Object.keys(methods)
    .flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb]))
    .join(", ");

export const methodNotAllowed = (allowed: string) => `This path only accepts ${allowed}.`;

interface ErrorMembers {
  success?: false;
  ok?: false;
  message?: string;
}

/**
 * The fields of an error body besides `error`: `success: false`, `ok: false` and `message`, if the successful
 * response has fields with these names.
 */
export function errorMembers(output: z.ZodType, message = ""): ErrorMembers {
  if (!(output instanceof z.ZodObject)) return {};
  const has = (name: string) => name in output.shape;
  return {
    ...(has("success") && { success: false }),
    ...(has("ok") && { ok: false }),
    ...(has("message") && { message }),
  };
}

export function errorResponse(
  error: unknown,
  { context }: Pick<RouteArgs, "context">,
  members: ErrorMembers = {},
): Response {
  const body = (message: string) => ({
    ...members,
    ...(members.message !== undefined && { message }),
    error: message,
  });
  if (error instanceof Refusal) {
    logCause(context, error);
    return jsonResponse(
      { ...body(error.message), ...(error.fields && { fields: error.fields }), ...error.extra },
      statusOf[error.code],
      { ...noStore, ...(error.retryAfter && { "Retry-After": String(error.retryAfter) }) },
    );
  }
  context.app.log.error({ requestId: context.requestId, err: error }, "fault");
  const message = `Something went wrong on our side. If it happens again, tell us this number: ${context.requestId}`;
  return jsonResponse(body(message), 500, noStore);
}
