import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visibleOrders } from "../visible-orders.server";
import { defaultPatientLink } from "./order-system-defaults";
import type { FindPatientLink } from "./order-system-schema";
import { findSettings } from "./order-systems.server";

export async function findBrightreePatientLink(db: Db, who: Who, query: FindPatientLink) {
  await visibleOrders(db, who)
    .select("id")
    .where("brightree_db", "=", query.db)
    .where("patient_id", "=", query.patient_id)
    .limit(1)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Patient not found."));
  const settings = await findSettings(db, query.db);
  const template = settings?.link_template ?? defaultPatientLink;
  const sso_url = settings?.sso_url ?? null;
  const org = settings?.bt_org ?? null;
  if (org === null && template.includes("{org}")) return { needs_org: true, patient_url: null, sso_url };
  const parts: Record<string, string> = {
    env: settings?.bt_env ?? "F1",
    org: org ?? "",
    db: query.db,
    patient_id: String(query.patient_id),
  };
  const patient_url = template.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(parts[part] ?? ""),
  );
  return { needs_org: false, patient_url, sso_url };
}
