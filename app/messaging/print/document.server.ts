import type { Content, TDocumentDefinitions } from "pdfmake/interfaces";
import { zoneLabel } from "~/core/time";
import { words } from "../words";
import { fontFiles, openFont } from "./fonts.server";
import { isRightToLeft, linesOf, type Measure, visualOrder } from "./lines";
import { printable } from "./printable";
import { marksOf, type PrintedMessage, stamp, type Transcript } from "./transcript";

// Part 2, section 9, in points: letter size, margin 48, text width 515, line height 14, page break near 740.
const page = { width: 612, height: 792, margin: 48, text: 515, bottom: 740 };
const size = 9.5;
// The lines of DejaVu are 1.164 times as high as its size.
const lineHeight = 14 / (size * 1.164);
const ink = "#17223d";
const soft = "#505c76";

/** Lays out a conversation, message by message, so that a long one never stands in memory twice. */
export function startDocument(transcript: Transcript) {
  const letters = openFont(fontFiles.normal);
  const clean = (text: string) => printable(text, letters);
  const measure = spare(letters.measure(size));
  const title = shortened(clean(transcript.title), openFont(fontFiles.bold).measure(12), page.text - 164);
  const content: Content[] = [...factLines(transcript, clean, measure)];
  let count = 0;

  /** A line that is broken already: to break it again would take most of the time. */
  const broken = (lines: string[]): Content[] => lines.map((line) => ({ text: pieces(line), noWrap: true }));

  function add(message: PrintedMessage): void {
    count += 1;
    const who = message.direction === "in" ? "Patient" : "Staff";
    const head = `[${stamp(message.created_at, transcript.zone)}] ${who}: `;
    const marks = marksOf(message, transcript.zone);
    const body = message.body || (message.media_count > 0 ? "" : words.noText);
    const text = clean([body, marks].filter(Boolean).join(" "));
    const [first = "", ...rest] = linesOf(text, measure, page.text - measure(head), page.text);
    content.push({ text: [{ text: head, color: soft }, ...pieces(first)], noWrap: true }, ...broken(rest));
  }

  function finish(): TDocumentDefinitions {
    if (count === 0) content.push({ text: "No messages.", color: soft });
    if (transcript.notes !== null) {
      const notes = clean(transcript.notes) || "No notes.";
      content.push(
        // Part 2: the heading of the notes is not left alone at the foot of a page.
        { text: "Shared Notes", bold: true, fontSize: 12, margin: [0, 14, 0, 4], headlineLevel: 1 },
        ...broken(linesOf(notes, measure, page.text, page.text)),
      );
    }
    const { zone } = transcript;
    return {
      pageSize: "LETTER",
      pageMargins: [page.margin, 84, page.width - page.margin - page.text, page.height - page.bottom],
      defaultStyle: { font: "DejaVu", fontSize: size, lineHeight, color: ink },
      info: { title: "Conversation", creator: "Firstnight", producer: "Firstnight" },
      pageBreakBefore: ({ headlineLevel, startPosition }) =>
        headlineLevel === 1 && (startPosition?.top ?? 0) > 720,
      header: () => headerBar(title, transcript.phone),
      footer: (current, pages) => ({
        margin: [page.margin, 10, page.margin, 0],
        fontSize: 8,
        color: soft,
        columns: [
          {
            width: "*",
            text: `All times ${zone} (${zoneLabel(transcript.exportedAt, zone)}). Exported by ${clean(transcript.exportedBy)} on ${stamp(transcript.exportedAt, zone)}.`,
          },
          { width: 80, alignment: "right", text: `Page ${current} of ${pages}` },
        ],
      }),
      content,
    };
  }

  return { add, finish };
}

// Kerning is not counted, so a line keeps a little room.
const spare =
  (measure: Measure): Measure =>
  (text) =>
    measure(text) * 1.01;

/** A line as the printer takes it: it shapes word by word, and among words from right to left the space
 * behind each would come out on its other side. */
function pieces(line: string): { text: string }[] {
  if (!isRightToLeft(line)) return [{ text: line || " " }];
  return line.split(/( )/).map((text) => ({ text }));
}

function shortened(text: string, measure: Measure, room: number): string {
  const letters = Array.from(text);
  if (measure(text) <= room) return text;
  while (letters.length > 0 && measure(`${letters.join("")}…`) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
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
            text: pieces(visualOrder(title)),
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

function factLines(
  { facts, range }: Transcript,
  clean: (text: string) => string,
  measure: Measure,
): Content[] {
  const line = facts.map(([name, value]) => `${name}: ${clean(value)}`).join("     ");
  const texts = linesOf(line, measure, page.text, page.text);
  if (range) texts.push(range);
  return texts.map((text, index) => ({
    text,
    noWrap: true,
    margin: [0, 0, 0, index === texts.length - 1 ? 10 : 0],
  }));
}
