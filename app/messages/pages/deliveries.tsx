import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { MoreLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { messageFlash } from "../flash";
import { listDeliveries, markSent, retryDelivery } from "../message-deliveries.server";
import { DeliveryForm, ListDeliveries } from "../outbox-schema";
import { DeliveryList } from "../ui/delivery-list";
import { deliveryStatusNames, possiblySentName } from "../ui/delivery-strings";
import outboxCss from "../ui/outbox.css";

export const handle = { look: "staff", scripts: ["date-time"] };
export const links = () => [{ rel: "stylesheet", href: outboxCss }];
export const meta = () => [{ title: "Deliveries – Firstnight" }];

const pageSize = 50;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: ListDeliveries }, async ({ app, input }) => {
    const { status, cursor: before } = input;
    const found = await listDeliveries(app.reads, { status, before, limit: pageSize + 1 });
    return {
      deliveries: found.slice(0, pageSize),
      more: found.length > pageSize,
      status,
      toast: await takeFlash(args, messageFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: DeliveryForm }, async ({ app, who, input }) => {
    const { id, action, status } = input;
    const isSent = action === "mark-sent";
    await (isSent ? markSent : retryDelivery)(app, who, id);
    return redirectWithFlash<typeof messageFlash>(
      args,
      status ? `/admin/deliveries?status=${status}` : "/admin/deliveries",
      isSent ? "marked-sent" : "sent-again",
    );
  });

const filters = {
  failed: deliveryStatusNames.failed,
  "possibly-sent": possiblySentName,
  queued: deliveryStatusNames.queued,
  held: deliveryStatusNames.held,
};

export default function Deliveries() {
  const { deliveries, more, status, toast } = useLoaderData<typeof loader>();
  const next = new URLSearchParams({
    ...(status && { status }),
    cursor: String(deliveries.at(-1)?.id ?? 0),
  });
  return (
    <StaffShell title="Deliveries" here="/admin/deliveries" toast={toast}>
      <Problem />
      <nav className="chips" aria-label="Status">
        {Object.entries(filters).map(([filter, label]) => (
          <Chip
            key={filter}
            href={status === filter ? "/admin/deliveries" : `?status=${filter}`}
            label={label}
            on={status === filter}
            small
          />
        ))}
      </nav>
      <DeliveryList deliveries={deliveries} status={status} />
      <MoreLink href={more && `/admin/deliveries?${next}`}>Older messages</MoreLink>
    </StaffShell>
  );
}
