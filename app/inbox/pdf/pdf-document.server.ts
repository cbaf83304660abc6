import type { Content, TDocumentDefinitions } from "pdfmake/interfaces";
import { zoneLabel } from "~/core/time";
import { strings } from "../strings";
import { fontFiles, openFont } from "./fonts.server";
import { isRightToLeft, linesOf, type Measure, visualOrder, wordsOf } from "./lines";
import { type PlacedLine, page, startPages } from "./pages";
import { takePen } from "./pen.server";
import { printable } from "./printable";
import { marksOf, type PrintedMessage, stamp, type Transcript } from "./transcript";

const size = 9.5;
const ink = "#17223d";
const soft = "#505c76";

/** Lays out a conversation, message by message. */
export function startDocument(transcript: Transcript) {
  const letters = openFont(fontFiles.normal);
  const clean = (text: string) => printable(text, letters);
  const measure = spare(letters.measure(size));
  const title = shortened(clean(transcript.title), openFont(fontFiles.bold).measure(12), page.text - 164);
  const { pages, add: place, skip } = startPages();
  let count = 0;

  const placeText = (text: string) => {
    for (const line of linesOf(text, measure, page.text, page.text)) place({ text: line });
  };

  placeText(transcript.facts.map(([name, value]) => `${name}: ${clean(value)}`).join("     "));
  if (transcript.range) placeText(transcript.range);
  skip(10);

  function add(message: PrintedMessage): void {
    count += 1;
    const who = message.direction === "in" ? "Patient" : "Staff";
    const head = `[${stamp(message.created_at, transcript.zone)}] ${who}: `;
    const marks = marksOf(message, transcript.zone);
    const body = message.body || (message.media_count > 0 ? "" : strings.noText);
    // Beside a text from right to left the marks would stand in the middle of it.
    const between = isRightToLeft(body) ? "\n" : " ";
    const text = clean([body, marks].filter(Boolean).join(between));
    const [first = "", ...rest] = linesOf(text, measure, page.text - measure(head), page.text);
    place({ head, text: first });
    for (const line of rest) place({ text: line });
  }

  /** The pages as pdfmake makes them, with header and footer, and what is to be drawn on each. */
  function finish(): { frame: TDocumentDefinitions; pages: PlacedLine[][] } {
    if (count === 0) place({ text: "", head: "No messages." });
    if (transcript.notes !== null) {
      skip(14);
      place({ text: "Shared Notes", heading: true });
      skip(4);
      placeText(clean(transcript.notes) || "No notes.");
    }
    return { frame: frameOf(transcript, title, clean(transcript.exportedBy), pages.length), pages };
  }

  return { add, finish };
}

/** Writes the lines onto the pages of the document, which must still be open. */
export function writeLines(pdf: PDFKit.PDFDocument, pages: PlacedLine[][]): void {
  const normal = takePen(pdf, fontFiles.normal, size);
  const bold = takePen(pdf, fontFiles.bold, 12);
  pages.forEach((lines, index) => {
    pdf.switchToPage(index);
    normal.dip();
    bold.dip();
    const written = lines.map(({ head, text, heading, y }) =>
      (heading ? bold : normal).line(page.margin, y, [...(head ? [[head, soft] as const] : []), [text, ink]]),
    );
    pdf.addContent(["q BT", ...written, "ET Q"].join("\n"));
  });
}

// Kerning is not counted, so a line keeps a little room.
const spare =
  (measure: Measure): Measure =>
  (text) =>
    measure(text) * 1.01;

function shortened(text: string, measure: Measure, room: number): string {
  const letters = Array.from(text);
  if (measure(text) <= room) return text;
  while (letters.length > 0 && measure(`${letters.join("")}…`) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

function frameOf(
  transcript: Transcript,
  title: string,
  exportedBy: string,
  pages: number,
): TDocumentDefinitions {
  const { zone, exportedAt, phone } = transcript;
  return {
    pageSize: "LETTER",
    pageMargins: [page.margin, page.top, page.width - page.margin - page.text, page.height - page.bottom],
    defaultStyle: { font: "DejaVu", fontSize: size, color: ink },
    info: { title: "Conversation", creator: "Firstnight", producer: "Firstnight" },
    header: () => headerBar(title, phone),
    footer: (current, count) => ({
      margin: [page.margin, 10, page.margin, 0],
      fontSize: 8,
      color: soft,
      columns: [
        {
          width: "*",
          text: `All times ${zone} (${zoneLabel(exportedAt, zone)}). Exported by ${exportedBy} on ${stamp(exportedAt, zone)}.`,
        },
        { width: 80, alignment: "right", text: `Page ${current} of ${count}` },
      ],
    }),
    content: Array.from({ length: pages }, (_, index) => ({
      text: "",
      pageBreak: index === 0 ? undefined : "before",
    })),
  };
}

function headerBar(title: string, phone: string): Content {
  return {
    margin: [page.margin, 34, 0, 0],
    stack: [
      { canvas: [{ type: "rect", x: 0, y: 0, w: page.text, h: 30, color: ink }] },
      {
        relativePosition: { x: 12, y: -24 },
        columns: [
          {
            width: page.text - 164,
            text: wordsOf(visualOrder(title)).map((text) => ({ text })),
            bold: true,
            fontSize: 12,
            color: "#ffffff",
            noWrap: true,
          },
          { width: 140, text: phone, fontSize: 11, color: "#ffffff", alignment: "right" },
        ],
      },
    ],
  };
}
