import { redirect } from "@remix-run/node";
import { listOf, type Staff } from "~/core/who";
import type { RouteArgs } from "../route-args.server";
import { setFlash } from "./flash.server";

/** Sends a staff member back to the page they came from, which then says what was done. */
export function redirectBack(
  args: RouteArgs,
  staff: Staff,
  back: string | undefined,
  said: string,
): Response {
  setFlash(args, said);
  return redirect(back ?? listOf(staff.roles), 303);
}
