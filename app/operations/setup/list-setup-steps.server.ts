import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { whereTherapistIsActive } from "~/accounts/users/therapist-access.server";
import { bookingWindow } from "~/availability/booking-window";
import { selectOpenings } from "~/availability/open-slots-query.server";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { formatPhone } from "~/core/phone";
import { plural } from "~/core/plural";
import { day } from "~/core/time";
import type { Staff } from "~/core/who";
import { isSetUp, outcomeOf, type SendingOutcome } from "~/messages/sending-outcome.server";
import { onServer } from "../backup/start-backups.server";
import { checkCompanies } from "../health/company-health.server";
import { checkBackups } from "../health/database-health.server";
import { checkOrderSystems, checkTwoStep } from "../health/health.server";
import { durationText, type HealthCheck } from "../health/health-check";
import { checkEmail, checkTexts } from "../health/sending-health.server";
import { addressStep } from "./address-step.server";
import { setupTest } from "./send-test-message.server";

/** The `Host` header of the admin's request, which tells the address that they use. */
export type SeenHost = string | null;

type Seen = Pick<App, "db" | "reads" | "clock" | "config" | "isDamaged">;

export interface SetupStep {
  id:
    | "company"
    | "texts"
    | "email"
    | "orders"
    | "therapists"
    | "hours"
    | "links"
    | "patient"
    | "address"
    | "backups"
    | "admins";
  name: string;
  /** `attention` if something that was set up doesn't work, or only in part. */
  state: "done" | "todo" | "attention";
  why: string;
  found: string;
  /** A page to open, or a message to send as a test. */
  act: { label: string; href: string } | { label: string; press: "test-sms" | "test-email" | "use-address" };
}

type Result = Pick<SetupStep, "state" | "found" | "act">;

/** Every step from an empty installation to the first patient, each verified now. */
export async function listSetupSteps(app: Seen, who: Staff, host: SeenHost): Promise<SetupStep[]> {
  const therapists = await listTherapists(app);
  const step = (id: SetupStep["id"], name: string, why: string, result: Result): SetupStep => ({
    id,
    name,
    why,
    ...result,
  });
  return [
    step(
      "company",
      "Company",
      "Patients see its name and call its number. Its kinds of visits (class, branch, home) are there, too.",
      await companyStep(app),
    ),
    step("therapists", "Therapists", "Visits are booked with a therapist.", therapistsStep(therapists)),
    step("hours", "Hours", "Patients can book only where a therapist has openings.", hoursStep(therapists)),
    step("links", "Meeting links", "Patients join the video visit with it.", linksStep(therapists)),
    step("orders", "Orders", "A patient needs an order to book a visit.", await ordersStep(app)),
    step(
      "patient",
      "First patient",
      "A code or a booked visit shows that everything works.",
      await patientStep(app),
    ),
    step("address", "Address", "Links in texts and emails start with it.", await addressStep(app, host)),
    step(
      "texts",
      "Texts",
      "Most patients read their code and reminders as texts.",
      await sendingStep(app, "sms", await checkTexts(app)),
    ),
    step(
      "email",
      "Email",
      "Invitations, password links, and calendar entries go by email.",
      await sendingStep(app, "email", await checkEmail(app)),
    ),
    step(
      "backups",
      "Backups",
      app.config.database
        ? "Without a backup, a lost server takes all data with it."
        : "A backup on the same disk is lost with it.",
      await backupStep(app),
    ),
    step(
      "admins",
      "Second admin or two-step sign-in",
      "A lost phone or password must not lock everyone out or let others in.",
      await adminsStep(app, who),
    ),
  ];
}

const names = (rows: readonly { name: string }[], most = 3): string => {
  const shown = rows.slice(0, most).map(({ name }) => name);
  return rows.length > most ? `${shown.join(", ")}, and ${rows.length - most} more` : shown.join(", ");
};

