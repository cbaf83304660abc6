import { parentPort, workerData } from "node:worker_threads";
import pdfmake from "pdfmake";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";
import { fontFiles } from "./fonts.server";
import { conversationDocument } from "./pdf-document.server";
import type { PrintedMessage, Transcript } from "./transcript";

const port = parentPort;
if (!port) throw new Error("Run this file as a worker thread.");

lowerThreadPriority();
pdfmake.setFonts({ DejaVu: { normal: fontFiles.normal, bold: fontFiles.bold } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fontFiles).includes(path));

let reported = 0;
pdfmake.setProgressCallback((progress) => {
  const percent = Math.floor(progress * 100);
  if (percent > reported) port.postMessage(percent);
  reported = percent;
});

const messages: PrintedMessage[] = [];

// Messages arrive in batches. Null marks the end.
port.on("message", async (batch: PrintedMessage[] | null) => {
  if (batch) {
    messages.push(...batch);
    return;
  }
  const pdf = await pdfmake.createPdf(conversationDocument(workerData as Transcript, messages)).getBuffer();
  const bytes = new Uint8Array(pdf);
  port.postMessage(bytes, [bytes.buffer]);
  port.close();
});
