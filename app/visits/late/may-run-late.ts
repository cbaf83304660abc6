import { hour } from "~/core/time";
import type { Visit } from "../visit";

/** True from an hour before a confirmed visit until its end. */
export const mayRunLate = (
  { status, start_at, end_at }: Pick<Visit, "status" | "start_at" | "end_at">,
  now: number,
) => status === "confirmed" && start_at - now <= hour && end_at > now;
