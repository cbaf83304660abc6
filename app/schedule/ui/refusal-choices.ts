import { formatWhen } from "~/core/time";
import { ownZone } from "~/ui/scripts/local-times";
import type { JsonAnswer } from "~/ui/scripts/send-json";
import { strings } from "../strings";

/**
 * What a patient can do after a no, to stand below it: the times near the one they wanted, or a link to where
 * it goes on. The first of them takes the focus; there is none where the same can be tried again.
 */
export function refusalChoices({ status, data }: JsonAnswer, moving: boolean): HTMLElement[] {
  if (status === 401) return [linkTo("/", strings.signIn)];
  if (data.appointment_id !== undefined) return [linkTo("/my-visit", strings.seeVisit)];
  const others: { start: string; therapist: string }[] = data.alternatives ?? [];
  if (others.length === 0) return [];
  const lead = document.createElement("p");
  lead.textContent = strings.alternatives;
  lead.tabIndex = -1;
  const verb = moving ? strings.moveInstead : strings.bookInstead;
  const buttons = others.map(({ start, therapist }) => {
    const button = document.createElement("button");
    button.className = "button quiet wide";
    button.name = "choice";
    button.value = `${start}|${therapist}`;
    button.textContent = `${verb} ${formatWhen(Date.parse(start), ownZone())} ${strings.visitWith} ${therapist}`;
    return button;
  });
  return [lead, ...buttons];
}

function linkTo(href: string, label: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = "button wide";
  link.href = href;
  link.textContent = label;
  return link;
}
