import { Readable } from "node:stream";
import { textResponse } from "./text-response.server";

// A longer list is streamed as it is read, so that it never fills the memory or delays other requests.
const longestWholeList = 2000;

export const jsonResponse = (value: unknown, status: number, headers: Record<string, string>): Response =>
  textResponse(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  });

export async function jsonListResponse<Row>(
  batches: AsyncGenerator<Row[]>,
  viewOf: (row: Row) => object,
): Promise<Response> {
  const first: object[] = [];
  let batch = await batches.next();
  for (; !batch.done && first.length <= longestWholeList; batch = await batches.next()) {
    first.push(...batch.value.map(viewOf));
  }
  const headers = { "Cache-Control": "no-store" };
  if (batch.done) return jsonResponse(first, 200, headers);

  async function* parts() {
    const withoutBrackets = (rows: object[]) => JSON.stringify(rows).slice(1, -1);
    yield `[${withoutBrackets(first)}`;
    for (; !batch.done; batch = await batches.next()) {
      if (batch.value.length > 0) yield `,${withoutBrackets(batch.value.map(viewOf))}`;
    }
    yield "]";
  }
  const body = Readable.toWeb(Readable.from(parts())) as ReadableStream;
  return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8", ...headers } });
}
