import type { ServerResponse } from "node:http";
import { allowedBy, errorMembers, type Methods, methodNotAllowed, type Verb } from "./api.server";
import type { ApiRoute } from "./openapi.server";
import { sendError } from "./response/send-response.server";
import { patternOf, type RouteName } from "./route-names.server";

/** Error responses that the listener sends before Remix runs: JSON for API paths, a page for others. */
interface EarlyRefusals {
  refuse(outgoing: ServerResponse, target: Target, status: number, error: string): void;
  refuseMethod(outgoing: ServerResponse, target: Target): void;
}

interface Target {
  url: string;
  method: string;
}

export function earlyRefusals(apiRoutes: readonly ApiRoute[], routeName: RouteName): EarlyRefusals {
  const routes = new Map(apiRoutes.map(({ path, methods }) => [patternOf(path), methods]));
  const methodsOf = (url: string): Methods | undefined => routes.get(routeName(url));
  return {
    refuse(outgoing, { url, method }, status, error) {
      const output = methodsOf(url)?.[method as Verb]?.output;
      sendError(outgoing, status, { ...(output && errorMembers(output, error)), error });
    },
    refuseMethod(outgoing, { url }) {
      const methods = methodsOf(url);
      if (!methods && /^\/api(\/|$|\?)/.test(url)) {
        return sendError(outgoing, 404, { error: "Path not found." });
      }
      // Pages without a form redirect a POST themselves.
      const allowed = methods ? allowedBy(methods) : "GET, HEAD, POST";
      outgoing.setHeader("Allow", allowed);
      sendError(outgoing, 405, { error: methodNotAllowed(allowed) });
    },
  };
}
