import { newAccessCode, newLinkCode, type Secrets } from "~/core/secrets.server";
import { day } from "~/core/time";
import type { NewRow } from "~/db/tables";
import type { DemoOrder } from "./orders";
import type { Random } from "./random.server";

/** A link code for every order; in steps 1 to 4 it exists and was not sent, so that the step stays. */
export function* makeLinkCodes(
  random: Random,
  secrets: Secrets,
  orders: readonly DemoOrder[],
): Generator<NewRow<"link_codes">> {
  for (const { id, linkSentAt, entries } of orders) {
    const code = newLinkCode(random.bytes(20));
    yield {
      order_id: id,
      code_hash: secrets.lookup("link-code", code),
      code_sealed: secrets.seal(code),
      created_at: linkSentAt ?? entries[0]?.at ?? 0,
      sent_at: linkSentAt,
      opened_at: null,
    };
  }
}

/** A live access code for every open order in step 5, no two alike. */
export function* makeAccessCodes(
  random: Random,
  secrets: Secrets,
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
      code_hash: secrets.lookup("access-code", code),
      code_sealed: secrets.seal(code),
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
