import { redirect } from "@remix-run/node";
import type { Flash } from "~/core/flash";
import { listOf } from "~/core/staff-home";
import type { Staff } from "~/core/who";
import type { RouteArgs } from "../route-args.server";
import { setFlash } from "./flash.server";

export function redirectBack(
  args: RouteArgs,
  staff: Staff,
  back: string | undefined,
  flash: Flash,
): Response {
  setFlash(args, flash);
  return redirect(back ?? listOf(staff.roles), 303);
}
