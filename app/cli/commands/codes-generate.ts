import { parseArgs } from "node:util";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { parse } from "~/http/request/input.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import { GenerateCode } from "~/orders/order-schema";
import { checkOptions } from "../usage-error";

/** codes:generate --patient-id N --db NAME [--phone …] [--email …] [--sales-order N]: creates, sends and prints a code. */
export async function codesGenerate(app: App, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "patient-id": { type: "string" },
      db: { type: "string" },
      phone: { type: "string" },
      email: { type: "string" },
      "sales-order": { type: "string" },
    },
  });
  checkOptions(values, "patient-id", "db");
  const input = parse(GenerateCode, {
    patient_id: values["patient-id"],
    brightree_db: values.db,
    phone: values.phone,
    email: values.email,
    sales_order_no: values["sales-order"],
  });
  const { code, link } = await generateCode(app, operator, input);
  console.log(`Access code: ${code}`);
  const { schedule, track } = patientPageAddresses(app, link);
  console.log(`Schedule: ${schedule}`);
  console.log(`Track: ${track}`);
  return 0;
}
