import { formatDay, startOfDay } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { TextField } from "~/ui/components/field";
import { PostForm } from "~/ui/components/form";
import { Badge } from "~/ui/components/status";
import { DateTime } from "~/ui/date-time";
import type { FollowUp } from "../follow-up.server";
import { longestNote } from "../follow-up-schema";
import type { OrderNote } from "../order-notes.server";

/** When the next action is due. @param today `YYYY-MM-DD` in the user's zone */
export function DueDate({ date, today }: { date: string; today: string }) {
  const year = date.slice(0, 4);
  const text = `${formatDay(startOfDay(date, "UTC"), "UTC")}${year === today.slice(0, 4) ? "" : `, ${year}`}`;
  return (
    <>
      <time dateTime={date}>{text}</time>
      {date < today && (
        <>
          {" "}
          <Badge dawn>Overdue</Badge>
        </>
      )}
    </>
  );
}

interface FollowUpFactsProps {
  order: { id: number; patient_id: number };
  followUp: FollowUp;
  userId: number;
  today: string;
  back: string;
}

export function FollowUpFacts({ order, followUp, userId, today, back }: FollowUpFactsProps) {
  const { owner_user_id, owner, next_action, due_on } = followUp;
  return (
    <>
      <Fact label="Owner">
        {owner ?? "No one"}
        {owner_user_id !== userId && (
          <form
            method="post"
            action={`/orders/${order.id}/take`}
            data-in-place=""
            data-failed="The order could not be taken. Try again."
          >
            <input type="hidden" name="back" value={back} />
            <Button look="quiet" size="small">
              Take this order<span className="unseen">, patient {order.patient_id}</span>
            </Button>
          </form>
        )}
      </Fact>
      <Fact label="Next action">
        <p className="typed">{next_action ?? "None"}</p>
        {due_on && (
          <p>
            By <DueDate date={due_on} today={today} />
          </p>
        )}
        <p>
          <a href={`/orders/${order.id}/follow-up?back=${encodeURIComponent(back)}`} data-opens="">
            Owner and next action…
          </a>
        </p>
      </Fact>
    </>
  );
}

interface NotesPartProps {
  orderId: number;
  notes: readonly OrderNote[];
  /** True if the list leaves out older notes. */
  hasMore: boolean;
  zone: string;
  back: string;
}

export function NotesPart({ orderId, notes, hasMore, zone, back }: NotesPartProps) {
  return (
    <section className="stack" aria-labelledby="notes-title">
      <h3 className="part-title" id="notes-title">
        Notes
      </h3>
      <NoteForm orderId={orderId} back={back} />
      <NoteList notes={notes} zone={zone} />
      {hasMore && (
        <p>
          <a href={`/orders/${orderId}/notes?back=${encodeURIComponent(back)}`} data-opens="">
            All notes
          </a>
        </p>
      )}
    </section>
  );
}

export function NoteForm({ orderId, back }: { orderId: number; back: string | undefined }) {
  return (
    <PostForm
      action={`/orders/${orderId}/notes`}
      className="stack"
      data-in-place=""
      data-failed="The note could not be saved. Try again."
    >
      {back && <input type="hidden" name="back" value={back} />}
      <TextField
        name="note"
        label="New note"
        hint="For staff only. Patients never see notes."
        rows={2}
        maxLength={longestNote}
      />
      <p className="buttons">
        <Button look="quiet" size="small">
          Add note
        </Button>
      </p>
    </PostForm>
  );
}

export function NoteList({ notes, zone }: { notes: readonly OrderNote[]; zone: string }) {
  if (notes.length === 0) return <p className="soft">No notes yet.</p>;
  return (
    <ul className="order-notes">
      {notes.map(({ id, author, created_at, body }) => (
        <li key={id}>
          <p className="soft">
            {author ?? "A former user"}, <DateTime at={created_at} zone={zone} />
          </p>
          <p className="typed">{body}</p>
        </li>
      ))}
    </ul>
  );
}
