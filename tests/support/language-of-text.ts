import { eld } from "eld/small";

/** Detects English or Spanish, ignoring links. Reliable for texts of four words or more. */
export function languageOfText(text: string): "en" | "es" {
  const { en = 0, es = 0 } = eld.detect(text.replace(/https?:\S+/g, "")).getScores();
  return es > en ? "es" : "en";
}
