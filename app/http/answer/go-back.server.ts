import { redirect } from "@remix-run/node";
import { listOf, type Staff } from "~/core/who";
import type { DoorArgs } from "../context.server";
import { leaveWord } from "./flash.server";

/** Sends a staff member back to the page they came from, which then says what was done to a visit. */
export function goBack(args: DoorArgs, staff: Staff, back: string | undefined, done: string): Response {
  const list = listOf(staff.roles);
  if (!back && list === "/supervisordashboard") return redirect(`${list}?done=${done}`, 303);
  leaveWord(args, `Visit ${done}`);
  return redirect(back ?? list, 303);
}
