import type { App } from "~/boot/app.server";
import type { Config } from "~/config.server";

interface Words {
  /** Its arguments, as they are shown; none where it takes none. */
  takes?: string;
  does: string;
}

type Run<On> = (on: On, args: string[]) => Promise<number>;

/**
 * One command: its arguments in, its exit code out. It works on an app that is opened for it, on the database
 * file that must be in DATA_DIR, on one that it may itself put there, or on a store that it opens wherever it lies.
 */
export type Command = Words &
  (
    | { on: "app"; load: () => Promise<Run<App>> }
    | { on: "file" | "new file" | "store"; load: () => Promise<Run<Config>> }
  );

const patient = "--patient-id N --db NAME";

export const commands: Record<string, Command> = {
  backup: {
    does: "writes a checked backup into BACKUP_DIR, beside a running server or without one",
    on: "file",
    load: async () => (await import("./commands/backup")).backup,
  },
  restore: {
    takes: "FILE [--replace] [--no-start]",
    does: "brings a backup back and starts on it; --replace moves a database that is there aside",
    on: "new file",
    load: async () => (await import("./commands/restore")).restore,
  },
  "restore:drill": {
    does: "shows that the newest backup works: unpacks, checks and serves it in a folder of its own",
    on: "new file",
    load: async () => (await import("./commands/restore-drill")).restoreDrill,
  },
  "audit:verify": {
    does: "names the rows of the audit log that were changed behind the product's back",
    on: "app",
    load: async () => (await import("./commands/audit-verify")).auditVerify,
  },
  "users:link": {
    takes: "EMAIL [--two-step-off]",
    does: "prints a link that sets a password, for when nobody can sign in",
    on: "app",
    load: async () => (await import("./commands/users-link")).usersLink,
  },
  "orders:import": {
    takes: "FILE.csv",
    does: "takes orders in, beside a running server or without one",
    on: "app",
    load: async () => (await import("./commands/orders-import")).ordersImport,
  },
  "keys:make": {
    takes: "NAME",
    does: "makes the key with which another system may PUT /api/orders; its older one of this name ends",
    on: "app",
    load: async () => (await import("./commands/keys-make")).keysMake,
  },
  "codes:generate": {
    takes: `${patient} [--phone …] [--email …] [--sales-order N]`,
    does: "sends a patient a code and a link, and prints them; a phone or an e-mail is needed",
    on: "app",
    load: async () => (await import("./commands/codes-generate")).codesGenerate,
  },
  "codes:revoke": {
    takes: patient,
    does: "ends a patient's code, link and sessions",
    on: "app",
    load: async () => (await import("./commands/codes-revoke")).codesRevoke,
  },
  "visits:book": {
    takes: `${patient} --therapist NAME --datetime ISO [--sms-consent]`,
    does: "books a visit",
    on: "app",
    load: async () => (await import("./commands/visits-book")).visitsBook,
  },
  "company:export": {
    takes: '"NAME OF THE COMPANY" FILE',
    does: "writes all of one company's data into a file, for another installation",
    on: "app",
    load: async () => (await import("./commands/company-export")).companyExport,
  },
  "company:import": {
    takes: "FILE",
    does: "takes such a file in; no server may run meanwhile",
    on: "store",
    load: async () => (await import("./commands/company-import")).companyImport,
  },
  "database:copy": {
    does: "copies the file in DATA_DIR to the empty server of DATABASE_URL, and compares them",
    on: "store",
    load: async () => (await import("./commands/database-copy")).databaseCopy,
  },
  demo: {
    does: "makes a demo clinic and serves it",
    on: "new file",
    load: async () => (await import("./commands/demo/demo")).demo,
  },
  "demo:create": {
    does: "makes the demo without serving it",
    on: "new file",
    load: async () => (await import("./commands/demo/demo-create")).demoCreate,
  },
};
