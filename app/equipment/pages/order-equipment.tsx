import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { line, optional, recordId } from "~/core/fields";
import type { FormProblem } from "~/core/form-problem";
import { Refusal } from "~/core/refusal";
import { listOf } from "~/core/staff-home";
import { localDate } from "~/core/time";
import { allStaff, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { ShipmentSource } from "~/db/tables";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack, redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { requireVisibleOrder } from "~/orders/visible-orders.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { PostForm } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { decideArrival } from "~/visits/equipment/decide-arrival.server";
import { editShipment } from "../edit-shipment.server";
import { findEquipment } from "../find-equipment.server";
import { equipmentFlash } from "../flash";
import { listShipments } from "../save-shipment.server";
import { carrierNames, carrierPage, carriers, checkNumber } from "../tracking-number";
import { sourceNames } from "../ui/equipment-fact";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Equipment – Firstnight" }];

const date = optional(z.iso.date("Enter a day.")).transform((day) => day ?? null);
const Show = z.object({ id: recordId });
const Save = Show.extend({
  shipment: optional(recordId),
  carrier: optional(z.enum(carriers, "Choose a carrier.")).transform((carrier) => carrier ?? null),
  tracking_number: optional(line(60)).transform((number) => number ?? null),
  shipped_on: date,
  expected_on: date,
  delivered_on: date,
});

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Show }, async ({ app, who, input }) => {
    const { order, equipment } = await requireEquipment(app.reads, who, input.id);
    const shipments = await listShipments(app.reads, input.id);
    return {
      home: listOf(who.roles),
      order: { id: order.id, patient: order.patient_id, database: order.brightree_db },
      isHandedOver: equipment.isHandedOver,
      shipments: shipments.map((each) => shown(each, equipment.zone)),
      toast: await takeFlash(args, equipmentFlash),
    };
  });

/** After the patient and another source disagreed. */
const Decide = Show.extend({ decision: z.enum(["arrived", "missing"]), back: returnPath });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: z.union([Decide, Save]) }, async ({ app, who, input }) => {
    if ("decision" in input) {
      await app.db.transaction().execute(async (trx) => {
        await requireEquipment(trx, who, input.id);
        await decideArrival({ trx, app, who }, input.id, input.decision === "arrived");
      });
      const back = input.back ?? `/orders/${input.id}`;
      return redirectBack<typeof equipmentFlash>(args, who, back, "equipment-saved");
    }
    const { id, ...entered } = input;
    await app.db.transaction().execute(async (trx) => {
      const { equipment } = await requireEquipment(trx, who, id);
      await editShipment({ trx, app, who }, id, equipment.zone, entered);
    });
    return redirectWithFlash<typeof equipmentFlash>(args, `/orders/${id}/equipment`, "equipment-saved");
  });

/** @throws Refusal "missing" without access to the order, or if its company doesn't follow equipment */
async function requireEquipment(db: Db, who: Who, orderId: number) {
  const order = await requireVisibleOrder(db, who, orderId);
  const equipment = await findEquipment(db, orderId);
  if (!equipment) throw new Refusal("missing", "This company doesn't follow equipment. Ask your admin.");
  return { order, equipment };
}

function shown(shipment: Awaited<ReturnType<typeof listShipments>>[number], zone: string) {
  const { shipped_at, delivered_at } = shipment;
  return {
    ...shipment,
    shipped_on: shipped_at === null ? null : localDate(shipped_at, zone),
    delivered_on: delivered_at === null ? null : localDate(delivered_at, zone),
    warnings: warningsOf(shipment),
    page: carrierPage(shipment.carrier, shipment.tracking_number),
  };
}
type ShownShipment = ReturnType<typeof shown>;

