import { describe, expect, test } from "vitest";
import { iso } from "~/core/time";
import { Client } from "../support/client";
import { outboxOf } from "../support/http-actions";
import { languageOfText } from "../support/language-of-text";
import { PlainPage } from "../support/plain-page";
import { seedOrder, signInPatient } from "../support/seed";
import { spanishClinic, textsOf, walkAsPatient } from "./patient-walk";

const clinic = await spanishClinic();
const pages = await walkAsPatient(clinic);
const words = (text: string) => text.split(/\s+/).length;

/** A code without a name isn't a language. */
const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

describe.each(pages)("the page $name", ({ html }) => {
  test("declares its language, and the language of each part in another one", () => {
    const [first, ...others] = [...html.matchAll(/<[^>]*\blang="([^"]*)"/g)].map(([, code = ""]) => code);
    expect(first).toBe("es");
    expect(others.filter((code) => languageNames.of(code) === undefined)).toEqual([]);
  });

  test("is in Spanish and marked as Spanish", () => {
    expect(html).toContain('<html lang="es"');
    const texts = textsOf(html).map((text) => text.replace(/ – Company \d+$|Hannah Whitfield/, ""));
    const english = texts.filter((text) => words(text) >= 4 && languageOfText(text) !== "es");
    expect(english).toEqual([]);
  });
});

test("the patient walk covers every state of a visit", () => {
  const all = pages.map(({ html }) => html).join();
  for (const text of [
    "Solicitud enviada",
    "Su cita está confirmada",
    "La hora de su cita ya pasó",
    "Su cita ya terminó",
    "Su cita se canceló",
    "Este pedido se cerró",
    "Marque la casilla para aceptar",
    "Esa hora ya pasó",
    "Su cita es en menos de",
    "el enlace de otro paciente",
    "Otra persona aceptó esta hora",
  ]) {
    expect(all).toContain(text);
  }
});

test("the patient's messages are in Spanish, and the therapist's messages are in English", async () => {
  const rows = await outboxOf(clinic.app);
  const read = (row: (typeof rows)[number]) => clinic.app.secrets.open(row.body_sealed);
  const own = rows.filter(({ recipient }) => recipient !== clinic.therapist.email);
  expect(own.length).toBeGreaterThan(6);
  for (const row of own) {
    expect(row.language).toBe("es");
    expect({ text: read(row), is: languageOfText(read(row)) }).toEqual({ text: read(row), is: "es" });
  }
  const therapists = rows.filter(({ recipient }) => recipient === clinic.therapist.email);
  expect(therapists.length).toBeGreaterThan(2);
  for (const row of therapists)
    expect({ text: read(row), is: languageOfText(read(row)) }).toMatchObject({ is: "en" });
});

test("a patient who books in Spanish gets the messages in Spanish", async () => {
  const { app, url, therapist, starts } = await spanishClinic();
  const order = await seedOrder(app);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  client.cookies.set("language", "es");
  const start = starts[6] ?? 0;
  const time = `/schedule?at=${encodeURIComponent(iso(start))}&with=${therapist.id}`;
  const { hidden } = await PlainPage.open(client, time);
  expect((await client.submit("/schedule", { ...hidden, sms_consent: "on" })).status).toBe(303);
  const own = (await outboxOf(app)).filter(({ recipient }) => recipient !== therapist.email);
  expect(own.map(({ language }) => language)).toEqual(["es", "es"]);
});
