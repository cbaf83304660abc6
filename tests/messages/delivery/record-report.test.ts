import { expect, test } from "vitest";
import { second } from "~/core/time";
import type { Row } from "~/db/tables";
import { findConsent } from "~/messages/consent/consents.server";
import { type Report, recordReport } from "~/messages/delivery/record-report.server";
import { agree, conversationRows, rowsTo, write } from "../../support/http-actions";
import { monday, scratchApp } from "../../support/scratch";

const phone = "+19195550123";

/** Creates a text with these values and a function that reports its delivery. */
async function textThatIs(values: Partial<Row<"outbox">>) {
  const app = scratchApp();
  await agree(app, phone);
  await write(app, phone, "Hello");
  await app.db.updateTable("outbox").set(values).execute();
  const row = async () => (await rowsTo(app, phone))[0];
  const id = (await row())?.id ?? 0;
  const sendReport = async (report: Partial<Report>) => {
    await recordReport(app, {
      providerId: "SM1",
      state: "sent",
      errorCode: null,
      reference: null,
      ...report,
    });
    return row();
  };
  return { app, id, row, sendReport };
}
const accepted = { status: "sent", provider_id: "SM1" } as const;
const leased = { status: "sending", lease_owner: "one", lease_until: monday } as const;

test.each([
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["failed", "failed"],
  ["undelivered", "failed"],
  ["canceled", "failed"],
])("a report of %s marks the text as %s", async (state, status) => {
  const { app, sendReport } = await textThatIs({ ...accepted, in_doubt: 1 });
  app.clock.advance(second);
  expect(await sendReport({ state })).toMatchObject({
    status,
    in_doubt: 0,
    finished_at: monday + second,
    lease_owner: null,
    lease_until: null,
  });
  expect(await conversationRows(app, phone)).toMatchObject([{ status }]);
  const { values } = await app.metrics.deliveries.get();
  expect(values).toMatchObject([{ value: 1, labels: { outcome: status } }]);
});

test.each(["queued", "accepted", "sending", "sent"])(
  "status %s means that the provider has the text",
  async (state) => {
    const { app, sendReport, id } = await textThatIs(leased);
    expect(await sendReport({ state, reference: `${id}-0-${monday}` })).toMatchObject({
      status: "sent",
      provider_id: "SM1",
      lease_owner: null,
      error: null,
    });
    const message = await app.db
      .selectFrom("messages")
      .select(["provider_id", "status"])
      .executeTakeFirstOrThrow();
    expect(message).toEqual({ provider_id: "SM1", status: "sent" });
    expect((await app.metrics.deliveries.get()).values).toEqual([]);
  },
);

test.each([
  ["sent", "sent"],
  ["failed", "sent"],
  ["failed", "failed"],
  ["delivered", "sent"],
  ["delivered", "failed"],
  ["delivered", "delivered"],
  ["dropped", "delivered"],
  ["held", "delivered"],
] as const)("a text that is %s ignores a report of %s", async (status, state) => {
  const { row, sendReport } = await textThatIs({ ...accepted, status });
  const before = await row();
  expect(await sendReport({ state })).toEqual(before);
});

test("delivery clears a text's earlier error", async () => {
  const { app, sendReport } = await textThatIs({
    ...accepted,
    status: "failed",
    error: "No.",
    error_code: "30008",
  });
  expect(await sendReport({ state: "delivered" })).toMatchObject({
    status: "delivered",
    error: null,
    error_code: null,
  });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "delivered", error: null }]);
});

test("a failed text shows the reason, or the provider's code or status", async () => {
  const { app, sendReport } = await textThatIs(accepted);
  const message = "This number is unknown or no longer in use.";
  expect(await sendReport({ state: "undelivered", errorCode: "30005" })).toMatchObject({
    error: message,
    error_code: "30005",
  });
  expect(await conversationRows(app, phone)).toMatchObject([{ error: message }]);
  const { values } = await app.metrics.providerErrors.get();
  expect(values).toMatchObject([{ labels: { channel: "sms", code: "30005" } }]);
  const silent = await textThatIs(accepted);
  expect(await silent.sendReport({ state: "failed" })).toMatchObject({
    error: "The carrier did not deliver the text and gave no reason.",
    error_code: null,
  });
  expect(await findConsent(app.db, phone)).toBe("given");
});

test("an error code in a report of a successful delivery is ignored", async () => {
  const { app, sendReport } = await textThatIs(accepted);
  expect(await sendReport({ state: "delivered", errorCode: "30005" })).toMatchObject({
    error: null,
    error_code: null,
  });
  expect((await app.metrics.providerErrors.get()).values).toEqual([]);
});

test("a report that a number is blocked opts it out", async () => {
  const { app, sendReport } = await textThatIs(accepted);
  await sendReport({ state: "undelivered", errorCode: "21610" });
  expect(await findConsent(app.db, phone)).toBe("withdrawn");
});

test("a report is matched to its text by the provider's ID, even with a different reference", async () => {
  const { id, sendReport } = await textThatIs(accepted);
  expect(await sendReport({ state: "delivered", reference: `${id}-0-${monday}` })).toMatchObject({
    status: "delivered",
  });
});

test.each<[string, Partial<Row<"outbox">>, (id: number) => string | null, boolean]>([
  ["being sent", leased, (id) => `${id}-0-${monday}`, true],
  ["queued and in doubt", { in_doubt: 1 }, (id) => `${id}-0-${monday}`, true],
  ["queued and never sent", { in_doubt: 0 }, (id) => `${id}-0-${monday}`, false],
  ["being sent a second time", { ...leased, round: 1 }, (id) => `${id}-0-${monday}`, false],
  ["sent again, with its round in the reference", { ...leased, round: 1 }, (id) => `${id}-1-${monday}`, true],
  [
    "known to the provider by a different ID",
    { ...leased, provider_id: "SM2" },
    (id) => `${id}-0-${monday}`,
    false,
  ],
  ["an email", { ...leased, channel: "email" }, (id) => `${id}-0-${monday}`, false],
  ["an earlier text with this ID", leased, (id) => `${id}-0-${monday - 1}`, false],
  ["without its time in the reference", leased, (id) => `${id}-0`, false],
  ["without its round in the reference", leased, (id) => `${id}`, false],
  ["with a malformed reference", leased, () => "x-0", false],
  ["without a reference", leased, () => null, false],
])(
  "a report before the provider's response is matched to its text only if the reference is valid: %s",
  async (_, values, name, found) => {
    const { id, row, sendReport } = await textThatIs(values);
    const before = await row();
    const after = await sendReport({ state: "delivered", reference: name(id) });
    if (found) expect(after).toMatchObject({ status: "delivered", provider_id: "SM1" });
    else expect(after).toEqual(before);
  },
);
