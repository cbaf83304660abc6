import type { ServerBuild } from "@remix-run/node";
import * as z from "zod";
import type { Methods } from "~/http/api.server";
import { builtServer } from "./server";

/** One method of an API path in the build. */
export interface ApiCall {
  verb: keyof Methods;
  /** The path with its parameters, like `/api/appointments/:id`. */
  path: string;
  allow: "anyone" | readonly string[];
  /** The sessions that a call for anyone accepts. */
  sessions: readonly string[];
  /** The names of its input fields. */
  names: string[];
  /** The schema that the server validates input with. */
  input: z.ZodType;
}

/** Lists every API call from the routes of the build, so new routes are tested automatically. */
export async function apiCalls(): Promise<ApiCall[]> {
  const build = (await builtServer()).build as unknown as ServerBuild;
  return Object.values(build.routes).flatMap((route) => {
    const methods = (route?.module.loader as { methods?: Methods } | undefined)?.methods;
    return Object.entries(methods ?? {}).map(([verb, method]) => ({
      verb: verb as keyof Methods,
      path: `/${route?.path}`,
      allow: method.allow,
      sessions: method.sessions ?? [],
      names: namesOf(method.input),
      input: method.input,
    }));
  });
}

function namesOf(input: z.ZodType): string[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return Object.keys(schema.properties ?? {});
}

/** One page of the build, and whether it accepts forms. */
export interface PageRoute {
  /** The path with its parameters, like `/visits/:id/move`. */
  path: string;
  acceptsForms: boolean;
}

/** Lists every page and file route of the build. */
export async function pageRoutes(): Promise<PageRoute[]> {
  const build = (await builtServer()).build as unknown as ServerBuild;
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.id === "root" || route.path?.includes("*")) return [];
    if ((route.module.loader as { methods?: Methods } | undefined)?.methods) return [];
    const path = `/${route.path ?? ""}`.replace("//", "/");
    return [{ path, acceptsForms: route.module.action !== undefined }];
  });
}
