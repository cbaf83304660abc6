import type { FormProblem } from "~/core/form-problem";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { StatusBadge } from "~/ui/components/status";
import { mayBeNoShow } from "~/visits/outcome/outcome-times";
import { notStarted } from "~/visits/staff-strings";
import { CommunicationMarks } from "~/visits/ui/communication";
import { InterpreterQuestion } from "~/visits/ui/interpreter-question";
import { PatientName } from "~/visits/ui/patient";
import { asksForLink, type Visit } from "~/visits/visit";
import { whenForStaff } from "~/visits/visit-times";
import type { ProfileList, ProfileListName } from "../pages/find-profile.server";
import { ProfilePager } from "./profile-pager";
import { askToCancel, profileResults } from "./profile-strings";

interface ProfileVisitsProps {
  name: ProfileListName;
  title: string;
  empty: string;
  list: ProfileList;
  here: string;
  meetingLink: string | null;
  problem: FormProblem | undefined;
  now: number;
}

export function ProfileVisits(props: ProfileVisitsProps) {
  const { name, title, empty, list, here, meetingLink, problem, now } = props;
  return (
    <section className="stack" aria-labelledby={`profile-${name}`}>
      <h2 id={`profile-${name}`}>{title}</h2>
      {list.visits.length === 0 && <p className="soft">{empty}</p>}
      <ul className="profile-list divided">
        {list.visits.map((visit) => (
          <li key={visit.id} className="spread">
            <p>
              <b className="num">{whenForStaff(visit)}</b>{" "}
              <span className="soft">
                patient{" "}
                <a className="num" href={`/visits/${visit.id}`} data-opens="">
                  {visit.patient_id}
                </a>
                , {visit.brightree_db}
                <PatientName name={visit.patient_name} />
              </span>{" "}
              <CommunicationMarks visit={visit} />
              {visit.status === "pending" && <StatusBadge status={visit.status} />}
            </p>
            <Actions
              visit={visit}
              here={here}
              meetingLink={meetingLink}
              now={now}
              problem={problemOf(problem, visit)}
            />
          </li>
        ))}
      </ul>
      <ProfilePager name={name} title={title} list={list} here={here} />
    </section>
  );
}

const whenOf = (visit: Visit) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone));

const problemOf = (problem: FormProblem | undefined, visit: Visit) =>
  problem?.typed.visit === String(visit.id) ? problem : undefined;

interface ActionsProps {
  visit: Visit;
  here: string;
  meetingLink: string | null;
  problem: FormProblem | undefined;
  now: number;
}

function Actions({ visit, here, meetingLink, problem, now }: ActionsProps) {
  const label = <span className="unseen">, visit for patient {visit.patient_id}</span>;
  const formOf = (act: keyof typeof profileResults) =>
    ({
      method: "post",
      action: here,
      "data-in-place": "",
      "data-failed": profileResults[act].failed,
    }) as const;
  const id = <input type="hidden" name="visit" value={visit.id} />;
  return (
    <div className="profile-actions">
      {visit.status === "confirmed" ? (
        visit.start_at > now ? (
          <details name="acts" open={problem?.typed.act === "complete"}>
            <summary className="button quiet small no-marker">Mark as Completed{label}</summary>
            <form {...formOf("complete")} className="confirmation">
              {id}
              <p>{notStarted}</p>
              <Button name="act" value="complete" size="small">
                {`Complete visit on ${whenOf(visit)}`}
              </Button>
            </form>
          </details>
        ) : (
          <form {...formOf("complete")}>
            {id}
            <Button name="act" value="complete" size="small">
              Mark as Completed{label}
            </Button>
          </form>
        )
      ) : (
        <details name="acts" open={problem?.typed.act === "confirm"}>
          <summary className="button small no-marker">Confirm{label}</summary>
          {/* noValidate: the server shows the error text. */}
          <form {...formOf("confirm")} className="confirmation" noValidate>
            {id}
            <input type="hidden" name="act" value="confirm" />
            <input type="hidden" name="version" value={visit.version} />
            {asksForLink(visit) && (
              <Field
                name="meeting_link"
                id={`link-${visit.id}`}
                label="Meeting link"
                hint="The link that the patient uses to join. It starts with https://."
                type="url"
                value={visit.meeting_link ?? meetingLink ?? ""}
                problem={problem}
                maxLength={1000}
              />
            )}
            <InterpreterQuestion visit={visit} problem={problem} />
            <Button size="small">{`Confirm visit on ${whenOf(visit)}`}</Button>
          </form>
        </details>
      )}
      {mayBeNoShow(visit, now) && (
        <ButtonLink
          href={`/visits/${visit.id}/no-show?back=${encodeURIComponent(here)}`}
          look="quiet"
          size="small"
          data-opens=""
        >
          No-show{label}
        </ButtonLink>
      )}
      <details name="acts" open={problem?.typed.act === "cancel"}>
        <summary className="button quiet small no-marker">Cancel{label}</summary>
        <form {...formOf("cancel")} className="confirmation">
          {id}
          <p>{askToCancel}</p>
          <Button name="act" value="cancel" look="danger" size="small">
            {`Cancel visit on ${whenOf(visit)}`}
          </Button>
        </form>
      </details>
    </div>
  );
}
