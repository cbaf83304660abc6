import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { listDeliveries, noteQueue } from "~/webhooks/delivery/delivery-queue.server";
import { DeliveryLog } from "~/webhooks/ui/delivery-log";
import { webhookEvents } from "~/webhooks/webhook-events";
import { databaseFlash } from "../../flash";
import { findDatabase } from "../../order-system/databases.server";
import { OneDatabase } from "../../order-system/order-system-schema";
import { addressOf, DatabaseShell } from "../../ui/database-shell";
import { MismatchTable } from "../../ui/mismatch-table";
import { NotesOff, NotesOn } from "../../ui/notes-state";
import { listMismatches } from "../../write-back/mismatches.server";
import { viewWriteBack } from "../../write-back/note-settings.server";

export const handle = { look: "staff", scripts: ["date-time", "follow-deliveries"] };
export const meta = () => [{ title: "Visit notes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name, kind } = await findDatabase(app, input.name);
    const notes = await viewWriteBack(app.reads, name);
    const isOn = notes !== null && notes.off_at === null;
    return {
      name,
      isConnected: kind !== "local",
      notes,
      isOn,
      deliveries: notes ? await listDeliveries(app.reads, noteQueue, name, 30) : [],
      mismatches: isOn ? await listMismatches(app.reads, name, app.clock.now()) : [],
      toast: await takeFlash(args, databaseFlash),
    };
  });

const nameOf = (type: string) => webhookEvents[type as keyof typeof webhookEvents] ?? type;

export default function DatabaseNotes() {
  const { name, isConnected, notes, isOn, deliveries, mismatches, toast } = useLoaderData<typeof loader>();
  const address = addressOf(name, "/notes");
  return (
    <DatabaseShell name={name} page="/notes" toast={toast}>
      {notes && isOn ? (
        <NotesOn address={address} notes={notes} isConnected={isConnected} />
      ) : (
        <NotesOff address={address} notes={notes} isConnected={isConnected} />
      )}
      {notes && (
        <section className="stack" aria-labelledby="log-title">
          <h2 id="log-title">Latest notes</h2>
          {isOn && notes.failed > 0 && (
            <form method="post" action={`${address}/replay`} className="buttons">
              <Button look="quiet">
                {notes.failed === 1 ? "Replay 1 failed note" : `Replay all ${notes.failed} failed notes`}
              </Button>
            </form>
          )}
          <DeliveryLog
            replayAt={`${address}/replay`}
            deliveries={deliveries}
            isOff={!isOn}
            empty="No notes yet. Each booked, moved, or canceled visit adds one."
            nameOf={nameOf}
          />
        </section>
      )}
      {isOn && <MismatchTable mismatches={mismatches} />}
    </DatabaseShell>
  );
}
