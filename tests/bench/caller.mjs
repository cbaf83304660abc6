// Somebody of staff who asks over one kept connection, and what is said of many answers.
import { Agent, request } from "node:http";

/** Signs in the demo's first member of staff with a role; `ask` answers with how long it took, in ms. */
export async function signIn({ url, demo }, role) {
  const { email, password } = demo.staff.find(({ roles }) => roles.includes(role));
  const login = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
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

/** The value below which such a share of them lies. */
export const at = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
