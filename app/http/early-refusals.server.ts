import type { ServerResponse } from "node:http";
import { allowedBy, type Methods, negative, type Verb } from "./api.server";
import type { ApiRoute } from "./openapi.server";
import { say } from "./response/send-response.server";
import { patternOf, type RouteName } from "./route-names.server";

/** What the front door says before Remix is asked, in the words and the shape of the path that was meant. */
export interface FrontWords {
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

export function frontWords(apiRoutes: readonly ApiRoute[], routeName: RouteName): FrontWords {
  const routes = new Map(apiRoutes.map(({ path, methods }) => [patternOf(path), methods]));
  const methodsOf = (url: string): Methods | undefined => routes.get(routeName(url));
  return {
    refuse(outgoing, { url, method }, status, error) {
      const output = methodsOf(url)?.[method as Verb]?.output;
      say(outgoing, status, { ...(output && negative(output, error)), error });
    },
    refuseMethod(outgoing, { url }) {
      const methods = methodsOf(url);
      if (!methods && /^\/api(\/|$|\?)/.test(url)) {
        return say(outgoing, 404, { error: "There is no such path." });
      }
      // Pages take forms; a page that has none sends whoever posts there away by itself.
      const allowed = methods ? allowedBy(methods) : "GET, HEAD, POST";
      outgoing.setHeader("Allow", allowed);
      say(outgoing, 405, { error: `This path answers ${allowed}.` });
    },
  };
}
