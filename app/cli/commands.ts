import type { App } from "~/boot/app.server";
import type { Config } from "~/config.server";

interface Usage {
  arguments?: string;
  description: string;
}

type Run<On> = (on: On, args: string[]) => Promise<number>;

/**
 * A command returns its exit code. It works on an open app, the database file in DATA_DIR, a new file there, a
 * restored file, which brings its secret, or any database that it opens ("store").
 */
export type Command = Usage &
  (
    | { on: "app"; load: () => Promise<Run<App>> }
    | { on: "file" | "new file" | "restored file" | "store"; load: () => Promise<Run<Config>> }
  );

const patient = "--patient-id N --db NAME";

export const commands: Record<string, Command> = {
  backup: {
    description: "writes a verified backup to BACKUP_DIR, with or without a running server",
    on: "file",
    load: async () => (await import("./commands/backup")).backup,
  },
  restore: {
    arguments: "FILE [--replace] [--no-start]",
    description:
      "restores a backup and starts the server; --replace moves an existing database to another folder",
    on: "restored file",
    load: async () => (await import("./commands/restore")).restore,
  },
  "restore:drill": {
    description: "tests the newest backup: unpacks, verifies and serves it in a temporary folder",
    on: "restored file",
    load: async () => (await import("./commands/restore-drill")).restoreDrill,
  },
  "standby:restore": {
    arguments: "REPLICA [--old URL] [--no-start]",
    description: "takes over from a lost machine: restores its Litestream replica and starts the server",
    on: "restored file",
    load: async () => (await import("./commands/standby-restore")).standbyRestore,
  },
  "audit:verify": {
    description: "verifies the audit log and lists rows that were altered",
    on: "app",
    load: async () => (await import("./commands/audit-verify")).auditVerify,
  },
  "users:link": {
    arguments: "EMAIL [--two-step-off]",
    description: "prints a link to set a password, for when no one can sign in",
    on: "app",
    load: async () => (await import("./commands/users-link")).usersLink,
  },
  "orders:import": {
    arguments: "FILE.csv",
    description: "imports orders, with or without a running server",
    on: "app",
    load: async () => (await import("./commands/orders-import")).ordersImport,
  },
  "keys:make": {
    arguments: "NAME",
    description: "creates a key for PUT /api/orders and revokes the older key with this name",
    on: "app",
    load: async () => (await import("./commands/keys-make")).keysMake,
  },
  "codes:generate": {
    arguments: `${patient} [--phone …] [--email …] [--sales-order N]`,
    description:
      "sends a patient a code and a link, and prints them; requires a phone number or an email address",
    on: "app",
    load: async () => (await import("./commands/codes-generate")).codesGenerate,
  },
  "codes:revoke": {
    arguments: patient,
    description: "revokes a patient's code and link, and ends their sessions",
    on: "app",
    load: async () => (await import("./commands/codes-revoke")).codesRevoke,
  },
  "visits:book": {
    arguments: `${patient} --therapist NAME --datetime ISO [--sms-consent]`,
    description: "books a visit",
    on: "app",
    load: async () => (await import("./commands/visits-book")).visitsBook,
  },
  "company:export": {
    arguments: '"NAME OF THE COMPANY" FILE',
    description: "writes all data of a company to a file, for another installation",
    on: "app",
    load: async () => (await import("./commands/company-export")).companyExport,
  },
  "company:freeze": {
    arguments: '"NAME OF THE COMPANY"',
    description: "lets a company be read only, before it moves to another installation",
    on: "app",
    load: async () => (await import("./commands/company-move")).companyFreeze,
  },
  "company:unfreeze": {
    arguments: '"NAME OF THE COMPANY" [--not-imported]',
    description: "ends company:freeze without a move",
    on: "app",
    load: async () => (await import("./commands/company-move")).companyUnfreeze,
  },
  "company:moved": {
    arguments: '"NAME OF THE COMPANY" URL',
    description: "finishes a move: the frozen company's links lead to the new installation's address",
    on: "app",
    load: async () => (await import("./commands/company-move")).companyMoved,
  },
  "company:import": {
    arguments: "FILE",
    description: "imports a file from company:export while no server is running",
    on: "store",
    load: async () => (await import("./commands/company-import")).companyImport,
  },
  "database:copy": {
    description: "copies the database in DATA_DIR to the empty server at DATABASE_URL and compares them",
    on: "store",
    load: async () => (await import("./commands/database-copy")).databaseCopy,
  },
  demo: {
    description: "creates a demo clinic and serves it",
    on: "new file",
    load: async () => (await import("./commands/demo/demo")).demo,
  },
  "demo:create": {
    description: "creates the demo without serving it",
    on: "new file",
    load: async () => (await import("./commands/demo/demo-create")).demoCreate,
  },
};
