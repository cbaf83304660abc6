import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { asStaff } from "~/core/as-staff";
import { supervisors } from "~/core/who";
import { read, submit } from "~/http/page.server";
import { StarForm } from "~/messaging/inputs";
import { starThread } from "~/messaging/threads/star-thread.server";
import { Refused } from "~/messaging/ui/refused";

export const handle = { look: "staff" };

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: z.object({}) }, async ({ who }) => asStaff(who));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: StarForm }, async ({ app, who, input }) => {
    const { threadId: id, back } = input;
    await starThread(app, who, { id, color: input.color });
    return redirect(back ?? `/messages/${id}`, 303);
  });
}

export default function Star() {
  return <Refused staff={useLoaderData<typeof loader>()} problem={useActionData<typeof action>()?.problem} />;
}
