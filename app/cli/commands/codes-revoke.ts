import { parseArgs } from "node:util";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { parse } from "~/http/request/input.server";
import { revokeAccess } from "~/orders/access/revoke-access.server";
import { databaseName, patientId } from "~/orders/order-schema";
import { checkOptions } from "../usage-error";

/** codes:revoke --patient-id N --db NAME: revokes a patient's code and link, and ends their sessions. */
export async function codesRevoke(app: App, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { "patient-id": { type: "string" }, db: { type: "string" } },
  });
  checkOptions(values, "patient-id", "db");
  const named = z.object({ patient_id: patientId, brightree_db: databaseName });
  await revokeAccess(
    app,
    operator,
    parse(named, { patient_id: values["patient-id"], brightree_db: values.db }),
  );
  console.log(
    "The patient's code and link were revoked, and their sessions were ended. To send new ones, use codes:generate.",
  );
  return 0;
}
