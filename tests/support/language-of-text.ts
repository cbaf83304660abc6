import { eld } from "eld/small";

/** English or Spanish, by an independent detector. Reliable from about four words on. The letters of a link say nothing. */
export function languageOfText(text: string): "en" | "es" {
  const { en = 0, es = 0 } = eld.detect(text.replace(/https?:\S+/g, "")).getScores();
  return es > en ? "es" : "en";
}
