import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { kindsWith, rulesOf } from "~/messages/message-kinds";
import { replyTime } from "~/visits/reminder-replies/list-reminded.server";

test("a reply to a reminder counts until the visit starts", () => {
  const asking = kindsWith(({ reminder }) => reminder?.asks);
  expect(asking).not.toEqual([]);
  for (const kind of asking) {
    const { days = 0, hours = 0 } = rulesOf(kind).reminder?.before ?? {};
    // A day has 25 hours when daylight saving time ends.
    expect(days * 25 * hour + hours * hour, kind).toBeLessThanOrEqual(replyTime);
  }
});
