import { Refusal } from "./refusal";
import type { Staff, Who } from "./who";

/** The staff member behind a door that lets in staff alone. */
export function requireStaff(who: Who): Staff {
  if (who.kind !== "staff") throw new Refusal("forbidden", "Only staff may do this.");
  return who;
}
