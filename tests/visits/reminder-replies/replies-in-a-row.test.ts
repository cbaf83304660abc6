import { expect, test } from "vitest";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { reminded } from "./clinic";

test("four replies in Spanish in a row each get the right answer", async () => {
  const { app, reply, isConfirmed } = await reminded();
  await app.db.updateTable("orders").set({ language: "es" }).execute();
  const { id } = await app.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, id));
  expect(await reply("sí ahí estaré")).toEqual([
    "Acme Sleep: Gracias. Nos vemos el jue 5 de mar, 3:00 p.m. EST. Entrar o cambiar: [link]\nLlame al (919) 555-0100",
  ]);
  expect(await isConfirmed()).toBe(true);
  expect(await reply("cambiar")).toEqual([
    "Acme Sleep: Elija otra hora para su cita del jue 5 de mar, 3:00 p.m. EST: [link]\nLlame al (919) 555-0100",
  ]);
  expect(await isConfirmed()).toBe(false);
  expect(await reply("ALTO")).toEqual([
    "Acme Sleep: Listo, no le enviaremos mensajes. Para recibirlos de nuevo, responda SI o YES.",
  ]);
  expect(await reply("SI")).toEqual([
    "Acme Sleep: Gracias. Otra vez le enviaremos mensajes sobre su cita. Responda ALTO o STOP para no recibirlos, AYUDA o HELP para ayuda.",
  ]);
});
