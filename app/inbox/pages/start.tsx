import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { asStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { read, submit } from "~/http/page.server";
import { areaOf, navFor } from "~/ui/shells/staff-nav";
import { StaffShell } from "~/ui/shells/staff-shell";
import { StartThread } from "../inputs";
import { words } from "../strings";
import { listDatabases } from "../thread-databases.server";
import { startThread } from "../threads/start-thread.server";
import { StartDialog } from "../ui/list/start-dialog";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${words.startTitle} – Firstnight` }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: z.object({}) }, async ({ app, who }) => ({
    staff: asStaff(who),
    databases: await listDatabases(app.reads),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: StartThread }, async ({ app, who, input }) => {
    const { id } = await startThread(app, asStaff(who), input);
    return redirect(`/messages/${id}`, 303);
  });
}

export default function Start() {
  const { staff, databases } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell
      title={words.title}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/messages")}
      over={<StartDialog databases={databases} problem={problem} />}
      overOpen
    >
      <p className="soft">{words.nothing}</p>
    </StaffShell>
  );
}
