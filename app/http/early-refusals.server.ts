import type { ServerResponse } from "node:http";
import { allowedBy, type Methods, refusalBody, type Verb } from "./api.server";
import type { ApiRoute } from "./openapi.server";
import { sendError } from "./response/send-response.server";
import { patternOf, type RouteName } from "./route-names.server";

/** What the front door says before Remix is asked, in the words and the shape of the path that was meant. */
export interface EarlyRefusals {
  /** A no to a request of this method. */
  refuse(outgoing: ServerResponse, asked: Asked, status: number, error: string): void;
  /** The no to a method that this path has not. */
  refuseMethod(outgoing: ServerResponse, asked: Asked): void;
}

interface Asked {
  /** Path and query, as they came. */
  url: string;
  method: string;
}

export function earlyRefusals(apiRoutes: readonly ApiRoute[], routeName: RouteName): EarlyRefusals {
  const routes = new Map(apiRoutes.map(({ path, methods }) => [patternOf(path), methods]));
  const methodsOf = (url: string): Methods | undefined => routes.get(routeName(url));
  return {
    refuse(outgoing, { url, method }, status, error) {
      const output = methodsOf(url)?.[method as Verb]?.output;
      sendError(outgoing, status, { ...(output && refusalBody(output, error)), error });
    },
    refuseMethod(outgoing, { url }) {
      const methods = methodsOf(url);
      if (!methods && /^\/api(\/|$|\?)/.test(url)) {
        return sendError(outgoing, 404, { error: "There is no such path." });
      }
      // Pages take forms; a page that has none sends whoever posts there away by itself.
      const allowed = methods ? allowedBy(methods) : "GET, HEAD, POST";
      outgoing.setHeader("Allow", allowed);
      sendError(outgoing, 405, { error: `This path answers ${allowed}.` });
    },
  };
}
