import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { databaseFlash } from "../flash";
import { findDatabase } from "../order-system/databases.server";
import { listOrderStates, saveOrderStates } from "../order-system/order-states.server";
import { OneDatabase, SaveOrderStates } from "../order-system/order-system-schema";
import { stepNames } from "../step";
import { addressOf, DatabaseShell } from "../ui/database-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Order states – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name } = await findDatabase(app, input.name);
    return {
      name,
      states: await listOrderStates(app.reads, name),
      toast: await takeFlash(args, databaseFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveOrderStates }, async ({ app, who, input }) => {
    const isSynced = await saveOrderStates(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(
      args,
      addressOf(input.name, "/order-states"),
      isSynced ? "states-saved-and-synced" : "states-saved",
    );
  });

export default function OrderStates() {
  const { name, states, toast } = useLoaderData<typeof loader>();
  return (
    <DatabaseShell name={name} page="/order-states" toast={toast}>
      <PostForm className="panel reading">
        <p>
          Choose a step for each state that an order can have in the order system. New orders in a state
          without a step are skipped. Orders that were already imported keep their step.
        </p>
        <Problem />
        <Table
          caption="Order states"
          rows={states}
          rowKey={({ state }) => state}
          empty="No states yet. Test the connection to list them, or add one below."
          columns={[
            { head: "State", cell: ({ state }) => state },
            {
              head: "Step",
              cell: ({ state, step }) => (
                <>
                  <input type="hidden" name="state" value={state} />
                  <StepChoice label={`Step for ${state}`} step={step} />
                </>
              ),
            },
          ]}
        />
        <div className="pair">
          <Field name="state" id="new-state" label="Add a state" maxLength={200} />
          <div className="field">
            <span className="label" aria-hidden="true">
              Step
            </span>
            <StepChoice label="Step for the added state" step={null} />
          </div>
        </div>
        <FormButtons>Save order states</FormButtons>
      </PostForm>
    </DatabaseShell>
  );
}

function StepChoice({ label, step }: { label: string; step: number | null }) {
  return (
    <select className="input" name="step" aria-label={label} defaultValue={step ?? ""}>
      <option value="">Skip</option>
      {stepNames.slice(0, 4).map((name, index) => (
        <option key={name} value={index + 1}>
          {index + 1} {name}
        </option>
      ))}
    </select>
  );
}
