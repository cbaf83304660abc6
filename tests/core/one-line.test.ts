import { expect, test } from "vitest";
import { AddUser, UpdateUser } from "~/accounts/users/user-schema";
import { ChangeCompany } from "~/company/company-schema";
import { asOneLine } from "~/core/fields";
import { Tag } from "~/inbox/inbox-schema";
import { AddHelper } from "~/orders/helper/helper-schema";
import { MakeKey } from "~/orders/keys/key-schema";
import { orderRow } from "~/orders/order-row";

const controls = ["\n", "\r\n", "\t", "\u0007", "\u001b[31m", "\u0085", "\u2028", "\u2029"];

test.each(controls)("a name with %j in it is refused in every form", (control) => {
  const name = `Blue Ridge${control}Bcc: all`;
  const schemas = { AddUser, AddHelper, ChangeCompany, MakeKey, UpdateUser };
  for (const [title, schema] of Object.entries(schemas)) {
    const { error } = schema.safeParse({ name });
    expect([title, error?.issues.map(({ path }) => path.join("."))]).toEqual([
      title,
      expect.arrayContaining(["name"]),
    ]);
  }
  expect(Tag.safeParse({ id: 1, tag: name }).success).toBe(false);
});

test("a name's outer spaces and line breaks are removed, and other languages' letters are kept", () => {
  expect(ChangeCompany.parse({ name: " Équipos Núñez 日本\n" }).name).toBe("Équipos Núñez 日本");
});

test("names from an import or another system become one line", () => {
  const row = { brightree_db: "QHMS", patient_id: 1, sales_order_no: "1", patient_name: "Ann\u0007\r\nLee" };
  expect(orderRow(0).parse(row).patient_name).toBe("Ann Lee");
  expect(asOneLine("\tPat\u2028Lee ")).toBe("Pat Lee");
});
