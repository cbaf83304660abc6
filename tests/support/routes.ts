import type { ServerBuild } from "@remix-run/node";
import * as z from "zod";
import type { Methods } from "~/http/api.server";
import { builtServer } from "./server";

/** One method of one API path, as the build serves it. */
export interface ApiCall {
  verb: keyof Methods;
  /** With its parameters: `/api/appointments/:id`. */
  path: string;
  allow: "anyone" | readonly string[];
  /** The names of its input fields. */
  names: string[];
  /** The schema that the server checks calls against. */
  input: z.ZodType;
}

/** Every API call, from the routes of the build, so a new route is tested automatically. */
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

/** Every page and file of the build that is not an API call. */
export async function pageRoutes(): Promise<PageDoor[]> {
  const build = (await builtServer()).build as unknown as ServerBuild;
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.id === "root" || route.path?.includes("*")) return [];
    if ((route.module.loader as { methods?: Methods } | undefined)?.methods) return [];
    const path = `/${route.path ?? ""}`.replace("//", "/");
    return [{ path, takesForms: route.module.action !== undefined }];
  });
}
