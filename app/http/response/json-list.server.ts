import { Readable } from "node:stream";
import { jsonResponse } from "../render/single-write-response.server";

// A longer list is sent as it is read: nobody holds it whole, and others are served in between.
const longest = 2000;

/** Answers with a list as JSON that is read lot by lot, whole or part by part. */
export async function jsonListResponse<Row>(
  lots: AsyncGenerator<Row[]>,
  viewOf: (row: Row) => object,
): Promise<Response> {
  const begun: object[] = [];
  let lot = await lots.next();
  for (; !lot.done && begun.length <= longest; lot = await lots.next()) begun.push(...lot.value.map(viewOf));
  const headers = { "Cache-Control": "no-store" };
  if (lot.done) return jsonResponse(begun, 200, headers);

  async function* parts() {
    const inside = (rows: object[]) => JSON.stringify(rows).slice(1, -1);
    yield `[${inside(begun)}`;
    for (; !lot.done; lot = await lots.next()) {
      if (lot.value.length > 0) yield `,${inside(lot.value.map(viewOf))}`;
    }
    yield "]";
  }
  const body = Readable.toWeb(Readable.from(parts())) as ReadableStream;
  return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8", ...headers } });
}
