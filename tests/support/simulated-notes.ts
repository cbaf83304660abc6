import { contracts, tag } from "./simulated-records";

/** A note about a patient. */
export interface SimulatedNote {
  key: number;
  patient: number;
  order: number | null;
  subject: string;
  description: string;
  reason: number;
}

interface Result {
  items?: string[];
  success?: boolean;
  messages?: string[];
  fault?: string;
}

const refused = (message: string): Result => ({ success: false, messages: [message] });

const signs: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const unescaped = (text: string) => text.replace(/&(lt|gt|amp);/g, (sign) => signs[sign] ?? sign);

const allowed: Record<string, RegExp> = {
  Severity: /^(Low|Medium|High|Critical)$/,
  State: /^(Locked|Unlocked)$/,
  Status: /^(Open|Closed)$/,
};
const required = ["Description", "PatientKey", "Reason", "Severity", "State", "Status", "Subject"];

export const reasonXml = ({ key, name }: { key: number; name: string }) =>
  `<b:PatientNoteReason>${tag("b:Description", undefined)}${tag("b:Name", name)}${tag("b:ReasonKey", key)}</b:PatientNoteReason>`;

export const noteXml = (note: SimulatedNote) =>
  `<b:PatientNote>${tag("b:Description", note.description)}${tag("b:PatientKey", note.patient)}${tag("b:PatientNoteKey", note.key)}${tag("b:Subject", note.subject)}</b:PatientNote>`;

/** Creates a note. Like the real service, it requires the elements in alphabetical order. */
export function createNote(
  request: string,
  {
    notes,
    reasons,
    isPatient,
  }: { notes: SimulatedNote[]; reasons: number[]; isPatient(key: number): boolean },
): Result {
  const body = /<patientNote xmlns:b="([^"]+)">(.*)<\/patientNote>/s.exec(request);
  if (body?.[1] !== `${contracts}.OrderEntry`) return refused("PatientNote is required.");
  const parts = [...(body[2] ?? "").matchAll(/<b:(\w+)>(.*?)<\/b:\1>/gs)];
  const names = parts.map(([, name = ""]) => name);
  if (names.join() !== [...names].sort().join()) return { fault: "The message could not be deserialized." };
  const given = Object.fromEntries(parts.map(([, name = "", text = ""]) => [name, unescaped(text)]));
  const [missing] = required.filter((name) => !given[name]);
  if (missing) return refused(`${missing} is required.`);
  for (const [name, pattern] of Object.entries(allowed)) {
    if (!pattern.test(given[name] ?? "")) return { fault: `Invalid enum value for ${name}.` };
  }
  const number = (text = "") => Number(/\d+/.exec(text)?.[0]);
  const patient = number(given.PatientKey);
  if (!isPatient(patient)) return refused("The patient was not found.");
  const reason = number(given.Reason);
  if (!reasons.includes(reason)) return refused("The note's reason is not valid.");
  if ((given.Subject ?? "").length > 200) return refused("Subject is limited to 200 characters.");
  notes.push({
    key: 900 + notes.length,
    patient,
    reason,
    order: given.AssociatedSalesOrders ? number(given.AssociatedSalesOrders) : null,
    subject: given.Subject ?? "",
    description: given.Description ?? "",
  });
  return {};
}
