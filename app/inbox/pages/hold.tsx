import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { decidePossibleOptOut } from "~/messages/holds/decide-possible-opt-out.server";
import { HoldForm } from "../inputs";

export { RefusedPage as default } from "../ui/refused-message";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: HoldForm }, async ({ app, who, input }) => {
    const { threadId: id, back, decision, from } = input;
    await decidePossibleOptOut(app, who, { id, decision });
    const here = from === "dashboard" ? "/supervisordashboard" : `/messages/${id}`;
    return redirect(back ?? here, 303);
  });
