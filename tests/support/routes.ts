import type { ServerBuild } from "@remix-run/node";
import { z } from "zod";
import type { Methods } from "~/http/api.server";
import { builtServer } from "./server";

/** One method of one API path, as the build serves it. */
export interface ApiCall {
  verb: keyof Methods;
  /** With its parameters: `/api/appointments/:id`. */
  path: string;
  allow: "anyone" | readonly string[];
  /** The names that its input knows. */
  names: string[];
  /** What the server checks every call against. */
  input: z.ZodType;
}

/** Every call of the API, from the routes of the build: a new door is tested from its first day. */
export async function apiCalls(): Promise<ApiCall[]> {
  const build = (await builtServer()).build as unknown as ServerBuild;
  return Object.values(build.routes).flatMap((route) => {
    const methods = (route?.module.loader as { methods?: Methods } | undefined)?.methods;
    return Object.entries(methods ?? {}).map(([verb, method]) => ({
      verb: verb as keyof Methods,
      path: `/${route?.path}`,
      allow: method.allow,
      names: namesOf(method.input),
      input: method.input,
    }));
  });
}

function namesOf(input: z.ZodType): string[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return Object.keys(schema.properties ?? {});
}

/** One page of the build, and whether its address takes forms. */
export interface PageDoor {
  /** With its parameters: `/visits/:id/move`. */
  path: string;
  takesForms: boolean;
}

/** Every page and file of the build that is no call of the API. */
export async function pageDoors(): Promise<PageDoor[]> {
  const build = (await builtServer()).build as unknown as ServerBuild;
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.id === "root" || route.path?.includes("*")) return [];
    if ((route.module.loader as { methods?: Methods } | undefined)?.methods) return [];
    const path = `/${route.path ?? ""}`.replace("//", "/");
    return [{ path, takesForms: route.module.action !== undefined }];
  });
}
