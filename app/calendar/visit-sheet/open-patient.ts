import { sendJson } from "~/ui/scripts/send-json";

const signInDelay = 1500;

const sessionOver = "Invalid or expired session. Please log in again.";
const noLink = "Unable to build Brightree link.";

/** @returns null on success, "needs-org" if the organization code is missing, or an error message */
export async function openPatient(db: string, patient: string): Promise<"needs-org" | string | null> {
  if (!db || !patient) return "Missing Brightree database or patient id.";
  try {
    const query = new URLSearchParams({ db, patient_id: patient });
    const { ok, status, data } = await sendJson("GET", `/api/brightree/patient-link?${query}`, undefined);
    if (status === 401 || status === 403) return sessionOver;
    if (data.needs_org) return "needs-org";
    if (!ok || !data.patient_url) return data.error || noLink;
    if (data.sso_url) {
      window.open(data.sso_url, "_blank", "noopener");
      setTimeout(() => window.open(data.patient_url, "_blank", "noopener"), signInDelay);
    } else window.open(data.patient_url, "_blank", "noopener");
    return null;
  } catch {
    return "Failed to open Brightree link.";
  }
}

export async function saveOrganization(db: string, code: string): Promise<string | null> {
  try {
    const { ok, status, data } = await sendJson("POST", "/api/brightree/save-org", {
      db,
      bt_org: code,
      bt_env: "F1",
    });
    if (status === 401 || status === 403) return sessionOver;
    return ok ? null : data.error || "Failed saving Brightree org.";
  } catch {
    return "Failed saving Brightree org.";
  }
}
