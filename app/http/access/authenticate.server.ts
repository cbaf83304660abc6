import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type * as z from "zod";
import { inputOf, parse } from "../request/input.server";
import type { RouteArgs } from "../route-args.server";

class InputStrategy<User, Credentials extends z.ZodType> extends Strategy<User, z.output<Credentials>> {
  readonly name: string;
  readonly #args: RouteArgs;
  readonly #credentials: Credentials;

  constructor(
    name: string,
    args: RouteArgs,
    credentials: Credentials,
    verify: Strategy.VerifyFunction<User, z.output<Credentials>>,
  ) {
    super(verify);
    this.name = name;
    this.#args = args;
    this.#credentials = credentials;
  }

  async authenticate(): Promise<User> {
    return this.verify(parse(this.#credentials, await inputOf(this.#args)));
  }
}

/** Signs in through remix-auth. @param verify finds the user or throws a Refusal */
export function authenticate<User, Credentials extends z.ZodType>(
  name: string,
  args: RouteArgs,
  credentials: Credentials,
  verify: (credentials: z.output<Credentials>) => Promise<User>,
): Promise<User> {
  const strategy = new InputStrategy(name, args, credentials, verify);
  // remix-auth copies the request, which fails once the body has been read.
  const { url, headers } = args.request;
  return new Authenticator<User>().use(strategy).authenticate(name, new Request(url, { headers }));
}
