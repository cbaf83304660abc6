import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Options, stringify } from "csv-stringify/sync";

/** A table as CSV text in parts, with how many rows it has. */
export interface Csv {
  parts: string[];
  rows: number;
}

/** Writes pages of rows as CSV. Others are served in between. */
export async function toCsv(pages: AsyncIterable<object[]>, columns: Options["columns"]): Promise<Csv> {
  // A cell that starts with "=" would run as a formula where the file is opened.
  const options = { columns, escape_formulas: true };
  const csv: Csv = { parts: [stringify([], { ...options, header: true, bom: true })], rows: 0 };
  for await (const page of pages) {
    csv.parts.push(stringify(page, options));
    csv.rows += page.length;
    await yieldToEventLoop();
  }
  return csv;
}

/** Answers with a CSV file, sent part by part. */
export function csvResponse({ parts }: Csv, fileName: string): Response {
  const encoder = new TextEncoder();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts[sent++];
      if (part === undefined) controller.close();
      else controller.enqueue(encoder.encode(part));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