function warningsOf(shipment: Awaited<ReturnType<typeof listShipments>>[number]): string[] {
  const { carrier, tracking_number, shipped_at, delivered_at, refuted_at } = shipment;
  const check = checkNumber(carrier, tracking_number);
  const warnings: string[] = [];
  if (check === "wrong") warnings.push("This tracking number has a typo. Compare it with the label.");
  else if (check && check !== "right") {
    warnings.push(`This looks like a ${carrierNames[check]} number. Check the carrier.`);
  }
  if (shipped_at !== null && delivered_at !== null && delivered_at < shipped_at) {
    warnings.push("The delivery is before the shipment. Check the days.");
  }
  if (refuted_at !== null) warnings.push("Staff decided that this delivery hasn't come.");
  return warnings;
}

export default function OrderEquipmentPage() {
  const { home, order, isHandedOver, shipments, toast } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const failed = problem ? (problem.typed.shipment ?? "") : null;
  return (
    <StaffShell title="Equipment" here={home} toast={toast}>
      <div className="reading stack">
        <p>
          <a href={`/orders/${order.id}`}>{`Patient ${order.patient}, ${order.database}`}</a>
        </p>
        {isHandedOver && <p>The equipment is handed over at the visit, so the visit doesn't wait for it.</p>}
        {shipments.map((shipment) => (
          <section className="panel stack" key={shipment.id}>
            <h2>{shipment.tracking_number ?? "Shipment"}</h2>
            <ShipmentForm
              order={order.id}
              shipment={shipment}
              problem={failed === String(shipment.id) ? problem : undefined}
            />
          </section>
        ))}
        <section className="panel stack">
          <h2>New shipment</h2>
          <ShipmentForm order={order.id} problem={failed === "" ? problem : undefined} />
        </section>
        <p className="buttons">
          <ButtonLink href={`/orders/${order.id}`} look="quiet">
            Back
          </ButtonLink>
        </p>
      </div>
    </StaffShell>
  );
}

interface ShipmentFormProps {
  order: number;
  shipment?: ShownShipment;
  problem: FormProblem | undefined;
}

function ShipmentForm({ order, shipment, problem }: ShipmentFormProps) {
  const key = shipment ? String(shipment.id) : "new";
  const carrierText = (carrier: (typeof carriers)[number]) =>
    carrierNames[carrier] ?? { courier: "Courier", pickup: "Pickup" }[carrier as string] ?? "Other";
  const day = (
    name: "shipped_on" | "expected_on" | "delivered_on",
    label: string,
    by?: ShipmentSource | null,
  ) => (
    <Field
      name={name}
      id={`f-${name}-${key}`}
      label={label}
      hint={by ? `From ${sourceNames[by]}` : undefined}
      type="date"
      value={shipment?.[name] ?? undefined}
    />
  );
  return (
    <PostForm action={`/orders/${order}/equipment`} className="stack" problem={problem ?? null}>
      {shipment && <input type="hidden" name="shipment" value={shipment.id} />}
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {shipment?.warnings.map((warning) => (
        <Notice key={warning}>{warning}</Notice>
      ))}
      <Choice name="carrier" id={`f-carrier-${key}`} label="Carrier" value={shipment?.carrier ?? ""}>
        <option value="">Unknown</option>
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier}>
            {carrierText(carrier)}
          </option>
        ))}
      </Choice>
      <Field
        name="tracking_number"
        id={`f-tracking_number-${key}`}
        label="Tracking number"
        value={shipment?.tracking_number ?? undefined}
        maxLength={60}
      />
      {shipment?.page && (
        <p>
          <a href={shipment.page} target="_blank" rel="noreferrer">
            Open the carrier's page<span className="unseen"> (new tab)</span>
          </a>
        </p>
      )}
      {day("shipped_on", "Shipped on", shipment?.shipped_source)}
      {day("expected_on", "Expected on", shipment?.expected_source)}
      {day("delivered_on", "Delivered on", shipment?.delivered_source)}
      <p className="buttons">
        <Button>{shipment ? "Save" : "Add shipment"}</Button>
      </p>
    </PostForm>
  );
}
