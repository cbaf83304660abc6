import { redirect } from "@remix-run/node";
import type { Flashes, FlashOf } from "~/core/flash";
import { listOf } from "~/core/staff-home";
import type { Staff } from "~/core/who";
import type { RouteArgs } from "../route-args.server";
import { setFlash } from "./flash.server";

export async function redirectBack<Known extends Flashes = never>(
  args: RouteArgs,
  staff: Staff,
  back: string | undefined,
  flash: FlashOf<NoInfer<Known>>,
): Promise<Response> {
  await setFlash<Known>(args, flash);
  return redirect(back ?? listOf(staff.roles), 303);
}
