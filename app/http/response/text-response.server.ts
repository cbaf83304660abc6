/** A response with its length, which tells `sendResponse` that the body isn't a stream. */
export function textResponse(text: string, init: ResponseInit): Response {
  const headers = new Headers(init.headers);
  headers.set("Content-Length", String(Buffer.byteLength(text)));
  return new Response(text, { ...init, headers });
}
