import pdfmake from "pdfmake";
import { serveParent } from "~/core/separate-process.server";
import { fontFiles } from "./fonts.server";
import { conversationDocument } from "./pdf-document.server";
import type { PrintedMessage, Transcript } from "./transcript";

serveParent();
pdfmake.setFonts({ DejaVu: { normal: fontFiles.normal, bold: fontFiles.bold } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fontFiles).includes(path));

let reported = 0;
pdfmake.setProgressCallback((progress) => {
  const percent = Math.floor(progress * 100);
  if (percent > reported) process.send?.(percent);
  reported = percent;
});

let transcript: Transcript | null = null;
const messages: PrintedMessage[] = [];

// The transcript comes first, and then its messages in batches.
process.on("message", async (part: Transcript | PrintedMessage[] | "end") => {
  if (Array.isArray(part)) messages.push(...part);
  else if (part !== "end") transcript = part;
  else process.send?.(await print().catch((error: Error) => error));
});

async function print(): Promise<Uint8Array> {
  if (!transcript) throw new Error("There is no transcript.");
  return new Uint8Array(await pdfmake.createPdf(conversationDocument(transcript, messages)).getBuffer());
}
