import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { zoneOrUtc } from "~/core/time";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Fact } from "~/ui/components/fact";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { databaseFlash } from "../flash";
import { findDatabase, findLastSync } from "../order-system/databases.server";
import { OneDatabase, RestartSync } from "../order-system/order-system-schema";
import { restartSync } from "../order-system/restart-sync.server";
import { addressOf, DatabaseShell } from "../ui/database-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Changes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name, kind, zone } = await findDatabase(app, input.name);
    return {
      name,
      kind,
      zone: zoneOrUtc(zone ?? "UTC"),
      sync: (await findLastSync(app.reads, name)) ?? null,
      toast: await takeFlash(args, databaseFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: RestartSync }, async ({ app, who, input }) => {
    await restartSync(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, addressOf(input.name, "/changes"), "sync-restarted");
  });

export default function Changes() {
  const { name, kind, zone, sync, toast } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={name} page="/changes" toast={toast}>
      {kind === "local" || !sync ? (
        <Notice>This database isn't connected to an order system. Orders are imported by file or API.</Notice>
      ) : (
        <>
          <section className="panel reading" aria-labelledby="sync-title">
            <h2 id="sync-title">Last sync</h2>
            {sync.problem && <Notice tone="bad">{sync.problem}</Notice>}
            <dl className="facts">
              <Fact label="Ended">
                {sync.ended_at === null ? "Not yet" : <DateTime at={sync.ended_at} zone={zone} />}
              </Fact>
              <Fact label="Synced until">
                <DateTime at={sync.read_until} zone={zone} />
              </Fact>
              <Fact label="New orders">{sync.inserted}</Fact>
              <Fact label="Changed orders">{sync.updated}</Fact>
              <Fact label="Skipped">{sync.outside}</Fact>
            </dl>
            <p className="soft">
              Changes are synced every minute. Orders in a state without a step are skipped.
            </p>
          </section>
          <PostForm className="panel reading" aria-labelledby="again-title">
            <h2 id="again-title">Sync again</h2>
            <Problem />
            <Field
              name="from"
              type="date"
              label="Changes since"
              hint="If empty, the sync continues where it left off. It's safe to sync the same changes again."
            />
            <FormButtons>Sync now</FormButtons>
          </PostForm>
        </>
      )}
    </DatabaseShell>
  );
}
