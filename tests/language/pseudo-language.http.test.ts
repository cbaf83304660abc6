import { expect, test } from "vitest";
import { inLanguage } from "~/core/language/language-scope.server";
import { regionName } from "~/core/zones/states";
import { spanishClinic, textsOf, walkAsPatient } from "./patient-walk";
import { pseudoWording } from "./pseudo-texts";

const clinic = await spanishClinic();
await clinic.app.db.updateTable("companies").set({ texts: pseudoWording() }).execute();

const region = inLanguage({ language: "es" }, () => regionName(clinic.therapist.region));

/** Text that isn't in a string file: names, dates, times, and URLs. */
const data =
  /(?<!\p{L})(Hannah Whitfield|Tom Baker|hijo|Ana C\.|Ruth A\.|Company \d+|QHMS|Firstnight|Staff|English|(lun|mar|mié|jue|vie|sáb|dom)(es|tes|rcoles|ves|rnes|ado|ingo)?|enero|febrero|marzo|abril|mayo|junio|ene|feb|abr|may|jun|de|a las?|a\.m\.|p\.m\.|E[SD]T|https:\/\/|meet\.|example\/)(?!\p{L})/gu;

test("all text on a patient's pages comes from a string file", async () => {
  const pages = await walkAsPatient(clinic);
  expect(pages.length).toBeGreaterThan(35);
  const hardCoded = pages.flatMap(({ name, html }) =>
    textsOf(html)
      .filter((text) => !/[«»~]/.test(text) && text !== region)
      .filter((text) => /\p{L}{2}/u.test(text.replace(data, "")))
      .map((text) => `${name}: ${text}`),
  );
  expect(hardCoded).toEqual([]);
});
