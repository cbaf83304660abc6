import { plural } from "~/core/plural";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import type { WriteBack } from "../write-back/note-settings.server";

interface StateProps<Notes> {
  address: string;
  notes: Notes;
  isConnected: boolean;
}

export function NotesOn({ address, notes, isConnected }: StateProps<NonNullable<WriteBack>>) {
  return (
    <section className="panel reading" aria-labelledby="notes-title">
      <h2 id="notes-title">Visit notes are on</h2>
      {!isConnected && (
        <Notice tone="bad">
          This database is no longer connected. Notes wait until you connect it again under Settings.
        </Notice>
      )}
      {notes.failed > 0 && (
        <Notice tone="bad">
          {`${plural(notes.failed, "note")} could not be written. The log below lists the errors. Press Test to see the order system's response.`}
        </Notice>
      )}
      <dl className="facts">
        <Fact label="Note reason">{notes.reason_name ?? `Number ${notes.reason}`}</Fact>
        <Fact label="Waiting">{notes.open}</Fact>
        <Fact label="Failed">{notes.failed}</Fact>
      </dl>
      <p className="buttons">
        <ButtonLink href={`${address}/test`}>Test</ButtonLink>
        <QuietLink href={`${address}/settings`}>Change the reason</QuietLink>
        <ButtonLink look="plain" href={`${address}/off`}>
          Turn off
        </ButtonLink>
      </p>
    </section>
  );
}

export function NotesOff({ address, notes, isConnected }: StateProps<WriteBack>) {
  return (
    <section className="panel reading" aria-labelledby="notes-title">
      <h2 id="notes-title">Write visit notes to the order system</h2>
      {notes?.off_at != null && (
        <Notice>
          {"Visit notes were turned off on "}
          <DateTime at={notes.off_at} />
          {"."}
          {notes.dropped > 0 &&
            ` ${plural(notes.dropped, "unwritten note was", "unwritten notes were")} deleted.`}
        </Notice>
      )}
      <p>
        Firstnight can write one short note on the patient when a visit is booked, confirmed, moved, canceled,
        completed, or missed. A note has the visit's time, its status, and the therapist's name, for example:
      </p>
      <blockquote className="soft">
        Setup visit confirmed: Tuesday, May 12, 2026 at 9:00 AM EDT with Hannah Reyes. Status: confirmed.
      </blockquote>
      {isConnected ? (
        <p className="buttons">
          <ButtonLink href={`${address}/settings`}>Set up visit notes</ButtonLink>
          <QuietLink href={`${address}/test`}>Test first</QuietLink>
        </p>
      ) : (
        <Notice>This database isn't connected to an order system. Connect it under Settings first.</Notice>
      )}
    </section>
  );
}
