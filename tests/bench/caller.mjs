// A staff user who sends requests over one kept connection, and statistics of the answers.
import { Agent, request } from "node:http";
import { staffCookieOf } from "./clinic.mjs";

/** Signs in the demo's first staff user with a role; `ask` returns how long a request took, in ms. */
export async function signIn(clinic, role) {
  const { url } = clinic;
  const cookie = await staffCookieOf(clinic, role);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask(path, { headers = {}, agent: other = agent } = {}) {
      const began = performance.now();
      return new Promise((resolve, reject) => {
        request(url + path, { agent: other, headers: { cookie, ...headers } }, (answer) => {
          const chunks = [];
          answer.on("data", (chunk) => chunks.push(chunk));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              body: Buffer.concat(chunks),
              took: performance.now() - began,
            }),
          );
        })
          .on("error", reject)
          .end();
      });
    },
    leave: () => agent.destroy(),
  };
}

/** The value at this quantile. */
export const at = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
