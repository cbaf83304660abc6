import { createHash } from "node:crypto";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { findCompany } from "../company.server";
import { readImage } from "./read-image.server";

const mostBytes = 200 * 1024;
const mostPixels = 4000;

/** @throws Refusal "invalid" for anything but a PNG, JPEG, or WebP image of at most 200 KB and 4,000 pixels a side */
export async function changeLogo(app: App, who: Who, { company: name, file }: NewLogo): Promise<void> {
  const bytes = Buffer.from(await file.arrayBuffer());
  if (bytes.length === 0) throw invalidField("logo", "Choose a file.");
  if (bytes.length > mostBytes) {
    throw invalidField("logo", "This file is over 200 KB. Save the logo smaller, then upload it again.");
  }
  const image = readImage(bytes);
  if (!image) throw invalidField("logo", "This isn't a PNG, JPEG, or WebP image. Save the logo as PNG.");
  const { width, height } = image;
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostPixels) {
    throw invalidField("logo", "Use an image of at most 4,000 pixels a side.");
  }
  const hash = createHash("sha256").update(bytes).digest("hex");
  await app.db.transaction().execute(async (trx) => {
    const { id } = await findCompany(trx, name);
    const logo = { ...image, hash, file: bytes.toString("base64") };
    await trx
      .insertInto("company_logos")
      .values({ company_id: id, ...logo })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet(logo))
      .execute();
    await logAudit({ trx, app, who }, "company.logo-changed", `company ${id}`);
  });
}

interface NewLogo {
  company: string;
  file: Blob;
}

export async function removeLogo(app: App, who: Who, company: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const { id } = await findCompany(trx, company);
    const { numDeletedRows } = await trx
      .deleteFrom("company_logos")
      .where("company_id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await logAudit({ trx, app, who }, "company.logo-removed", `company ${id}`);
  });
}
