import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { listMovingCompanies } from "~/company/moving-companies.server";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import { minute, second } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import { leaseLength } from "~/messages/delivery/claim-due-messages.server";
import { durationText, type HealthCheck, resultOf } from "../health/health-check";
import { findInstallation, installationAt } from "../standby/installation.server";
import { conversations, databases, orders, therapists } from "./company-tables.server";
import { findCompanyNamed, type NamedCompany } from "./export-company.server";

/** How often to check whether messages are still being sent, in milliseconds. */
const pause = 200;

/**
 * Freezes a company: it can be read, but the database refuses every change of it, and nothing more is sent. Waits until
 * messages that are being sent have ended.
 * @returns the number of messages whose outcome isn't known after a minute
 * @throws Refusal
 */
export async function freezeCompany(app: App, name: string): Promise<number> {
  await app.db.transaction().execute(async (trx) => {
    const company = await findCompanyNamed(trx, name);
    if (company.moved_to) throw alreadyMoved(company);
    if (company.moving_at !== null) throw new Refusal("conflict", `${name} is already frozen.`);
    const importing = await trx
      .selectFrom("imports")
      .select("id")
      .where("status", "in", ["checking", "importing"])
      .executeTakeFirst();
    if (importing) {
      throw new Refusal(
        "conflict",
        "An order file is being imported. Wait until it is done, then try again. Nothing was changed.",
      );
    }
    await setMove(trx, company.id, { moving_at: app.clock.now() });
    await logAudit({ trx, app, who: operator }, "company.frozen", `company ${company.id}`, { name });
  });
  const deadline = app.clock.now() + leaseLength;
  let sending = await countSending(app);
  while (sending > 0 && app.clock.now() < deadline) {
    await sleep(pause);
    sending = await countSending(app);
  }
  return sending;
}

async function countSending({ reads, clock }: Pick<App, "reads" | "clock">): Promise<number> {
  const { sending } = await reads
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("sending"))
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .where("status", "=", "sending")
    .where("lease_until", ">", clock.now())
    .executeTakeFirstOrThrow();
  return sending;
}

/**
 * Ends a freeze.
 * @param isImported false if the operator confirms that no installation has imported the file
 * @throws Refusal if the company isn't frozen, or if another installation may have imported it
 */
export function unfreezeCompany(app: App, name: string, isImported: boolean): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const company = await findCompanyNamed(trx, name);
    if (company.moved_to) throw alreadyMoved(company);
    if (company.moving_at === null) throw new Refusal("conflict", `${name} isn't frozen.`);
    if (isImported && (await findExport(trx, company))) {
      throw new Refusal(
        "conflict",
        `${name} was exported since it was frozen. If another installation has imported it, both would accept bookings and send the same messages. If none has, add --not-imported.`,
      );
    }
    await setMove(trx, company.id, { moving_at: null });
    await logAudit({ trx, app, who: operator }, "company.unfrozen", `company ${company.id}`, { name });
  });
}

interface Finished {
  /** Texts from its patients since the export, which the new installation doesn't have. */
  lateTexts: number;
}

/**
 * Ends the move of a frozen company: its links lead to the new address from now on. Its rows stay here as a record, and
 * no work is left for them.
 * @param typed the new installation's address
 * @throws Refusal
 */
export async function finishMove(app: App, name: string, typed: string): Promise<Finished> {
  const address = addressIn(typed);
  const { sha256 } = await findExported(app.reads, name, address);
  await expectImported(app, address, { name, sha256 });
  return app.db.transaction().execute(async (trx) => {
    const { company, made_at } = await findExported(trx, name, address);
    if (company.moved_to === address) throw alreadyMoved(company);
    // A second time, only the address is corrected.
    if (!company.moved_to) {
      await setMove(trx, company.id, { moving_at: null });
      await endWork({ trx, app }, company.id, address);
    }
    await setMove(trx, company.id, { moving_at: company.moving_at, moved_to: address });
    await logAudit({ trx, app, who: operator }, "company.moved", `company ${company.id}`, { name, address });
    const { late } = await trx
      .selectFrom("messages")
      .select(({ fn }) => fn.countAll<number>().as("late"))
      .where("direction", "=", "in")
      .where("created_at", ">=", Date.parse(made_at))
      .where(sql<boolean>`thread_id in ${conversations(company.id)}`)
      .executeTakeFirstOrThrow();
    return { lateTexts: late };
  });
}

/** @throws Refusal if the company isn't frozen, or wasn't exported since */
async function findExported(db: Db, name: string, address: string) {
  const company = await findCompanyNamed(db, name);
  const exported = company.moving_at !== null && (await findExport(db, company));
  if (exported) {
    const details: { made_at: string; sha256: string } = JSON.parse(exported.details ?? "{}");
    return { company, ...details };
  }
  throw new Refusal(
    "conflict",
    `${name} has to be frozen, then exported, then imported at ${address}. Begin with: ${commandLine("company:freeze", `"${name}"`)}. Nothing was changed.`,
  );
}

