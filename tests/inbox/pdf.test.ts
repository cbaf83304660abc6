import { describe, expect, test } from "vitest";
import { fontFiles, openFont } from "~/inbox/pdf/fonts.server";
import { linesOf, visualOrder } from "~/inbox/pdf/lines";
import { page, startPages } from "~/inbox/pdf/pages";
import { printable } from "~/inbox/pdf/printable";
import { marksOf, type PrintedMessage } from "~/inbox/pdf/transcript";

const font = openFont(fontFiles.normal);

describe("the font", () => {
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

describe("what it cannot draw becomes a note", () => {
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

test("every emoji of the list is printed as words", () => {
  for (const code of [0x1f600, 0x1f637, 0x1f634, 0x1f4a4, 0x1f3e0, 0x1f691, 0x1fae0, 0x1f9d1]) {
    const printed = printable(`a ${String.fromCodePoint(code)} b`, font);
    expect(printed).toMatch(/^a \[[a-zA-Z][\w ’'-]+\] b$/);
  }
});

describe("lines", () => {
  const measure = (text: string) => Array.from(text).length;

  test("break at spaces, and within a word that is longer than a line", () => {
    expect(linesOf("one two three", measure, 7, 7)).toEqual(["one two", "three"]);
    expect(linesOf("abcdefghij kl", measure, 4, 4)).toEqual(["abcd", "efgh", "ij", "kl"]);
  });

  test("keep the text's own breaks and leave room on the first", () => {
    expect(linesOf("one two\n\nthree", measure, 3, 9)).toEqual(["one", "two", "", "three"]);
    expect(linesOf("", measure, 3, 9)).toEqual([""]);
  });

  test("stand from right to left where the letters do", () => {
    expect(visualOrder("abc def")).toBe("abc def");
    expect(visualOrder("שלום עולם")).toBe("עולם שלום");
    expect(visualOrder("call שלום עולם now")).toBe("call עולם שלום now");
  });

  test("keep figures and brackets readable among words from right to left", () => {
    expect(visualOrder("בשעה 10:30, תודה")).toBe("תודה ,10:30 בשעה");
    expect(visualOrder("(שלום) עולם")).toBe("עולם )שלום(");
    expect(visualOrder("(call) at 10:30, please")).toBe("(call) at 10:30, please");
  });
});

describe("marks", () => {
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

  test("say when a held message was released", () => {
    const released = { ...message, released_at: Date.parse("2026-03-02T16:30:00Z") };
    expect(marksOf(released, zone)).toBe("[held pending consent — released Mar 2, 2026, 11:30 AM]");
    expect(marksOf({ ...message, status: "held" }, zone)).toBe("[held pending consent]");
    expect(marksOf(message, zone)).toBe("");
  });

  test("say what never arrived, and what came along", () => {
    expect(marksOf({ ...message, status: "failed", error: "No such number." }, zone)).toBe(
      "[not delivered: No such number.]",
    );
    expect(marksOf({ ...message, direction: "in", status: "received", media_count: 1 }, zone)).toBe(
      "[1 attachment, not opened]",
    );
  });
});

describe("pages", () => {
  const bottoms = (count: number) => {
    const { pages, add } = startPages();
    for (let nth = 0; nth < count; nth++) add({ text: `${nth}` });
    return pages.map((lines) => (lines.at(-1)?.y ?? 0) + page.line);
  };

  test("are full shortly before their lower edge", () => {
    expect(bottoms(46)).toEqual([728]);
    expect(bottoms(47)).toEqual([728, 98]);
  });

  test("never end with the heading of the notes", () => {
    const { pages, add, skip } = startPages();
    for (let nth = 0; nth < 44; nth++) add({ text: `${nth}` });
    skip(14);
    add({ text: "Shared Notes", heading: true });
    expect(pages.map((lines) => lines.length)).toEqual([44, 1]);
    expect(pages[1]).toEqual([{ text: "Shared Notes", heading: true, y: page.top }]);
  });
});
