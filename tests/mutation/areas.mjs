/** The code to mutate, and the tests that must detect the mutants. These tests call the code in the same process. */
export const areas = {
  consent: {
    mutate: [
      "app/messages/consent/consents.server.ts",
      "app/messages/email/replacement-email.server.ts",
      "app/messages/opt-out/classify-text.ts",
      "app/messages/receive-text.server.ts",
      "app/messages/consent/release-texts-awaiting-consent.server.ts",
    ],
    tests: [
      "tests/messages/{consent,consent-ledger,receive-text}.test.ts",
      "tests/messages/{email/replacement-email,opt-out/classify-text}.test.ts",
      "tests/messages/delivery/{claim-due-messages,record-attempt}.test.ts",
      "tests/inbox/list-threads.test.ts",
    ],
  },
  // Excludes the polling loop, whose mutants show up only as timeouts.
  outbox: {
    mutate: [
      "app/messages/{message-deliveries,enqueue,outbox-rows,send-text,threads/find-or-create-thread}.server.ts",
      "app/messages/{message-kinds,quiet-hours}.ts",
      "app/messages/delivery/{claim-due-messages,record-attempt,send-attempt,record-report,why-stale,drop-no-longer-needed}.server.ts",
      "app/core/backoff.server.ts",
    ],
    tests: [
      "tests/messages/{consent,message-deliveries,quiet-hours,send-text,threads/find-or-create-thread}.test.ts",
      "tests/messages/delivery/{claim-due-messages,record-attempt,send-attempt,record-report,why-stale}.test.ts",
    ],
  },
  access: {
    mutate: ["app/orders/access/**/*.ts", "app/identity/{rate-limits,sessions}.server.ts"],
    tests: ["tests/orders/access/*.test.ts", "tests/identity/{rate-limits,sessions}.test.ts"],
  },
  visits: {
    mutate: ["app/visits/*.ts", "app/visits/moves/*.ts"],
    tests: [
      "tests/visits/book-as-staff.test.ts",
      "tests/visits/*.test.ts",
      "tests/visits/moves/*.test.ts",
      "tests/time/{clock-jumps,reminders}.test.ts",
    ],
  },
  // Excludes tests/time/slots, which repeats the same rules in every time zone and is slow.
  availability: {
    mutate: [
      "app/availability/*.ts",
      "app/availability/{changes,rules}/*.ts",
      "!app/availability/availability-schema.ts",
    ],
    tests: ["tests/availability/*.test.ts"],
  },
};
