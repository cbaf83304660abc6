import { expect, test } from "vitest";
import { localDate } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, signInPatient } from "../support/seed";
import { spanishClinic } from "./patient-walk";

const { app, url, starts } = await spanishClinic();

async function signedInPatient(language: "en" | "es") {
  const order = await seedOrder(app, { language, patient_name: "Ruth Avery" });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, client };
}

test("a patient books, changes, and cancels in Spanish without JavaScript", async () => {
  const { client } = await signedInPatient("es");
  const on = (nth: number) => `?date=${localDate(starts[nth] ?? 0, "America/New_York")}`;
  const times = await PlainPage.open(client, `/schedule${on(9)}`);
  expect(times.heading).toBe("Reserve su cita");
  const question = await times.follow(/^Elegir/);
  expect(question.text).toContain("¿Quiere confirmar su cita con Hannah Whitfield el");
  const booked = await question.press("Confirmar", { sms_consent: "on" });
  expect(booked.text).toContain("¡Solicitud enviada!");
  expect(booked.text).toContain("Solicitud enviada");
  expect(booked.links("Cambiar la hora")).toHaveLength(1);
  const others = await booked.open(`/my-visit/move${on(15)}`);
  const move = await others.follow(/^Elegir/);
  expect(move.text).toContain("¿Quiere cambiar su cita al");
  const moved = await move.press("Cambiar mi cita");
  expect(moved.text).toContain("Su cita tiene una nueva hora.");
  expect(moved.path).toBe("/my-visit");
  const canceled = await (await moved.follow("Cancelar la cita")).press(/^Cancelar la cita del/);
  expect(canceled.heading).toBe("Su cita se canceló");
});

test("a patient switches the page language without JavaScript, and the choice is kept", async () => {
  const { order, client } = await signedInPatient("en");
  const english = await PlainPage.open(client, "/schedule?part=evening");
  const spanish = await english.press("Español");
  expect(spanish.heading).toBe("Reserve su cita");
  expect(spanish.address).toContain("part=evening");
  expect(spanish.html).toContain('<html lang="es"');
  const tracking = await spanish.open("/track");
  expect(tracking.heading).toBe("Mi pedido");
  const saved = app.db.selectFrom("orders").select("chosen_language").where("id", "=", order.id);
  expect(await saved.execute()).toEqual([{ chosen_language: "es" }]);
  expect((await tracking.press("English")).heading).toBe("Track My Order");
});
