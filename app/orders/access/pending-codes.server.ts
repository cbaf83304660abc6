import type { App } from "~/boot/app.server";
import { iso } from "~/core/time";
import type { ListCodes } from "../order-schema";

function liveCodes({ reads, clock }: Pick<App, "reads" | "clock">, database: string | undefined) {
  const query = reads
    .selectFrom("access_codes")
    .innerJoin("orders", "orders.id", "access_codes.order_id")
    .where("access_codes.ended_at", "is", null)
    .where("access_codes.expires_at", ">", clock.now());
  return database === undefined ? query : query.where("orders.brightree_db", "=", database);
}

export async function countLiveCodes(app: App, database: string | undefined): Promise<number> {
  const { codes } = await liveCodes(app, database)
    .select((eb) => eb.fn.countAll<number>().as("codes"))
    .executeTakeFirstOrThrow();
  return codes;
}

export async function listLiveCodes(app: App, { db, cursor, limit }: ListCodes) {
  let query = liveCodes(app, db).select([
    "access_codes.id",
    "access_codes.code_sealed",
    "access_codes.email",
    "access_codes.phone",
    "access_codes.created_at",
    "access_codes.sent_at",
    "access_codes.order_id",
    "orders.patient_id",
    "orders.patient_name",
    "orders.brightree_db",
  ]);
  if (cursor !== undefined) query = query.where("access_codes.id", "<", cursor);
  const found = await query
    .orderBy("access_codes.id", "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit).map(({ code_sealed, created_at, sent_at, ...row }) => ({
    ...row,
    code: app.secrets.open(code_sealed),
    created_at: iso(created_at),
    sent_at: iso(sent_at ?? created_at),
  }));
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last?.id ?? null };
}
