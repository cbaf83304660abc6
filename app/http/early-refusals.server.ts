import type { ServerResponse } from "node:http";
import { allowedBy, errorMembers, type Methods, methodNotAllowed, type Verb } from "./api.server";
import type { ApiRoute } from "./openapi.server";
import { sendError } from "./response/send-response.server";
import { patternOf, type RouteName } from "./route-names.server";

/** Error responses that the listener sends before Remix runs. */
interface EarlyRefusals {
  refuse(outgoing: ServerResponse, target: Target, status: number, error: string): void;
  refuseMethod(outgoing: ServerResponse, target: Target): void;
  /** Refuses an address that no page or script of Firstnight uses: JSON for API routes, plain text for others. */
  refuseAddress(outgoing: ServerResponse, url: string, status: 404 | 414): void;
}

interface Target {
  url: string;
  method: string;
}

const apiErrors = { 404: "Path not found.", 414: "The path is too long. Send at most 1,000 characters." };
const pageErrors = {
  404: "This page doesn't exist. Check the address, then try again.",
  414: "This address is too long. Check it, then try again.",
};

export function earlyRefusals(apiRoutes: readonly ApiRoute[], routeName: RouteName): EarlyRefusals {
  const routes = new Map(apiRoutes.map(({ path, methods }) => [patternOf(path), methods]));
  const methodsOf = (url: string): Methods | undefined => routes.get(routeName(url));
  const isApi = (url: string) => /^\/api(\/|$|\?)/.test(url);
  return {
    refuse(outgoing, { url, method }, status, error) {
      const output = methodsOf(url)?.[method as Verb]?.output;
      sendError(outgoing, status, { ...(output && errorMembers(output, error)), error });
    },
    refuseMethod(outgoing, { url }) {
      const methods = methodsOf(url);
      if (!methods && isApi(url)) {
        return sendError(outgoing, 404, { error: "Path not found." });
      }
      // Pages without a form redirect a POST themselves.
      const allowed = methods ? allowedBy(methods) : "GET, HEAD, POST";
      outgoing.setHeader("Allow", allowed);
      sendError(outgoing, 405, { error: methodNotAllowed(allowed) });
    },
    refuseAddress(outgoing, url, status) {
      if (methodsOf(url) || isApi(url)) return sendError(outgoing, status, { error: apiErrors[status] });
      outgoing.statusCode = status;
      outgoing.setHeader("Content-Type", "text/plain; charset=utf-8");
      outgoing.setHeader("Cache-Control", "no-store");
      outgoing.end(pageErrors[status]);
    },
  };
}
