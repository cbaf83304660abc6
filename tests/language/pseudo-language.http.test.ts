import { expect, test } from "vitest";
import { allStrings } from "~/core/language/strings";
import { stateName } from "~/core/zones/states";
import { spanishClinic, textsOf, walkAsPatient } from "./patient-walk";
import "~/company/strings";
import "~/core/strings";
import "~/login/strings";
import "~/messages/strings";
import "~/orders/strings";
import "~/schedule/strings";
import "~/tracking/strings";
import "~/ui/strings";
import "~/visits/strings";

/** Marks a string and makes it 40 % longer, without its placeholders. */
const pseudo = (text: string) =>
  `«${text}${"~".repeat(Math.ceil(text.replace(/\{\w+\}/g, "").length * 0.4))}»`;

function pseudoTexts(texts: object, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}.${key}`, pseudo(value)] as [string, string]]
      : pseudoTexts(value, `${path}.${key}`),
  );
}

const clinic = await spanishClinic();
const entries = [...allStrings].flatMap(([module, { en }]) => pseudoTexts(en, `es.${module}`));
await clinic.app.db
  .updateTable("companies")
  .set({ texts: JSON.stringify(Object.fromEntries(entries)) })
  .execute();

/** What no string file holds: names, dates and times. */
const data =
  /(?<!\p{L})(Hannah Whitfield|Tom Baker|hijo|Ana C\.|Ruth A\.|Company \d+|QHMS|Firstnight|Staff|English|(lun|mar|mié|jue|vie|sáb|dom)(es|tes|rcoles|ves|rnes|ado|ingo)?|enero|febrero|marzo|abril|mayo|junio|ene|feb|abr|may|jun|de|a las?|a\.m\.|p\.m\.|E[SD]T)(?!\p{L})/gu;

test("every text of a patient's pages comes from a string file", async () => {
  const pages = await walkAsPatient(clinic);
  expect(pages.length).toBeGreaterThan(35);
  const stray = pages.flatMap(({ name, html }) =>
    textsOf(html)
      .filter((text) => !/[«»~]/.test(text) && text !== stateName(clinic.therapist.region))
      .filter((text) => /\p{L}{2}/u.test(text.replace(data, "")))
      .map((text) => `${name}: ${text}`),
  );
  expect(stray).toEqual([]);
});
