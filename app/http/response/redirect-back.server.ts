import { redirect } from "@remix-run/node";
import type { Flash } from "~/core/flash";
import { listOf, type Staff } from "~/core/who";
import type { RouteArgs } from "../route-args.server";
import { setFlash } from "./flash.server";

/** Sends a staff member back to the page they came from, which shows the flash. */
export function redirectBack(
  args: RouteArgs,
  staff: Staff,
  back: string | undefined,
  flash: Flash,
): Response {
  setFlash(args, flash);
  return redirect(back ?? listOf(staff.roles), 303);
}
