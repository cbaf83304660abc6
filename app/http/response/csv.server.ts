import { type Options, stringify } from "csv-stringify/sync";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";

interface Csv {
  parts: string[];
  rows: number;
}

export async function toCsv(pages: AsyncIterable<object[]>, columns: Options["columns"]): Promise<Csv> {
  // A spreadsheet would run a cell that starts with "=" as a formula.
  const options = { columns, escape_formulas: true };
  const csv: Csv = { parts: [stringify([], { ...options, header: true, bom: true })], rows: 0 };
  for await (const page of pages) {
    csv.parts.push(stringify(page, options));
    csv.rows += page.length;
    await yieldToEventLoop();
  }
  return csv;
}

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
