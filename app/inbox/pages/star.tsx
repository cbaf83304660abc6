import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { readStaff, submit } from "~/http/page.server";
import { StarForm } from "../inputs";
import { starThread } from "../threads/star-thread.server";
import { Refused } from "../ui/refused-message";

export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => readStaff(args, supervisors);

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
