// A signed-in staff user who sends requests over one keep-alive connection, and quantiles of the results.
import { Agent, request } from "node:http";
import { staffCookieOf } from "./clinic.mjs";

/** Signs in the demo's first staff user with this role. `get` returns a response and how long it took, in ms. */
export async function signIn(clinic, role) {
  const { url } = clinic;
  const cookie = await staffCookieOf(clinic, role);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    get(path, { headers = {}, agent: other = agent } = {}) {
      const began = performance.now();
      return new Promise((resolve, reject) => {
        request(url + path, { agent: other, headers: { cookie, ...headers } }, (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode,
              headers: response.headers,
              body: Buffer.concat(chunks),
              took: performance.now() - began,
            }),
          );
        })
          .on("error", reject)
          .end();
      });
    },
    close: () => agent.destroy(),
  };
}

/** The value at this quantile. */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
