import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { commandLine } from "~/core/settings/command-line.server";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { inspectBackups } from "~/operations/backup/backups.server";
import { backUpOnRequest, isBackingUp } from "~/operations/backup/start-backups.server";
import { checkHealth } from "~/operations/health/health.server";
import { Button } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { operationsFlash } from "../flash";
import { sizeText } from "../health/health-check";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Health – Firstnight" }];

const stateLabels = { good: "Good", warn: "Attention", bad: "Urgent" };

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => ({
    checks: await checkHealth(app),
    backups: (await inspectBackups(app.config.backups.dir, app.clock.now())).backups.map(
      ({ file: _, ...backup }) => backup,
    ),
    restore: commandLine("restore", "FILE --replace"),
    drill: commandLine("restore:drill"),
    dir: app.config.backups.dir,
    encrypts: app.config.backups.passphrase !== null,
    working: isBackingUp(),
    ownFile: app.config.database === null,
    toast: await takeFlash(args, operationsFlash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"] }, async ({ app, who }) => {
    const isMade = await backUpOnRequest(app, who);
    const flash = isMade ? "backup-made" : "backup-begun";
    return redirectWithFlash<typeof operationsFlash>(args, "/admin/health", flash);
  });

export default function Health() {
  const { checks, backups, dir, restore, drill, encrypts, working, ownFile, toast } =
    useLoaderData<typeof loader>();
  return (
    <StaffShell title="Health" here="/admin/health" toast={toast}>
      <ul className="checks">
        {checks.map(({ name, state, message, href }) => (
          <li key={`${name} ${href}`}>
            <h2>{href ? <a href={href}>{name}</a> : name}</h2>
            <span className={`status ${state}`}>{stateLabels[state]}</span>
            <p>{message}</p>
          </li>
        ))}
      </ul>
      {ownFile && (
        <>
          <h2>Backups</h2>
          <Problem />
          {!encrypts && (
            <Notice tone="warn">
              Backups are not encrypted. They contain patient data and the secret that protects it. Set
              BACKUP_PASSPHRASE, or restrict access to the folder.
            </Notice>
          )}
          <form method="post" className="panel reading">
            <p>
              Backups are in <code>{dir}</code>. To restore one, stop Firstnight and run{" "}
              <code>{restore}</code>. To test the newest one without changing anything, run{" "}
              <code>{drill}</code>.
            </p>
            {working ? <p>A backup is running.</p> : <Button>Back up now</Button>}
          </form>
          <Table
            caption="Backups"
            rows={backups}
            rowKey={({ name }) => name}
            empty="No backups yet."
            columns={[
              { head: "Created", align: "when", cell: ({ at }) => <DateTime at={at} /> },
              { head: "File", cell: ({ name }) => name },
              { head: "Size", align: "right", cell: ({ bytes }) => sizeText(bytes) },
              { head: "Encrypted", cell: ({ encrypted }) => (encrypted ? "Yes" : "No") },
            ]}
          />
        </>
      )}
    </StaffShell>
  );
}
