import type { FormProblem } from "~/core/form-problem";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { StatusBadge } from "~/ui/components/status";
import { notStarted } from "~/visits/strings";
import type { Visit } from "~/visits/visit";
import type { ProfileList, ProfileListName } from "./find-profile.server";
import { ProfilePager } from "./profile-pager";
import { askToCancel } from "./profile-strings";

interface RecordVisitsProps {
  name: ProfileListName;
  title: string;
  empty: string;
  list: ProfileList;
  /** The address of the page, for its forms. */
  here: string;
  /** The therapist's own meeting link, which a confirmation proposes. */
  meetingLink: string | null;
  problem: FormProblem | undefined;
  /** Milliseconds UTC: what is to come is completed only when asked once more. */
  now: number;
}

/** Visits of a therapist that wait for something, each with what can be done about it. */
export function ProfileVisits(props: RecordVisitsProps) {
  const { name, title, empty, list, here, meetingLink, problem, now } = props;
  return (
    <section className="record-part" aria-labelledby={`record-${name}`}>
      <h2 id={`record-${name}`}>{title}</h2>
      {list.visits.length === 0 && <p className="soft">{empty}</p>}
      <ul className="record-visits">
        {list.visits.map((visit) => (
          <li key={visit.id}>
            <p>
              <b className="num">{whenOf(visit)}</b>{" "}
              <span className="soft">
                patient <span className="num">{visit.patient_id}</span>, {visit.brightree_db}
              </span>{" "}
              {visit.status === "pending" && <StatusBadge status={visit.status} />}
            </p>
            <Acts {...{ visit, here, meetingLink, now }} problem={ofVisit(problem, visit)} />
          </li>
        ))}
      </ul>
      <ProfilePager name={name} title={title} list={list} here={here} />
    </section>
  );
}

const whenOf = (visit: Visit) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone));

const ofVisit = (problem: FormProblem | undefined, visit: Visit) =>
  problem?.typed.visit === String(visit.id) ? problem : undefined;

interface ActsProps {
  visit: Visit;
  here: string;
  meetingLink: string | null;
  problem: FormProblem | undefined;
  now: number;
}

function Acts({ visit, here, meetingLink, problem, now }: ActsProps) {
  const object = <span className="unseen"> the visit of patient {visit.patient_id}</span>;
  const form = { method: "post", action: here, "data-in-place": "" } as const;
  const id = <input type="hidden" name="visit" value={visit.id} />;
  return (
    <div className="record-acts">
      {visit.status === "confirmed" ? (
        visit.start_at > now ? (
          <details name="acts" open={problem?.typed.act === "complete"}>
            <summary className="button small">Mark as Completed{object}</summary>
            <form {...form} className="ask">
              {id}
              <p>{notStarted}</p>
              <Button name="act" value="complete" size="small">
                {`Complete visit of ${whenOf(visit)}`}
              </Button>
            </form>
          </details>
        ) : (
          <form {...form}>
            {id}
            <Button name="act" value="complete" size="small">
              Mark as Completed{object}
            </Button>
          </form>
        )
      ) : (
        <details name="acts" open={problem?.typed.act === "confirm"}>
          <summary className="button small">Confirm{object}</summary>
          {/* The server says what is wrong with the link, in the words of the specification. */}
          <form {...form} className="ask" noValidate>
            {id}
            <input type="hidden" name="act" value="confirm" />
            <input type="hidden" name="version" value={visit.version} />
            <Field
              name="meeting_link"
              id={`link-${visit.id}`}
              label="Meeting link"
              hint="The patient joins here. It begins with https://"
              type="url"
              value={visit.meeting_link ?? meetingLink ?? ""}
              problem={problem}
              maxLength={1000}
            />
            <Button size="small">{`Confirm visit of ${whenOf(visit)}`}</Button>
          </form>
        </details>
      )}
      <details name="acts" open={problem?.typed.act === "cancel"}>
        <summary className="button quiet small">Cancel{object}</summary>
        <form {...form} className="ask">
          {id}
          <p>{askToCancel}</p>
          <Button name="act" value="cancel" look="danger" size="small">
            {`Cancel visit of ${whenOf(visit)}`}
          </Button>
        </form>
      </details>
    </div>
  );
}
