import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { zoneOrUtc } from "~/core/time";
import { loadPage, submitForm } from "~/http/page.server";
import { Fact } from "~/ui/components/fact";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { findDatabase, findReading } from "../order-system/databases.server";
import { OneDatabase, ReadAgain } from "../order-system/order-system-schema";
import { restartSync } from "../order-system/restart-sync.server";
import { addressOf, DatabaseShell } from "../ui/database-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Changes – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const done = new URL(args.request.url).searchParams.has("done");
  return loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name, kind, zone } = await findDatabase(app, input.name);
    return {
      name,
      kind,
      zone: zoneOrUtc(zone ?? "UTC"),
      reading: (await findReading(app.reads, name)) ?? null,
      toast: done ? "The next sync starts within seconds" : null,
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ReadAgain }, async ({ app, who, input }) => {
    await restartSync(app, who, input);
    return redirect(`${addressOf(input.name, "/changes")}?done=asked`, 303);
  });

export default function Changes() {
  const { name, kind, zone, reading, toast } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={name} page="/changes" toast={toast}>
      {kind === "local" || !reading ? (
        <Notice>This database is not connected. Orders are only imported.</Notice>
      ) : (
        <>
          <section className="panel reading" aria-labelledby="reading-title">
            <h2 id="reading-title">Last sync</h2>
            {reading.problem && <Notice tone="bad">{reading.problem}</Notice>}
            <dl className="facts">
              <Fact label="Ended">
                {reading.ended_at === null ? "Not yet" : <DateTime at={reading.ended_at} zone={zone} />}
              </Fact>
              <Fact label="Synced until">
                <DateTime at={reading.read_until} zone={zone} />
              </Fact>
              <Fact label="New orders">{reading.inserted}</Fact>
              <Fact label="Changed orders">{reading.updated}</Fact>
              <Fact label="Skipped">{reading.outside}</Fact>
            </dl>
            <p className="soft">
              Changes are synced every minute. Orders whose worklist state has no step are skipped.
            </p>
          </section>
          <PostForm className="panel reading" aria-labelledby="again-title">
            <h2 id="again-title">Sync again</h2>
            <Problem />
            <Field
              name="from"
              type="date"
              label="Changes since"
              hint="If empty, the sync continues from where it is. Syncing twice is harmless."
            />
            <FormButtons>Sync now</FormButtons>
          </PostForm>
        </>
      )}
    </DatabaseShell>
  );
}
