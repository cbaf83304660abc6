import { z } from "zod";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Audience, Who } from "~/core/who";
import { requireAudience } from "./access/require-audience.server";
import { jsonResponse } from "./render/single-write-response.server";
import { inputOf, parse } from "./request/input.server";
import { logCause } from "./response/log-cause.server";
import { statusOf } from "./response/refusal-statuses";
import type { RouteArgs } from "./route-args.server";

export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Call<Input> {
  app: App;
  who: Who;
  input: Input;
  request: Request;
  /** What Remix handed over, for those who set cookies. */
  args: RouteArgs;
}

/** One method of one path: whom it serves, what it takes, what it answers. */
interface Method<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  summary: string;
  allow: Audience;
  input: Input;
  /** 204 where the output is `z.void()`. */
  output: Output;
  status?: number;
  /** The media type of an answer that is no JSON; its output is `z.string()` then. */
  type?: string;
  /** The plain form that the SMS provider posts and signs, in place of a JSON body. */
  signedForm?: z.ZodType;
  run(call: Call<z.output<Input>>): Promise<z.input<Output> | Response>;
}

/** Lets TypeScript infer a method's input and output from its schemas. */
export function method<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Method<Input, Output>,
): Method {
  return definition as unknown as Method;
}

export type Methods = Partial<Record<Verb, Method>>;

export type ApiHandler = ((args: RouteArgs) => Promise<Response>) & { methods: Methods };

/**
 * Makes the loader and the action of a resource route from its methods. HEAD is served as GET,
 * another method is 405; a Refusal becomes its status and `{error}`.
 */
export function api(methods: Methods): { loader: ApiHandler; action: ApiHandler } {
  const door = Object.assign((args: RouteArgs) => answer(methods, args), { methods });
  return { loader: door, action: door };
}

async function answer(methods: Methods, args: RouteArgs): Promise<Response> {
  const verb = args.request.method === "HEAD" ? "GET" : args.request.method;
  const method = methods[verb as Verb];
  if (!method) return notAllowed(methods);
  try {
    const who = await requireAudience(args, method.allow);
    const input = parse(method.input, await inputOf(args));
    const result = await method.run({ app: args.context.app, who, input, request: args.request, args });
    if (result instanceof Response) return result;
    if (method.output instanceof z.ZodVoid) return new Response(null, { status: 204, headers: unstored });
    return jsonResponse(result, method.status ?? 200, unstored);
  } catch (error) {
    if (error instanceof Response) return error;
    return refuse(error, args, refusalBody(method.output));
  }
}

const unstored = { "Cache-Control": "no-store" };

/** The methods of a path, as the header Allow names them. */
export const allowedBy = (methods: Methods): string =>
  Object.keys(methods)
    .flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb]))
    .join(", ");

function notAllowed(methods: Methods): Response {
  const allowed = allowedBy(methods);
  return jsonResponse({ error: `This path answers ${allowed}.` }, 405, { ...unstored, Allow: allowed });
}

/**
 * What an error has beside `error` where the good answer has such members: `success:false`,
 * `ok:false` (part 3, section 11), and the sentence as `message` too (part 1, section 3).
 */
export function refusalBody(output: z.ZodType, sentence = ""): Negative {
  if (!(output instanceof z.ZodObject)) return {};
  const has = (name: string) => name in output.shape;
  return {
    ...(has("success") && { success: false }),
    ...(has("ok") && { ok: false }),
    ...(has("message") && { message: sentence }),
  };
}

interface Negative {
  success?: false;
  ok?: false;
  message?: string;
}

/** The JSON answer to whatever was thrown: a refusal in its own words, a fault with the request's id. */
export function refuse(
  error: unknown,
  { context }: Pick<RouteArgs, "context">,
  also: Negative = {},
): Response {
  const body = (sentence: string) => ({
    ...also,
    ...(also.message !== undefined && { message: sentence }),
    error: sentence,
  });
  if (error instanceof Refusal) {
    logCause(context, error);
    return jsonResponse(
      { ...body(error.message), ...(error.fields && { fields: error.fields }), ...error.extra },
      statusOf[error.code],
      { ...unstored, ...(error.retryAfter && { "Retry-After": String(error.retryAfter) }) },
    );
  }
  context.app.log.error({ requestId: context.requestId, err: error }, "fault");
  return jsonResponse(
    body(`Something went wrong on our side. If it happens again, tell us this number: ${context.requestId}`),
    500,
    unstored,
  );
}
