import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

/** Numbers each wording that Firstnight showed, in order of first use. Other wordings have no version. */
export async function versionOfWording(
  trx: Db,
  { source, wording }: Pick<Row<"consents">, "source" | "wording">,
): Promise<number | null> {
  if (wording === null || (source !== "booking" && source !== "switch")) return null;
  const versions = trx.selectFrom("consents").select(["wording_version as version", "wording"]).limit(1);
  const newest = await versions
    .where("wording_version", "is not", null)
    .orderBy("wording_version", "desc")
    .executeTakeFirst();
  const last = newest?.version ?? 0;
  for (let version = last, used = newest; version > 0; version--) {
    if (used?.wording === wording) return version;
    used = await versions.where("wording_version", "=", version - 1).executeTakeFirst();
  }
  return last + 1;
}

/** Renumbers the wordings of imported consents, because their old numbers come from another installation. */
export async function numberWordings(trx: Db): Promise<void> {
  const imported = await trx
    .selectFrom("consents")
    .select(["wording", "source"])
    .where("wording_version", "is", null)
    .where("wording", "is not", null)
    .where("source", "in", ["booking", "switch"])
    .groupBy("wording")
    .orderBy((row) => row.fn.min("id"))
    .execute();
  for (const { wording, source } of imported) {
    await trx
      .updateTable("consents")
      .set({ wording_version: await versionOfWording(trx, { source, wording }) })
      .where("wording", "=", wording)
      .where("source", "in", ["booking", "switch"])
      .execute();
  }
}