async function companyStep(app: Seen): Promise<Result> {
  const [check] = await checkCompanies(app);
  const act = { label: "Open Company", href: check?.href ?? "/admin/company" };
  const companies = await app.reads
    .selectFrom("companies")
    .select(["name", "support_hours"])
    .orderBy("id")
    .limit(100)
    .execute();
  if (companies.length === 0) return { state: "todo", found: "There is no company yet.", act };
  const hourless = companies.filter(({ support_hours: hours }) => !hours?.trim());
  const gaps = [
    ...(check && check.state !== "good" ? [check.message] : []),
    ...(hourless.length > 0 ? [`No hours for calls: ${names(hourless)}.`] : []),
  ];
  if (gaps.length > 0) return { state: "todo", found: gaps.join(" "), act };
  return {
    state: "done",
    found: `${names(companies)}: name, phone, hours, and privacy notice are on file.`,
    act,
  };
}

const providerNames = { sms: "Twilio", email: "The mail server" };
const messageNames = { sms: "text", email: "email" };

const settingsPages = { sms: "/admin/settings/texts", email: "/admin/settings/email" };

const notSetUp = {
  sms: "Texts aren't set up, so nothing is sent. You need a Twilio account.",
  email: "Email isn't set up, so nothing is sent. You need your mail server's address and password.",
};

async function sendingStep(app: Seen, channel: "sms" | "email", check: HealthCheck): Promise<Result> {
  if (!isSetUp(app, channel) && !app.config.demo) {
    const label = channel === "sms" ? "Set up texts" : "Set up email";
    return { state: "todo", found: notSetUp[channel], act: { label, href: settingsPages[channel] } };
  }
  const act = {
    label: `Send a test ${messageNames[channel]} to yourself`,
    press: `test-${channel}` as const,
  };
  const last = await findLastProof(app, channel);
  const proof = last && describeProof(app, last);
  const found = [proof, check.state === "good" || app.config.demo ? null : check.message];
  if (!last) {
    const start = app.config.demo
      ? "The demo's outbox stands for the provider."
      : `${providerNames[channel]} is set up.`;
    return { state: "todo", found: `${start} No ${messageNames[channel]} was sent yet.`, act };
  }
  const works = last.state === "sent" || last.state === "demo";
  const isTroubled = !app.config.demo && check.state === "bad";
  return { state: works && !isTroubled ? "done" : "attention", found: found.filter(Boolean).join(" "), act };
}

/** The newest test, or the newest message that the provider accepted, among the newest 2,000 messages. */
async function findLastProof(app: Seen, channel: "sms" | "email"): Promise<SendingOutcome | null> {
  const row = await app.reads
    .selectFrom("outbox")
    .select(["channel", "recipient", "status", "provider_id", "error", "created_at", "finished_at"])
    .where("id", ">", (eb) =>
      eb.selectFrom("outbox").select(sql<number>`coalesce(max(id), 0) - 2000`.as("id")),
    )
    .where("channel", "=", channel)
    .where((eb) =>
      eb.or([
        eb("kind", "=", setupTest),
        eb("status", "=", "sent"),
        eb.and([
          eb("status", "=", "delivered"),
          eb.or([eb("provider_id", "is not", null), sql<boolean>`${Number(app.config.demo)}`]),
        ]),
      ]),
    )
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const outcome = outcomeOf(app, row);
  // It was stored before the provider was set up, so it proves nothing.
  return outcome.state === "not-set-up" ? null : outcome;
}

function describeProof({ clock }: Seen, { channel, recipient, state, reason, at }: SendingOutcome): string {
  const to = channel === "sms" ? formatPhone(recipient) : recipient;
  const what = `${messageNames[channel]} to ${to}`;
  const ago = `${durationText(clock.now() - at)} ago`;
  if (state === "demo") return `The demo's outbox has the ${what}, ${ago}.`;
  if (state === "sent") return `${providerNames[channel]} accepted the ${what} ${ago}.`;
  if (state === "waiting") {
    return reason ? `The ${what} was not sent yet: ${reason}` : `The ${what} is waiting to be sent.`;
  }
  return `The ${what} was not sent: ${reason ?? "the provider gave no reason."}`;
}

