import { expect, test } from "vitest";
import { updateUser } from "~/accounts/users/update-user.server";
import { day, iso } from "~/core/time";
import { operator } from "~/core/who";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { updateTherapist } from "~/therapists/therapists.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { inviteAgain } from "~/visits/notices/invite-again.server";
import { atEnd } from "../../support/cleanup";
import { Client } from "../../support/client";
import { eventually } from "../../support/eventually";
import { type Arrived, invitationOf, propertyOf, startMailServer } from "../../support/mail-server";
import { PlainPage } from "../../support/plain-page";
import { scratchApp } from "../../support/scratch";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../../support/seed";
import { startServer } from "../../support/server";
import { seedStaff } from "../../support/users";

async function aTherapistWithVisits() {
  const mail = await startMailServer();
  const app = scratchApp(mail.environment);
  atEnd(startDelivery(app, { lookEvery: 20 }));
  const admin = await seedStaff(app, ["admin"]);
  const user = await seedUser(app, ["therapist"], { email: "hannah@old.example" });
  const therapist = await seedTherapist(app, { user_id: user.id, email: "hannah@old.example" });
  const visits = [];
  for (const status of ["submitted", "confirmed", "submitted"]) {
    const order = await seedOrder(app, { email: null, phone: null });
    const start_at = app.clock.now() + (visits.length + 2) * day;
    const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
    if (status === "confirmed") {
      await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link: "https://meet.example/a" });
    } else await app.db.updateTable("visits").set({ status }).where("id", "=", visit.id).execute();
    visits.push(visit);
  }
  const to = (address: string) => mail.arrived.filter(({ recipients }) => recipients[0] === address);
  const profile = () =>
    app.db.selectFrom("therapists").selectAll().where("id", "=", therapist.id).executeTakeFirstOrThrow();
  return { app, admin, user, therapist, visits, to, profile };
}

const entryIn = (email: Arrived | undefined) => {
  if (!email) throw new Error("Email not found.");
  const { method, file } = invitationOf(email);
  return {
    method,
    uid: propertyOf(file, "UID"),
    start: propertyOf(file, "DTSTART"),
    attendee: propertyOf(file, "ATTENDEE"),
  };
};

test("a user's new address goes to the therapist profile, and the invitations go to it with the same UID", async () => {
  const { app, admin, user, visits, to, profile } = await aTherapistWithVisits();
  const [before] = await eventually(
    () => to("hannah@old.example"),
    (emails) => emails.length === 1,
  );
  await updateUser(app, admin, { id: user.id, email: "hannah@new.example", phone: "+19195550177" });
  expect(await profile()).toMatchObject({ email: "hannah@new.example", phone: "+19195550177" });
  expect(await inviteAgain(app)).toBe(1);
  expect(await inviteAgain(app)).toBe(0);
  const [again] = await eventually(
    () => to("hannah@new.example"),
    (emails) => emails.length === 1,
  );
  expect(entryIn(again)).toMatchObject({ method: "REQUEST", uid: entryIn(before).uid });
  expect(entryIn(again).start).toBe(iso(visits[1]?.start_at ?? 0).replace(/[-:]|\.000/g, ""));
  expect(entryIn(again).attendee?.toLowerCase()).toContain("mailto:hannah@new.example");
  await cancelVisit(app, admin, visits[1]?.id ?? 0, null);
  const [, canceled] = await eventually(
    () => to("hannah@new.example"),
    (emails) => emails.length === 2,
  );
  expect(entryIn(canceled)).toMatchObject({ method: "CANCEL", uid: entryIn(before).uid });
  expect(to("hannah@old.example")).toHaveLength(1);
});

test("a new address of the therapist profile is invited, too, and other changes aren't", async () => {
  const { app, admin, user, therapist, profile } = await aTherapistWithVisits();
  await updateUser(app, admin, { id: user.id, name: "Hannah W." });
  expect(await inviteAgain(app)).toBe(0);
  expect((await profile()).email).toBe("hannah@old.example");
  await updateTherapist(app, admin, { id: therapist.id, email: "hannah@third.example" });
  expect(await inviteAgain(app)).toBe(1);
});

test("an admin changes a therapist's address on the users page", async () => {
  const { app, url } = await startServer();
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
  const user = await seedUser(app, ["therapist"], { phone: "+19195550101" });
  const therapist = await seedTherapist(app, { user_id: user.id });
  const other = await seedTherapist(app);
  const page = await PlainPage.open(client, `/admin?edit=${user.id}`);
  expect(page.text).toContain("is saved in the therapist profile, too");
  await page.press("Update User", { email: "moved@clinic.example" });
  const emailOf = async (id: number) =>
    (await app.db.selectFrom("therapists").select("email").where("id", "=", id).executeTakeFirstOrThrow())
      .email;
  expect(await emailOf(therapist.id)).toBe("moved@clinic.example");
  expect(await emailOf(other.id)).toBe(other.email);
  const unlinked = { therapist_id: 0, email: "gone@clinic.example" };
  expect((await client.patch(`/api/admin/users/${user.id}`, unlinked)).status).toBe(200);
  expect(await emailOf(therapist.id)).toBe("moved@clinic.example");
});
