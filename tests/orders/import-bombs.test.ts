import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { day } from "~/core/time";
import { orderFileRows } from "~/orders/import/order-rows.server";

const header = "brightree_db,patient_id,sales_order_no,patient_name\n";
const megabyte = 1_000_000;

/** The chunks of a file, all available immediately. */
async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
}

/** Reads a file on a slow clock. @returns how often other requests ran and how many bytes were read */
async function readHostile(text: string) {
  let clock = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => {
    clock += 1000;
    return clock;
  });
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunksOf(Buffer.from(text))) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  let served = 0;
  let isReading = true;
  const otherRequests = (async () => {
    while (isReading) {
      await turn();
      served++;
    }
  })();
  let refusal = "";
  let lines = 0;
  try {
    for await (const _ of orderFileRows(counted(), 20_000 * day)) lines++;
  } catch (error) {
    refusal = (error as Error).message;
  } finally {
    isReading = false;
    await otherRequests;
    now.mockRestore();
  }
  return { served, bytes, refusal, lines };
}

const tooLong = "A line of this file has more than 10,000 characters. Check that this is the right file.";
const unreadable = (why: string) => `This file has more than 1,000 lines that can't be read. Line 2: ${why}`;
const openQuote = unreadable("A quotation mark is never closed.");
const wrongFieldCount = unreadable("The number of fields differs from the header.");

test.each([
  ["18 MB with one open quote", `${header}QHMS,1,"${`${"a".repeat(900_000)}\n`.repeat(20)}`],
  ["20 MB of commas in one line", header + ",".repeat(20 * megabyte)],
  ["2 MB of commas as a header", ",".repeat(2 * megabyte)],
])("%s is rejected before much of it is read", async (_, text) => {
  const { refusal, bytes } = await readHostile(text);
  expect(refusal).toBe(tooLong);
  expect(bytes).toBeLessThan(100_000);
});

test.each([
  ["2 MB of lines that open a quote", header + 'QHMS,1,"a\n'.repeat(200_000), openQuote, 1000],
  [
    "2 MB of long lines that open a quote",
    header + `QHMS,1,2,"${"a".repeat(9_900)},b\n`.repeat(200) + 'x,"\n'.repeat(megabyte / 4),
    openQuote,
    1000,
  ],
  ["open quotes that are never closed", header + 'QHMS,1,"a,\n'.repeat(200_000), openQuote, 1000],
  [
    "1 MB of lines of commas",
    header + `${",".repeat(9_900)}\n`.repeat(100) + "x\n".repeat(2000),
    wrongFieldCount,
    1000,
  ],
  [
    "a header of 501 columns",
    `${header.trim()}${",".repeat(497)}\n`,
    "This file has more than 500 columns. Check that this is the right file.",
    1,
  ],
  ["2 MB of rows with too few fields", header + "x\n".repeat(megabyte), wrongFieldCount, 1000],
  ["20 KB of empty lines", "\n".repeat(20_000), "The file is empty.", 20_000],
])("%s is rejected, and other requests run between lines", async (_, text, sentence, lines) => {
  const { refusal, served } = await readHostile(text);
  expect(refusal).toBe(sentence);
  expect(served).toBeGreaterThanOrEqual(lines);
});

test("one unclosed quote in a long file affects only its row", async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `QHMS,${index + 1},N${index},Ada Lovelace\n`);
  const { lines, refusal } = await readHostile(`${header}QHMS,1,100,"Ada\n${rows.join("")}`);
  expect([lines, refusal]).toEqual([5_002, ""]);
});
