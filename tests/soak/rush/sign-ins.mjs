// Sends 300 simultaneous sign-ins from 300 IP addresses in a separate process. Prints the count of each status.
import { Agent, request } from "node:http";

const [url] = process.argv.slice(2);
const agent = new Agent({ maxSockets: 300 });

const signIn = (number) =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ email: `nobody${number}@clinic.example`, password: "not the password" });
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      "x-forwarded-for": `203.0.${number >> 8}.${number & 255}`,
      origin: url,
    };
    request(new URL("/api/login", url), { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    })
      .on("error", reject)
      .end(body);
  });

const statuses = await Promise.all(Array.from({ length: 300 }, (_, number) => signIn(number)));
const counts = {};
for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
console.log(JSON.stringify(counts));