/** @throws Refusal if the installation at the address isn't another one that imported the file */
async function expectImported(
  app: App,
  address: string,
  { name, sha256 }: { name: string; sha256: string },
): Promise<void> {
  const there = await installationAt(address, sha256);
  const here = await findInstallation(app.reads);
  if (there && there.name !== here.name && there.imported) return;
  const problem = !there
    ? `No Firstnight answers at ${address}. Start the new installation, or correct the address.`
    : there.name === here.name
      ? `${address} still leads to this installation. If the company keeps this address, point it to the new installation first, in DNS or in the proxy. Otherwise, enter the new address.`
      : `The installation at ${address} hasn't imported the newest export of ${name}. Import that file there, or correct the address.`;
  throw new Refusal("conflict", `${problem} Nothing was changed.`);
}

function addressIn(typed: string): string {
  const url = URL.parse(typed);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search) return url.origin;
  throw new Refusal("invalid", "Enter the new address like https://visits.clinic.example, without a path.");
}

const setMove = (trx: Db, id: number, move: { moving_at: number | null; moved_to?: string }) =>
  trx.updateTable("companies").set(move).where("id", "=", id).execute();

const findExport = (trx: Db, { id, moving_at }: NamedCompany) =>
  trx
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "company.exported")
    .where("subject", "=", `company ${id}`)
    .where("created_at", ">=", moving_at ?? 0)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

const alreadyMoved = ({ name, moved_to }: NamedCompany) =>
  new Refusal("conflict", `${name} has already moved to ${moved_to}.`);

/** Leaves nothing of the company for the loops, which would otherwise send its reminders a second time. */
async function endWork({ trx, app: { clock } }: AppTx, company: number, address: string): Promise<void> {
  const now = clock.now();
  const ofCompany = sql`(order_id in ${orders(company)}
    or visit_id in (select id from visits where order_id in ${orders(company)})
    or message_id in (select id from messages where thread_id in ${conversations(company)}))`;
  const changes = [
    sql`delete from slots where therapist_id in ${therapists(company)} and start_at > ${now}`,
    sql`delete from freed_times where therapist_id in ${therapists(company)}`,
    sql`delete from held_moves where exists (select 1 from visits
      where visits.id = held_moves.visit_id and visits.order_id in ${orders(company)})`,
    sql`update offers set status = 'withdrawn' where status = 'open' and order_id in ${orders(company)}`,
    sql`update visits set status = 'moved', version = version + 1
      where status in (${sql.join(activeStatuses)}) and order_id in ${orders(company)}`,
    sql`update outbox set status = 'dropped', lease_owner = null, lease_until = null, finished_at = ${now},
      error = ${`The company has moved to ${address}, which sends this message.`}
      where status in ('queued', 'sending', 'held') and ${ofCompany}`,
    sql`update messages set status = 'dropped'
      where direction = 'out' and status in ('queued', 'held') and thread_id in ${conversations(company)}`,
    sql`delete from busy_times where calendar_id in (select id from calendars where therapist_id in ${therapists(company)})`,
    sql`delete from calendars where therapist_id in ${therapists(company)}`,
    // A password set here would open nothing there. Others who work here, too, keep their links.
    sql`delete from password_tokens where user_id in (select user_id from therapists where id in ${therapists(company)})
      and user_id not in (select user_id from user_roles where role <> 'therapist')`,
    sql`delete from order_reads where database_name in ${databases(company)}`,
    sql`update orders set closed_at = ${now} where closed_at is null and brightree_db in ${databases(company)}`,
  ];
  for (const change of changes) await change.execute(trx);
}

/** A move takes minutes. While it lasts, no company gets messages. */
const longestFreeze = 30 * minute;

/** One result for each company that is moving or has moved. */
export async function checkMoves({
  reads,
  clock,
  isDamaged,
}: Pick<App, "reads" | "clock" | "isDamaged">): Promise<HealthCheck[]> {
  const companies = await listMovingCompanies(reads).catch((error: unknown) => {
    if (isDamaged()) return [];
    throw error;
  });
  return companies.map(({ name, moving_at, moved_to }) => {
    const result = resultOf(`Move of ${name}`);
    if (moved_to) {
      return result("good", `It has moved to ${moved_to}. Its links lead there as long as this server runs.`);
    }
    const age = clock.now() - (moving_at ?? 0);
    return result(
      age > longestFreeze ? "bad" : "warn",
      `It has been frozen for ${age < minute ? `${Math.floor(age / second)} s` : durationText(age)}: patients and staff can't change anything, and no messages of any company are sent. Finish the move with ${commandLine("company:moved", `"${name}" URL`)}, or end the freeze with ${commandLine("company:unfreeze", `"${name}"`)}.`,
    );
  });
}
