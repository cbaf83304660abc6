import { redirect } from "@remix-run/node";
import { listOf, type Staff } from "~/core/who";
import type { DoorArgs } from "../route-args.server";
import { leaveWord } from "./flash.server";

/** Sends a staff member back to the page they came from, which then says what was done. */
export function goBack(args: DoorArgs, staff: Staff, back: string | undefined, said: string): Response {
  leaveWord(args, said);
  return redirect(back ?? listOf(staff.roles), 303);
}
