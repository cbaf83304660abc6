import { parseArgs } from "node:util";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import {
  finishMove,
  freezeCompany,
  unfreezeCompany,
} from "~/operations/company-transfer/move-company.server";
import { requireOneArgument, UsageError } from "../usage-error";

/** company:freeze NAME: lets a company be read only, before it moves to another installation. */
export async function companyFreeze(app: App, args: string[]): Promise<number> {
  const name = requireOneArgument(args, "NAME");
  const sending = await freezeCompany(app, name);
  console.log(`${name} is frozen: patients and staff can read, but not change anything.`);
  console.log("Until the move is finished, no automatic messages of any company are sent.");
  if (sending > 0) {
    console.log(`${plural(sending, "message")} may have been sent; the export marks them as possibly sent.`);
  }
  return 0;
}

/** company:unfreeze NAME [--not-imported]: ends a freeze without a move. */
export async function companyUnfreeze(app: App, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "not-imported": { type: "boolean", default: false } },
  });
  const name = requireOneArgument(positionals, "NAME");
  await unfreezeCompany(app, name, !values["not-imported"]);
  console.log(`${name} isn't frozen anymore.`);
  return 0;
}

/** company:moved NAME URL: finishes the move of a frozen company to another installation. */
export async function companyMoved(app: App, [name, url, ...more]: string[]): Promise<number> {
  if (!name || !url || more.length > 0) {
    throw new UsageError("Enter a company's name and the new address. Put values with spaces in quotes.");
  }
  const { lateTexts } = await finishMove(app, name, url);
  console.log(`${name} has moved to ${url}. Its links on this server lead there.`);
  if (lateTexts > 0) {
    console.log(
      `${plural(lateTexts, "text")} arrived here after the export. Read them under Messages, and record opt-outs in the new installation.`,
    );
  }
  return 0;
}
