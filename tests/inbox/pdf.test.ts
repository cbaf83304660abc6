import pdfmake from "pdfmake";
import { beforeAll, describe, expect, test } from "vitest";
import { fontFiles, openFont } from "~/inbox/pdf/fonts.server";
import { conversationDocument } from "~/inbox/pdf/pdf-document.server";
import { printable } from "~/inbox/pdf/printable";
import { marksOf, type PrintedMessage, type Transcript } from "~/inbox/pdf/transcript";
import { textOfPages } from "../support/pdf-text";

const font = openFont(fontFiles.normal);

describe("the PDF font", () => {
  test.each([
    "The quick brown fox, façade, Größe, Łódź, Ærø, ığüşöç",
    "Съешь ещё этих мягких французских булок, їжак",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "Tôi muốn đổi lịch hẹn sang thứ Ba, cảm ơn nhiều ở Đà Nẵng",
    "→ ← ✓ ✗ ★ ☎ € £ ½ ° • … “quoted” ‘so’ – — © ™ ≤ ≥ ×",
  ])("draws %s", (text) => {
    expect(printable(text, font)).toBe(text);
  });
});

describe("characters missing from the font are replaced by a note", () => {
  test.each([
    ["Thanks 👍", "Thanks [thumbs up]"],
    ["👍🏽 ok", "[thumbs up] ok"],
    ["❤️", "[red heart]"],
    ["👨‍👩‍👧", "[family man, woman, girl]"],
    ["🇺🇸", "[flag United States]"],
    ["你好，世界。 Please call", "[6 characters in Chinese script] Please call"],
    ["नमस्ते", "[3 characters in Hindi script]"],
    ["a\u202eb\u0007c\u200b", "abc"],
  ])("%s", (text, printed) => {
    expect(printable(text, font)).toBe(printed);
  });
});

test("every emoji is printed as its name", () => {
  for (const code of [0x1f600, 0x1f637, 0x1f634, 0x1f4a4, 0x1f3e0, 0x1f691, 0x1fae0, 0x1f9d1]) {
    const printed = printable(`a ${String.fromCodePoint(code)} b`, font);
    expect(printed).toMatch(/^a \[[a-zA-Z][\w ’'-]+\] b$/);
  }
});

describe("message notes", () => {
  const zone = "America/New_York";
  const message: PrintedMessage = {
    direction: "out",
    body: "Hello",
    status: "delivered",
    error: null,
    created_at: Date.parse("2026-03-02T15:00:00Z"),
    released_at: null,
    media_count: 0,
  };

  test("a held message shows when it was released", () => {
    const released = { ...message, released_at: Date.parse("2026-03-02T16:30:00Z") };
    expect(marksOf(released, zone)).toBe("[held pending consent — released Mar 2, 2026, 11:30 AM]");
    expect(marksOf({ ...message, status: "held" }, zone)).toBe("[held pending consent]");
    expect(marksOf(message, zone)).toBe("");
  });

  test("a failed message shows the reason, and attachments are counted", () => {
    expect(marksOf({ ...message, status: "failed", error: "No such number." }, zone)).toBe(
      "[not delivered: No such number.]",
    );
    expect(marksOf({ ...message, direction: "in", status: "received", media_count: 1 }, zone)).toBe(
      "[1 attachment, not downloaded]",
    );
  });
});

describe("PDF pages", () => {
  const transcript: Transcript = {
    title: "Zoë Nguyễn",
    phone: "(919) 555-0123",
    facts: [["Mobile", "+19195550123"]],
    zone: "America/New_York",
    notes: "Prefers evenings",
    exportedBy: "Samuel Ridley",
    exportedAt: Date.parse("2026-03-02T15:00:00Z"),
    range: null,
  };
  const message = (nth: number): PrintedMessage => ({
    direction: "in",
    body: `Line ${nth}`,
    status: "received",
    error: null,
    created_at: transcript.exportedAt,
    released_at: null,
    media_count: 0,
  });
  const print = async (messages: number, body?: string) => {
    const all = Array.from({ length: messages }, (_, nth) => ({ ...message(nth), ...(body && { body }) }));
    return textOfPages(await pdfmake.createPdf(conversationDocument(transcript, all)).getBuffer());
  };
  beforeAll(() => {
    pdfmake.setFonts({ DejaVu: { normal: fontFiles.normal, bold: fontFiles.bold } });
    pdfmake.setUrlAccessPolicy(() => false);
    pdfmake.setLocalAccessPolicy(() => true);
  });

  test("the heading and 45 messages fit on the first page", async () => {
    const [first = "", second = ""] = await print(60);
    expect(first.match(/Line \d+/g)).toHaveLength(45);
    expect(second).toContain("Page 2 of 2");
  });

  test("the notes heading is never the last line on a page", async () => {
    const [first = "", second = ""] = await print(44);
    expect(first.match(/Line \d+/g)).toHaveLength(44);
    expect(first).not.toContain("Shared Notes");
    expect(second).toContain("Shared NotesPrefers evenings");
  });

  test("a word longer than a line is printed in full", async () => {
    const word = "abcdefghij".repeat(60);
    expect((await print(1, word)).join("")).toContain(word);
  });

  test("Hebrew and Arabic words are printed in full, from right to left", async () => {
    const [text = ""] = await print(1, "שלום עולם, בשעה 10:30 please call");
    for (const word of ["שלום", "עולם", "בשעה"]) expect(text).toContain([...word].reverse().join(""));
    for (const word of ["10:30", "please call"]) expect(text).toContain(word);
    const [arabic = ""] = await print(1, "مرحبا");
    expect(arabic).toContain([..."مرحبا"].reverse().join(""));
  });
});
