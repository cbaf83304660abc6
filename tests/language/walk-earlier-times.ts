import { hour, minute } from "~/core/time";
import type { Row } from "~/db/tables";
import { runWaves } from "~/offers/run-waves.server";
import { saveWish } from "~/offers/wishes.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { Client } from "../support/client";
import { anyTime } from "../support/offers";
import { seedOrder, seedVisit } from "../support/seed";
import { patientOf, staffOf } from "../support/users";
import type { SeenPage, spanishClinic } from "./patient-walk";

type Clinic = Awaited<ReturnType<typeof spanishClinic>>;
type Page = { html: string; hidden: Record<string, string> };

interface Walk {
  orderId: number;
  language: string;
  open(name: string, address: string, by?: Client): Promise<Page>;
  send(name: string, address: string, fields: Record<string, string>): Promise<Page | undefined>;
  seen: SeenPage[];
}

/** Visits the pages to request an earlier time, and an offer's page in each state. The visit ends up unchanged. */
export async function walkEarlierTimes(
  { app, clock, url, therapist, starts }: Clinic,
  walk: Walk,
): Promise<void> {
  const { orderId, open, send, language, seen } = walk;
  await open("earlier times", "/my-visit/earlier");
  await send("earlier times without a choice", "/my-visit/earlier", {});
  const wish = { parts: "morning", weekdays: "3", notice_hours: "24" };
  await send("earlier time requested", "/my-visit/earlier", wish);
  await open("earlier times after a request", "/my-visit/earlier");
  await app.db.updateTable("orders").set({ updates: "phone" }).where("id", "=", orderId).execute();
  await open("earlier times with updates by phone", "/my-visit/earlier");
  await app.db.updateTable("orders").set({ updates: null }).where("id", "=", orderId).execute();
  await saveWish(app, patientOf(orderId), orderId, anyTime);

  const time = { therapist_id: therapist.id, start_at: starts[3] ?? 0 };
  const other = await seedOrder(app, { language });
  const freed = await seedVisit(app, { order_id: other.id, ...time });
  await cancelVisit(app, staffOf(), freed.id, null);
  clock.set(clock.now() + minute);
  await runWaves(app);
  const offer = await app.db
    .selectFrom("offers")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const link = `/offer/${app.secrets.open(offer.code_sealed)}`;
  const stranger = new Client(url);
  stranger.cookies.set("language", language);
  const set = (change: Partial<Pick<Row<"offers">, "status" | "expires_at">>) =>
    app.db.updateTable("offers").set(change).where("id", "=", offer.id).execute();
  const setVisit = (change: Partial<Row<"visits">>) =>
    app.db.updateTable("visits").set(change).where("id", "=", offer.visit_id).execute();
  const see = (name: string) => open(`offer: ${name}`, link, stranger);

  await open("my visit with an offer", "/my-visit");
  await see("open");
  await open("an unknown offer", "/offer/unknown", stranger);
  const visit = await app.db
    .selectFrom("visits")
    .selectAll()
    .where("id", "=", offer.visit_id)
    .executeTakeFirstOrThrow();
  await set({ expires_at: clock.now() });
  await see("expired");
  const refused = await stranger.submit(link, { answer: "accept" });
  seen.push({ name: "offer: too late to accept", html: refused.text });
  await set({ status: "withdrawn", expires_at: offer.expires_at });
  await see("no longer open");
  const taken = await seedVisit(app, { order_id: other.id, ...time });
  await see("taken");
  await app.db.deleteFrom("visits").where("id", "=", taken.id).execute();
  await set({ status: "declined" });
  await see("declined");
  await setVisit({ status: "cancelled" });
  await set({ status: "withdrawn" });
  await see("visit canceled");
  await setVisit({ status: visit.status, start_at: visit.start_at + hour, end_at: visit.end_at + hour });
  await see("visit moved");
  await set({ status: "accepted" });
  await setVisit({ start_at: offer.start_at, end_at: offer.start_at + 45 * minute });
  await see("accepted");
  const setOffers = (offers_on: number) => app.db.updateTable("companies").set({ offers_on }).execute();
  await setOffers(0);
  await see("accepted, and offers turned off");
  await setVisit({ start_at: visit.start_at, end_at: visit.end_at });
  await open("my visit with offers turned off", "/my-visit");
  await setOffers(1);
  await stranger.submit(link, { answer: "stop" });
  await see("stopped");
  await saveWish(app, patientOf(orderId), orderId, anyTime);
  await send("request for an earlier time withdrawn", "/my-visit/earlier", { stop: "yes" });
}
