import type { KindNote } from "~/kinds/kind-note";
import { doneWithoutNotice, profileResults } from "~/therapists/record/ui/profile-strings";
import { type JsonAnswer, sendJson } from "~/ui/scripts/send-json";
import { requestedStart } from "../../moves/requested-start";
import { alreadyConfirmed, markedAsNoShow, reasonChanged } from "../../staff-strings";

export interface VisitAnswer {
  id: number;
  datetime: string;
  end: string;
  status: string;
  patient_id: number;
  /** "class" for a seat. */
  mode?: string;
  patient_name?: string | null;
  version: number;
  meeting_link?: string | null;
  language: string;
  interpreter: string | null;
  interpreter_arranged: boolean;
  patient_confirmed: boolean;
  change_asked: boolean;
  late_minutes: number | null;
  call_me: boolean;
  kind_note?: KindNote | undefined;
}

type Outcome =
  | { ok: true; visit: VisitAnswer; message: string }
  | { ok: false; title: string; reason: string; answer: JsonAnswer | null };

interface Change {
  path: string;
  body: unknown;
  message(visit: VisitAnswer): string;
  failed: string;
}

/** The page has a note if no channel has a provider. */
const doneText = (act: "confirm" | "cancel" | "complete"): string =>
  document.querySelector("[data-nothing-sent]") ? doneWithoutNotice[act] : profileResults[act].done;

const changes: Record<string, (id: number, form: FormData) => Change> = {
  confirm: (id, form) => {
    // Only a visit by video has the field.
    const link = form.get("meeting_link")?.toString().trim() ?? null;
    return {
      path: "/api/appointments/confirm",
      body: {
        appointment_id: id,
        meeting_link: link ?? undefined,
        version: form.get("version") ?? undefined,
        interpreter_arranged: form.has("interpreter_arranged") || undefined,
        interpreter_note: form.get("interpreter_note") ?? undefined,
      },
      message: ({ meeting_link }) =>
        link === null || meeting_link === link ? doneText("confirm") : alreadyConfirmed,
      failed: "Confirm failed",
    };
  },
  cancel: (id, form) => ({
    path: `/api/appointments/${id}/cancel`,
    body: { reason: form.get("reason") || undefined },
    message: () => doneText("cancel"),
    failed: "Cancel failed",
  }),
  complete: (id) => ({
    path: `/api/appointments/${id}/complete`,
    body: {},
    message: () => doneText("complete"),
    failed: profileResults.complete.failed,
  }),
  "no-show": (id, form) => ({
    path: `/api/appointments/${id}/no-show`,
    body: { reason: form.get("reason"), note: form.get("note") || undefined },
    message: () => (form.has("again") ? reasonChanged : markedAsNoShow),
    failed: "Failed to mark as a no-show.",
  }),
  "undo-outcome": (id) => ({
    path: `/api/appointments/${id}/undo-outcome`,
    body: {},
    message: () => "Outcome undone. The visit is confirmed again.",
    failed: "Failed to undo the outcome.",
  }),
};

export async function moveVisit(
  { id, version }: { id: number; version: number },
  to: { start: number; end?: number; accept?: boolean },
): Promise<Outcome> {
  const body = {
    datetime: new Date(to.start).toISOString(),
    ...(to.end !== undefined && { end: new Date(to.end).toISOString() }),
    version,
    hold: true,
    ...(to.accept !== undefined && { accept: to.accept }),
  };
  try {
    const answer = await sendJson("PATCH", `/api/appointments/${id}`, body);
    if (answer.ok) return { ok: true, visit: answer.data.appointment, message: "" };
    const reason = answer.data.error ?? "";
    // A warning isn't a failure.
    if (answer.data.fields?.accept) return { ok: false, title: reason, reason: "", answer };
    return { ok: false, title: `Move failed (HTTP ${answer.status})`, reason, answer };
  } catch {
    return { ok: false, title: "Unable to save move.", reason: "", answer: null };
  }
}

function moveByForm(form: HTMLFormElement): Promise<Outcome> {
  const fields = new FormData(form);
  const [date, time] = [String(fields.get("date")), String(fields.get("time"))];
  const zone = form.querySelector<HTMLElement>("[data-zone]")?.dataset.zone ?? "UTC";
  try {
    const start = requestedStart({ date, time }, zone);
    const visit = { id: Number(form.dataset.id), version: Number(form.dataset.version) };
    return moveVisit(visit, { start, accept: fields.has("accept") });
  } catch (error) {
    return Promise.resolve({ ok: false, title: (error as Error).message, reason: "", answer: null });
  }
}

export async function sendVisitChange(form: HTMLFormElement): Promise<Outcome | null> {
  if (form.dataset.change === "move") return moveByForm(form);
  const change = changes[form.dataset.change ?? ""]?.(Number(form.dataset.id), new FormData(form));
  if (!change) return null;
  try {
    const answer = await sendJson("POST", change.path, change.body);
    if (answer.ok) {
      const visit: VisitAnswer = answer.data.appointment;
      return { ok: true, visit, message: change.message(visit) };
    }
    const isMissing = answer.status === 404 && form.dataset.change === "confirm";
    return {
      ok: false,
      title: isMissing ? "Cannot locate the appointment record to confirm." : change.failed,
      reason: isMissing ? "" : (answer.data.error ?? ""),
      answer,
    };
  } catch {
    return {
      ok: false,
      title: change.failed,
      reason: "The server didn't respond. Try again.",
      answer: null,
    };
  }
}
