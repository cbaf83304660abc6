import { buffer } from "node:stream/consumers";
import { parentPort, workerData } from "node:worker_threads";
import pdfmake from "pdfmake";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";
import { fontFiles } from "./fonts.server";
import { startDocument, writeLines } from "./pdf-document.server";
import type { PrintedMessage, Transcript } from "./transcript";

// A thread of its own: laying out ten thousand messages takes seconds in which nobody else would be served.
const port = parentPort;
if (!port) throw new Error("This program runs as a worker alone.");

lowerThreadPriority();
pdfmake.setFonts({ DejaVu: { normal: fontFiles.normal, bold: fontFiles.bold } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fontFiles).includes(path));

const document = startDocument(workerData as Transcript);

// Messages come in batches; null says that these were all.
port.on("message", async (messages: PrintedMessage[] | null) => {
  if (messages) {
    for (const message of messages) document.add(message);
    return;
  }
  const { frame, pages } = document.finish();
  const pdf = await pdfmake.createPdf(frame, { bufferPages: true }).getStream();
  writeLines(pdf, pages);
  const file = buffer(pdf);
  pdf.end();
  // Whole: its thousands of small pieces, written one by one, held the server's thread up for 200 ms.
  const bytes = new Uint8Array(await file);
  port.postMessage(bytes, [bytes.buffer]);
  port.close();
});
