import { openSession } from "~/accounts/sessions.server";
import { openApp } from "~/boot/app.server";
import { addDays, localDate } from "~/core/time";
import { scratchConfig, testClock } from "../../support/scratch";
import { seedUser } from "../../support/seed";

const counts = { therapists: 140, supervisors: 30, writers: 30 };

/** Opens sessions for 200 staff users in a demo folder before its server starts. */
export async function openStaff(dataDir: string) {
  const app = openApp(scratchConfig({ DATA_DIR: dataDir, APP_SECRET: "" }), testClock(Date.now()));
  const token = (userId: number) =>
    app.db
      .transaction()
      .execute((trx) =>
        openSession(trx, { kind: "staff", userId }, { now: app.clock.now(), address: null, agent: null }),
      );
  const own = await app.db
    .selectFrom("therapists")
    .select("user_id")
    .where("user_id", "is not", null)
    .orderBy("id")
    .limit(counts.therapists)
    .execute();
  const therapists = [];
  for (const { user_id } of own) therapists.push({ token: await token(user_id ?? 0) });
  const conversations = await app.db
    .selectFrom("threads")
    .select(["id", "phone"])
    .where("sms_consent", "=", 1)
    .orderBy("last_msg_at", "desc")
    .limit(1000)
    .execute();
  const names = (await app.db.selectFrom("orders").select("patient_name").limit(50).execute()).map(
    ({ patient_name }) => patient_name?.split(" ").at(-1) ?? "",
  );
  const today = localDate(app.clock.now(), "America/New_York");
  const days = [addDays(today, 1), addDays(today, 8)];
  const openSupervisors = async (count: number) => {
    const people = [];
    for (let nth = 0; nth < count; nth++)
      people.push({ token: await token((await seedUser(app, ["supervisor"])).id) });
    return people;
  };
  const supervisors = await openSupervisors(counts.supervisors);
  const writers = await openSupervisors(counts.writers);
  await app.close();
  return {
    therapists,
    supervisors: supervisors.map((person) => ({ ...person, names, days })),
    writers: writers.map((person) => ({ ...person, threads: conversations.map(({ id }) => id) })),
    phones: conversations.map(({ phone }) => phone),
  };
}
