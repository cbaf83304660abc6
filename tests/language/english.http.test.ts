import { expect, test } from "vitest";
import { languageOfText } from "../support/language-of-text";
import { spanishClinic, textsOf, walkAsPatient } from "./patient-walk";

test("English pages have no Spanish sentences", async () => {
  const clinic = await spanishClinic();
  const pages = await walkAsPatient(clinic, "en");
  expect(pages.length).toBeGreaterThan(40);
  for (const { name, html } of pages) {
    expect({ name, isEnglish: html.includes('<html lang="en"') }).toEqual({ name, isEnglish: true });
    const texts = textsOf(html).map((text) => text.replace(/ – Company \d+$|Hannah Whitfield/, ""));
    const notEnglish = texts.filter((text) => text.split(/\s+/).length >= 5 && languageOfText(text) !== "en");
    expect({ name, notEnglish }).toEqual({ name, notEnglish: [] });
  }
});
