import { eld } from "eld/small";

/** English or Spanish, by an independent detector. Reliable from about four words on. */
export function languageOfText(text: string): "en" | "es" {
  const { en = 0, es = 0 } = eld.detect(text).getScores();
  return es > en ? "es" : "en";
}
