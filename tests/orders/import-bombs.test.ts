import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { day } from "~/core/time";
import { orderFileRows } from "~/orders/import/order-rows.server";

const header = "brightree_db,patient_id,sales_order_no,patient_name\n";
const megabyte = 1_000_000;

/** Feeds a text to the reader as a file arrives, in chunks that all are already there. */
async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
}

/** Reads a whole file; the longest stretch of processor time in which no request is served, and all of it, in ms. */
async function longestStretch(text: string) {
  const bytes = Buffer.from(text);
  let longest = 0;
  let total = 0;
  let isReading = true;
  let before = process.cpuUsage();
  const watch = (async () => {
    while (isReading) {
      await turn();
      const { user, system } = process.cpuUsage(before);
      const stretch = (user + system) / 1000;
      longest = Math.max(longest, stretch);
      total += stretch;
      before = process.cpuUsage();
    }
  })();
  let refusal = "";
  let lines = 0;
  try {
    for await (const _ of orderFileRows(chunksOf(bytes), 20_000 * day)) lines++;
  } catch (error) {
    refusal = (error as Error).message;
  }
  isReading = false;
  await watch;
  return { longest, total, refusal, lines };
}

// The parser is compiled at its first use, which is no part of the measure.
await longestStretch('brightree_db,patient_id,sales_order_no\nQHMS,1,"a\n');

const tooLong = "A line of this file has more than 10,000 characters. Check that this is an order file.";
const unreadable = (why: string) => `This file has more than 1,000 lines that can't be read. Line 2: ${why}`;
const openQuote = unreadable("A quotation mark is never closed.");
const misfit = unreadable("The number of fields differs from the header.");

test.each([
  ["18 MB with one open quote", `${header}QHMS,1,"${`${"a".repeat(900_000)}\n`.repeat(20)}`, tooLong],
  ["2 MB of lines that open a quote", header + 'QHMS,1,"a\n'.repeat(200_000), openQuote],
  [
    "2 MB of long lines that open a quote",
    header + `QHMS,1,2,"${"a".repeat(9_900)},b\n`.repeat(200) + 'x,"\n'.repeat(megabyte / 4),
    openQuote,
  ],
  ["open quotes that no line closes", header + 'QHMS,1,"a,\n'.repeat(200_000), openQuote],
  ["20 MB of commas in one line", header + ",".repeat(20 * megabyte), tooLong],
  ["20 MB of commas in lines", header + `${",".repeat(9_900)}\n`.repeat(2000), misfit],
  ["2 MB of commas as a header", ",".repeat(2 * megabyte), tooLong],
  [
    "a header of 501 columns",
    `${header.trim()}${",".repeat(497)}\n`,
    "This file has more than 500 columns. Check that this is an order file.",
  ],
  ["2 MB of lines that are too short", header + "x\n".repeat(megabyte), misfit],
  ["2 MB of empty lines", "\n".repeat(2 * megabyte), "The file is empty."],
])("%s is refused, and others are served in between", async (_, text, sentence) => {
  const { longest, total, refusal } = await longestStretch(text);
  expect(refusal).toBe(sentence);
  // 25 ms are promised and 12 s were seen. A collection of garbage can take 150 ms, so this asks only that the
  // work is cut into pieces: no piece is most of it.
  expect(longest).toBeLessThan(Math.max(400, total / 3));
});

test("a long file that opens one quote loses that line alone", async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `QHMS,${index + 1},N${index},Ada Lovelace\n`);
  const { lines, refusal } = await longestStretch(`${header}QHMS,1,100,"Ada\n${rows.join("")}`);
  expect([lines, refusal]).toEqual([20_002, ""]);
});
