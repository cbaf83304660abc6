import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client, rawGet } from "../support/client";
import { seedClinic, seedSlots, seedTherapist, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { order } = await seedClinic(app);
const many = Array.from({ length: 300 }, (_, index) => app.clock.now() + day + index * hour);
await seedSlots(
  app,
  await seedTherapist(app, {
    name: "Marguerite Featherstonehaugh-Castellanos de la Vega",
    timezone: "PST",
    region: "CA",
  }),
  many,
);
const link = await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, order.id));
const client = new Client(url);
await signInPatient(app, client, order.id);

test("the schedule page lists at most 60 times", async () => {
  const { text } = await client.get("/schedule");
  expect(text.match(/data-at=/g)?.length).toBeLessThanOrEqual(60);
});

test("each patient page, including styles, is smaller than 14 KB compressed", async () => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const path of ["/", "/schedule", "/my-visit", `/track/${link}`, "/reset-password", "/terms"]) {
    for (const encoding of ["br, zstd", "br", "gzip"]) {
      const { bytes, headers } = await rawGet(`${url}${path}`, encoding, cookie);
      expect(encoding.split(", "), path).toContain(headers["content-encoding"]);
      expect(bytes.length, `${path} with ${encoding}`).toBeLessThan(14 * 1024);
    }
  }
});
