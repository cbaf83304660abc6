import { describe, expect, test } from "vitest";
import { inLanguage } from "~/core/language/language-scope.server";
import { acceptedLanguage, languageCodes } from "~/core/language/languages";
import { allStrings, around, counted, fill } from "~/core/language/strings";
import { formatFull, formatWhen, zoneName } from "~/core/time";
import { strings as schedule } from "~/schedule/strings";
import { languageOfText } from "../support/language-of-text";
import "~/company/strings";
import "~/core/strings";
import "~/login/strings";
import "~/messages/strings";
import "~/orders/strings";
import "~/schedule/joining/strings";
import "~/visits/questions/strings";
import "~/tracking/strings";
import "~/ui/strings";
import "~/visits/strings";

function leaves(texts: object, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}.${key}`, value] as [string, string]]
      : leaves(value, `${path}.${key}`),
  );
}
const textsIn = (language: "en" | "es") =>
  new Map([...allStrings].flatMap(([module, tables]) => leaves(tables[language], module)));
const placeholdersIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each(languageCodes)("strings in %s", (language) => {
  const texts = textsIn(language);

  test("every string has the same placeholders as in English", () => {
    const english = textsIn("en");
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of texts) {
      expect({ key, names: placeholdersIn(text) }).toEqual({
        key,
        names: placeholdersIn(english.get(key) ?? ""),
      });
    }
  });

  test("no sentence is in a different language", () => {
    const plain = [...texts].map(([key, text]) => [key, text.replace(/\{\w+\}/g, " ")] as const);
    const sentences = plain.filter(([, text]) => text.split(/\s+/).length >= 4);
    expect(sentences.length).toBeGreaterThan(100);
    for (const [key, text] of sentences) {
      expect({ key, text, is: languageOfText(text) }).toEqual({ key, text, is: language });
    }
  });
});

test.each([
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["en-US,en;q=0.9,es;q=0.8", "en"],
  ["de-DE,de;q=0.9,es;q=0.5,en;q=0.4", "es"],
  ["de", null],
  ["*", null],
  ["es;q=0, en;q=0.1", "en"],
  ["constructor", null],
  ["es;q=oops", null],
  ["", null],
])("a browser that accepts %j gets %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("values replace placeholders, even in text that surrounds an element", () => {
  expect(fill("{a} and {b}", { a: "one", b: 2 })).toBe("one and 2");
  expect(around("With {therapist} at {when}?", "when", { therapist: "$&" })).toEqual(["With $& at ", "?"]);
  const hours = { one: "{count} hora", other: "{count} horas" };
  expect(inLanguage({ language: "es" }, () => [1, 4].map((count) => counted(hours, count)))).toEqual([
    "1 hora",
    "4 horas",
  ]);
});

test("a company's custom wording replaces one sentence in its language", () => {
  const texts = { "es.schedule.absenceTitle.none": "Escoja la hora" };
  const read = () => [schedule.absenceTitle.none, schedule.absenceTitle.held];
  expect(inLanguage({ language: "es", texts }, read)).toEqual(["Escoja la hora", "Su cita ya terminó"]);
  expect(inLanguage({ language: "en", texts }, read)[0]).toBe("Choose a time for your visit");
});

test("dates, times, and time zones are in the reader's language", () => {
  const at = Date.parse("2026-05-16T13:00:00Z");
  const one = Date.parse("2026-05-16T17:00:00Z");
  const zone = "America/New_York";
  inLanguage({ language: "es" }, () => {
    expect(formatWhen(at, zone)).toBe("sáb 16 de mayo, 9:00 a.m. EDT");
    expect(formatFull(at, zone)).toBe("sábado 16 de mayo de 2026 a las 9:00 a.m. EDT");
    expect(formatFull(one, zone)).toBe("sábado 16 de mayo de 2026 a la 1:00 p.m. EDT");
    expect(zoneName(at, zone)).toBe("hora del este");
  });
  expect(formatWhen(at, zone)).toBe("Sat, May 16, 9:00 AM EDT");
});
