import { Refusal } from "./refusal";
import type { Staff, Who } from "./who";

export function requireStaff(who: Who): Staff {
  if (who.kind !== "staff") throw new Refusal("forbidden", "Only staff can do this.");
  return who;
}
