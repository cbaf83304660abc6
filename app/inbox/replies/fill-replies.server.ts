import type { App } from "~/boot/app.server";
import { firstName } from "~/core/first-name";
import { inLanguage } from "~/core/language/language-scope.server";
import type { Language } from "~/core/language/languages";
import { formatPhone } from "~/core/phone";
import { findSendingCompany } from "~/messages/threads/find-sending-company.server";
import { findThreadLanguage } from "~/messages/threads/find-thread-language.server";
import { whenInText } from "~/visits/visit-times";
import type { Work } from "../conversation/find-work.server";
import type { Thread } from "../threads/thread";
import { listSavedReplies, type SavedReply } from "./saved-replies.server";
import { type FilledReplies, type FilledReply, fillPlaceholders, type Values } from "./saved-reply";

/** The company's saved replies, with the placeholders filled in for this conversation. */
export async function fillReplies(
  app: Pick<App, "reads" | "clock">,
  { thread, work }: { thread: Thread; work: Work },
): Promise<FilledReplies> {
  const company = await findSendingCompany(app.reads, thread, work?.orderId);
  const replies = company.id === null ? [] : await listSavedReplies(app.reads, company.id);
  const { language } = await findThreadLanguage(app.reads, thread, work?.orderId);
  const visit = work?.visit && work.visit.end_at > app.clock.now() ? work.visit : null;
  const valuesIn = (shown: Language): Values => ({
    first_name: firstName(work?.patientName ?? thread.patient_name),
    therapist: visit?.therapist ?? null,
    visit_time: visit && inLanguage({ language: shown }, () => whenInText(visit)),
    company: company.name,
    phone: company.phone && formatPhone(company.phone),
  });
  const values = { en: valuesIn("en"), es: valuesIn("es") };
  const filled = replies.map((reply) => ({
    id: reply.id,
    name: reply.name,
    texts: textsOf(reply, language).map((text) => ({
      ...text,
      text: fillPlaceholders(text.text, values[text.language]),
    })),
    lacksSpanish: reply.text_es === null,
  }));
  return { company: company.name, replies: filled };
}

function textsOf({ text_en: english, text_es: spanish }: SavedReply, first: Language) {
  const texts: FilledReply["texts"] = [{ language: "en", text: english }];
  if (spanish !== null) texts.push({ language: "es", text: spanish });
  return first === "en" ? texts : texts.toReversed();
}