async function ordersStep(app: Seen): Promise<Result> {
  const systems = (await checkOrderSystems(app)).filter(({ href }) => href);
  const count = await countUpTo(app, "orders");
  const orders = `${count > mostCounted ? `More than ${mostCounted.toLocaleString("en-US")} orders` : plural(count, "order")}`;
  const [first] = systems;
  if (first?.href) {
    const trouble = systems.find(({ state }) => state !== "good");
    const shown = trouble ?? first;
    const act = { label: "Test the order system", href: `${shown.href}/test` };
    return {
      state: trouble ? "attention" : "done",
      found: `${shown.name}: ${shown.message} ${orders} so far.`,
      act,
    };
  }
  const act = { label: "Import orders", href: "/admin/import" };
  if (count > 0) return { state: "done", found: `${orders} on file.`, act };
  return {
    state: "todo",
    found: "There are no orders yet. Import a file, or connect your order system under Databases.",
    act,
  };
}

const mostCounted = 10_000;

async function countUpTo({ reads }: Seen, table: "orders" | "visits" | "access_codes"): Promise<number> {
  const { count } = await reads
    .selectFrom(
      reads
        .selectFrom(table)
        .select(sql.lit(1).as("one"))
        .limit(mostCounted + 1)
        .as("some"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

interface Therapist {
  id: number;
  name: string;
  zoom_link: string | null;
  /** In the next seven days. */
  openings: number;
}

async function listTherapists({ reads, config, clock }: Seen): Promise<Therapist[]> {
  const therapists = await reads
    .selectFrom("therapists")
    .select(["id", "name", "zoom_link"])
    .where(whereTherapistIsActive("therapists.id"))
    .execute();
  const window = bookingWindow(config, clock.now());
  const counts = await selectOpenings(reads, { ...window, to: Math.min(window.to, clock.now() + 7 * day) })
    .select((eb) => ["therapists.id", eb.fn.countAll<number>().as("openings")])
    .groupBy("therapists.id")
    .execute();
  const openingsOf = new Map(counts.map(({ id, openings }) => [id, openings]));
  return sortedByName(therapists.map((one) => ({ ...one, openings: openingsOf.get(one.id) ?? 0 })));
}

const addTherapist = { label: "Add a therapist", href: "/therapists/new" };
const noTherapist: Result = { state: "todo", found: "There are no therapists yet.", act: addTherapist };

function therapistsStep(therapists: readonly Therapist[]): Result {
  if (therapists.length === 0) return noTherapist;
  return {
    state: "done",
    found: `${plural(therapists.length, "therapist")}: ${names(therapists)}.`,
    act: addTherapist,
  };
}

function hoursStep(therapists: readonly Therapist[]): Result {
  const [first] = therapists;
  if (!first) return { ...noTherapist, found: "Add a therapist first." };
  const without = therapists.filter(({ openings }) => openings === 0);
  const having = therapists.filter(({ openings }) => openings > 0);
  const href = `/therapists/${(without[0] ?? first).id}/availability/week`;
  const act = { label: without[0] ? `Set hours for ${without[0].name}` : `Open ${first.name}'s hours`, href };
  const [most, ...others] = having.slice(0, 3);
  const facts = most
    ? [
        `Therapist ${most.name} has ${plural(most.openings, "opening")} in the next 7 days`,
        ...others.map(({ name, openings }) => `${name} ${openings.toLocaleString("en-US")}`),
      ].join(", ")
    : "";
  const more = having.length > 3 ? `, and ${plural(having.length - 3, "more therapist")} some` : "";
  const found = [
    without.length > 0 && `No openings in the next 7 days: ${names(without)}.`,
    facts && `${facts}${more}.`,
  ].filter(Boolean);
  const state = without.length === 0 ? "done" : having.length === 0 ? "todo" : "attention";
  return { state, found: found.join(" "), act };
}

function linksStep(therapists: readonly Therapist[]): Result {
  const [first] = therapists;
  if (!first) return { ...noTherapist, found: "Add a therapist first." };
  const without = therapists.filter(({ zoom_link: link }) => !link?.trim());
  const one = without[0] ?? first;
  const act = { label: `Open ${one.name}'s settings`, href: `/therapists/${one.id}/edit` };
  return without.length === 0
    ? { state: "done", found: "Every therapist has a meeting link.", act }
    : { state: "todo", found: `No meeting link: ${names(without)}.`, act };
}

async function patientStep(app: Seen): Promise<Result> {
  if ((await countUpTo(app, "visits")) > 0) {
    const act = { label: "Open all visits", href: "/appointments" };
    return { state: "done", found: "The first visit is booked.", act };
  }
  if ((await countUpTo(app, "access_codes")) > 0) {
    const act = { label: "Open the codes and links", href: "/supervisordashboard/codes" };
    return { state: "todo", found: "The first code was created. No visit is booked yet.", act };
  }
  if ((await countUpTo(app, "orders")) > 0) {
    const act = { label: "Send links to patients", href: "/orders/links" };
    return { state: "todo", found: "No patient has a code or a visit yet.", act };
  }
  const act = { label: "Add a patient by hand", href: "/new-appointment/order?next=order" };
  return { state: "todo", found: "No patient has a code or a visit yet.", act };
}

async function backupStep(app: Seen): Promise<Result> {
  const act = { label: "Set up backups", href: "/admin/settings/backups" };
  const { config } = app;
  if (config.database) return { state: "done", found: `The database is on a server. ${onServer}`, act };
  const check = await checkBackups(app);
  if (check.state !== "good") {
    return { state: check.state === "bad" ? "attention" : "todo", found: check.message, act };
  }
  const [data, backups] = await Promise.all([stat(config.dataDir), stat(config.backups.dir)]);
  if (data.dev !== backups.dev) {
    return { state: "done", found: `${check.message} It is on another disk than the database.`, act };
  }
  return {
    state: "todo",
    found: `${check.message} It is on the same disk as the database. Choose a folder on another disk, or copy the folder to another machine every day.`,
    act,
  };
}

async function adminsStep(app: Seen, who: Staff): Promise<Result> {
  const admins = await app.reads
    .selectFrom("users")
    .innerJoin("user_roles", "user_roles.user_id", "users.id")
    .select(["users.id", "users.name", "users.two_step"])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("passkeys").select("id").whereRef("passkeys.user_id", "=", "users.id"))
        .as("has_passkey"),
    )
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .where((eb) => eb.or([eb("password_hash", "is not", null), eb("sso_subject", "is not", null)]))
    .execute();
  if (admins.length > 1) {
    return {
      state: "done",
      found: `${plural(admins.length, "admin")} can sign in: ${names(sortedByName(admins))}.`,
      act: { label: "Open your account", href: "/account" },
    };
  }
  const own = admins.find(({ id }) => id === who.userId);
  const act = { label: "Set up two-step sign-in", href: "/account" };
  if (own && (own.two_step !== "off" || own.has_passkey)) {
    return {
      state: "done",
      found: "You are the only admin, and your sign-in takes a second step or a passkey.",
      act,
    };
  }
  const rule = app.config.requireMfa === "off" ? null : checkTwoStep(app).message;
  if (rule) return { state: "done", found: `You are the only admin. Two-step sign-in: ${rule}`, act };
  return {
    state: "todo",
    found:
      "You are the only admin, and a password alone signs you in. Add a second admin below, or turn on two-step sign-in.",
    act,
  };
}
