// The first reference: node:http that answers bytes it was given, and knows nothing else.
import { createServer } from "node:http";

const answers = new Map();

const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(`${request.method} ${request.url}`) ?? { status: 404 };
  // A body that is sent is read to its end, as any server must.
  request.resume();
  request.once("end", () => response.writeHead(status, headers).end(body));
});

process.on("message", ({ call, status, headers, body }) => {
  answers.set(call, { status, headers, body: Buffer.from(body, "base64") });
  process.send("known");
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
