import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { languageCodes } from "~/core/language/languages";
import { languageName } from "~/core/language/spoken-language";
import { listOf } from "~/core/staff-home";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { OrderForm } from "~/orders/ui/order-form";
import { Choice, Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { visitFlash } from "../flash";
import { changeOrderLanguage, findOrderLanguage } from "../order-language.server";
import { ArrangementFields } from "../ui/interpreter-question";
import { OrderLanguageForm, VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Language and interpreter – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => ({
    staff: who,
    back: input.back,
    order: await findOrderLanguage(app.reads, who, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: OrderLanguageForm }, async ({ app, who, input }) => {
    await changeOrderLanguage(app, who, input);
    return redirectBack<typeof visitFlash>(args, who, input.back, "language-saved");
  });

export default function OrderLanguage() {
  const { staff, back, order } = useLoaderData<typeof loader>();
  const { visit } = order;
  return (
    <StaffShell title="Language and interpreter">
      <div data-sheet="">
        <OrderForm
          order={order}
          part="language"
          back={back}
          list={listOf(staff.roles)}
          failed="The change couldn't be saved. Try again."
        >
          <p>{`Patient ${order.patient_id}, ${order.brightree_db}`}</p>
          <Choice
            name="language"
            label="Language"
            hint="Used for the patient's messages and pages."
            value={order.language}
          >
            {languageCodes.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </Choice>
          <Field
            name="interpreter"
            label="Interpreter"
            hint="A language like Spanish, or ASL. Leave this empty if none is needed. If you change it, the interpreter has to be arranged again."
            value={order.interpreter ?? ""}
            maxLength={60}
          />
          {visit?.interpreter && (
            <>
              <input type="hidden" name="visit" value={visit.id} />
              <ArrangementFields visit={visit} noteLabel="Reason for confirming without an interpreter" />
            </>
          )}
        </OrderForm>
      </div>
    </StaffShell>
  );
}
