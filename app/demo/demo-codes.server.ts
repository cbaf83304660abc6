import type { App } from "~/boot/app.server";
import { hashToken, newAccessCode, newLinkCode } from "~/core/secrets.server";
import { day } from "~/core/time";
import type { NewRow } from "~/db/tables";
import { linkHash } from "~/orders/access/link-hash.server";
import { codeHash } from "~/orders/access/make-access-code.server";
import type { Random } from "./random.server";
import type { DemoOrder } from "./sample-orders";

export function* makeLinkCodes(
  random: Random,
  app: Pick<App, "secrets">,
  orders: readonly DemoOrder[],
): Generator<NewRow<"link_codes">> {
  for (const { id, linkSentAt, entries } of orders) {
    const code = newLinkCode(random.bytes(20));
    yield {
      order_id: id,
      code_hash: linkHash(app, code),
      code_sealed: app.secrets.seal(code),
      created_at: linkSentAt ?? entries[0]?.at ?? 0,
      sent_at: linkSentAt,
      opened_at: null,
      last_opened_at: null,
    };
  }
}

export function* makeAccessCodes(
  random: Random,
  app: Pick<App, "secrets">,
  orders: readonly DemoOrder[],
  accessCodeDays: number,
): Generator<NewRow<"access_codes">> {
  const seen = new Set<string>();
  for (const { id, accessCodeAt, phone, email } of orders) {
    if (accessCodeAt === null) continue;
    let code: string;
    do code = newAccessCode(random.whole(0, 999_999));
    while (seen.has(code));
    seen.add(code);
    yield {
      order_id: id,
      code_hash: codeHash(app, code),
      code_sealed: app.secrets.seal(code),
      email,
      phone,
      created_at: accessCodeAt,
      expires_at: accessCodeAt + accessCodeDays * day,
      used_at: null,
      used_by: null,
      ended_at: null,
    };
  }
}

export function integrationKey(random: Random): { key: string; row: { name: string; key_hash: string } } {
  const key = Buffer.from(random.bytes(32)).toString("base64url");
  return { key, row: { name: "Demo", key_hash: hashToken(key) } };
}
