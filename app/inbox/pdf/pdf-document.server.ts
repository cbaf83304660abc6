import type { Content, TDocumentDefinitions } from "pdfmake/interfaces";
import { zoneLabel } from "~/core/time";
import { strings } from "../strings";
import { fontFiles, openFont } from "./fonts.server";
import { printable } from "./printable";
import { marksOf, type PrintedMessage, stamp, type Transcript } from "./transcript";

// In points.
const page = { width: 612, height: 792, margin: 48, text: 515, top: 84, bottom: 740, line: 14 };
const notesHeadingBottom = 720;

const fontSize = 9.5;
// pdfmake multiplies the font's own line height, which is 1.164 for DejaVu.
const lineHeight = page.line / (fontSize * 1.164);
const ink = "#17223d";
const soft = "#505c76";
const longestTitle = 60;

export function conversationDocument(
  transcript: Transcript,
  messages: readonly PrintedMessage[],
): TDocumentDefinitions {
  const { zone, facts, range, notes, entries } = transcript;
  const font = openFont(fontFiles.normal);
  const clean = (text: string) => printable(text, font);
  const factLine = facts.map(([name, value]) => `${name}: ${clean(value)}`).join("     ");

  function messageContent(message: PrintedMessage): Content {
    const author = message.direction === "in" ? "Patient" : "Staff";
    const head = `[${stamp(message.created_at, zone)}] ${author}: `;
    const body = message.body || (message.media_count > 0 ? "" : strings.noText);
    const text = [body, marksOf(message, zone)].filter(Boolean).join(" ");
    return { text: [{ text: head, color: soft }, clean(text)] };
  }

  function contentOf(): Content {
    if (entries) {
      return entries.map(({ head, text }) => ({ text: [{ text: clean(head), color: soft }, clean(text)] }));
    }
    return messages.length > 0 ? messages.map(messageContent) : { text: "No messages.", color: soft };
  }

  return {
    pageSize: "LETTER",
    pageMargins: [page.margin, page.top, page.width - page.margin - page.text, page.height - page.bottom],
    defaultStyle: { font: "DejaVu", fontSize, lineHeight, color: ink },
    info: { title: "Conversation", creator: "Firstnight", producer: "Firstnight" },
    header: headerBar(shortened(clean(transcript.title)), transcript.phone),
    footer: footer(transcript, clean(transcript.exportedBy)),
    content: [
      { text: [factLine, range].filter(Boolean).join("\n"), margin: [0, 0, 0, 10] },
      contentOf(),
      ...(notes === null
        ? []
        : [
            {
              text: "Shared Notes",
              headlineLevel: 1,
              bold: true,
              fontSize: 12,
              margin: [0, 14, 0, 4] as const,
            },
            { text: clean(notes) || "No notes." },
          ]),
    ] as Content[],
    ...(notes !== null && {
      pageBreakBefore: ({ headlineLevel, startPosition }) =>
        headlineLevel === 1 && startPosition.top + page.line > notesHeadingBottom,
    }),
  };
}

function shortened(title: string): string {
  const letters = Array.from(title);
  return letters.length > longestTitle ? `${letters.slice(0, longestTitle).join("").trimEnd()}…` : title;
}

function headerBar(title: string, phone: string): Content {
  const cell = { color: "#ffffff", fillColor: ink };
  const padding = () => 6;
  return {
    margin: [page.margin, 34, 0, 0],
    table: {
      widths: [page.text - 164, 140],
      body: [
        [
          { ...cell, text: title, bold: true, fontSize: 12 },
          { ...cell, text: phone, fontSize: 11, alignment: "right" },
        ],
      ],
    },
    layout: {
      defaultBorder: false,
      paddingLeft: padding,
      paddingRight: padding,
      paddingTop: padding,
      paddingBottom: padding,
    },
  };
}

function footer({ zone, exportedAt }: Transcript, exportedBy: string) {
  const text = `All times ${zone} (${zoneLabel(exportedAt, zone)}). Exported by ${exportedBy} on ${stamp(exportedAt, zone)}.`;
  return (current: number, count: number): Content => ({
    margin: [page.margin, 10, page.margin, 0],
    fontSize: 8,
    color: soft,
    columns: [
      { width: "*", text },
      { width: 80, alignment: "right", text: `Page ${current} of ${count}` },
    ],
  });
}
