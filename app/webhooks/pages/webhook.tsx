import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { countOpen, listDeliveries, webhookQueue } from "../delivery/delivery-queue.server";
import { endpointView, findEndpoint } from "../endpoints.server";
import { webhookFlash } from "../flash";
import { testEndpoint } from "../test-endpoint.server";
import { DeliveryLog } from "../ui/delivery-log";
import { webhookEventTypes } from "../webhook-events";
import { OneEndpoint, type TestResult } from "../webhook-schema";

export const handle = { look: "staff", scripts: ["date-time", "follow-deliveries"] };
export const meta = () => [{ title: "Webhook – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, input }) => {
    const endpoint = await findEndpoint(app.reads, input.id);
    return {
      webhook: endpointView(endpoint),
      company: endpoint.company,
      deliveries: await listDeliveries(app.reads, webhookQueue, input.id, 50),
      failed: (await countOpen(app.reads, webhookQueue, input.id)).failed,
      toast: await takeFlash(args, webhookFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, who, input }) =>
    json({ tested: await testEndpoint(app, who, input) }),
  );

export default function WebhookPage() {
  const { webhook, company, deliveries, failed, toast } = useLoaderData<typeof loader>();
  const tested = (useActionData() as { tested?: TestResult } | undefined)?.tested;
  const { id, url, events, off_at } = webhook;
  const address = `/admin/webhooks/${id}`;
  const isRetrying = deliveries.some(({ status, attempts }) => status === "queued" && attempts > 0);
  return (
    <StaffShell
      title="Webhook"
      subtitle={`${url} · ${company}`}
      here="/admin/webhooks"
      toast={toast}
      actions={
        <ButtonLink look="quiet" size="small" href={`/admin/webhooks?${new URLSearchParams({ company })}`}>
          Back to webhooks
        </ButtonLink>
      }
    >
      {off_at && (
        <Notice tone="warn">
          <p>
            This webhook was turned off because the other system returned 410, which means that it no longer
            accepts events. Events that happen while the webhook is off won't be sent later.
          </p>
          <form method="post" action={`${address}/switch-on`}>
            <Button look="quiet">Turn on</Button>
          </form>
        </Notice>
      )}
      <TestForm tested={tested} />
      <section className="stack" aria-labelledby="log-title">
        <h2 id="log-title">Latest events</h2>
        <p className="soft">
          {events.length === webhookEventTypes.length
            ? "This webhook gets all events."
            : `This webhook gets: ${events.join(", ")}.`}
        </p>
        {!off_at && (failed > 0 || isRetrying) && (
          <form method="post" action={`${address}/replay`} className="buttons">
            <Button look="quiet">
              {failed === 0 && "Replay waiting events now"}
              {failed === 1 && "Replay 1 failed event"}
              {failed > 1 && `Replay all ${failed} failed events`}
            </Button>
          </form>
        )}
        <DeliveryLog replayAt={`${address}/replay`} deliveries={deliveries} isOff={off_at !== null} />
      </section>
      <p className="buttons">
        <ButtonLink look="quiet" href={`${address}/secret`}>
          Replace the secret
        </ButtonLink>
        <ButtonLink look="plain" href={`${address}/remove`}>
          Remove this webhook
        </ButtonLink>
      </p>
    </StaffShell>
  );
}

function TestForm({ tested }: { tested: TestResult | undefined }) {
  return (
    <PostForm className="panel reading" aria-labelledby="test-title">
      <h2 id="test-title">Test</h2>
      <Problem />
      {tested ? (
        <TestOutcome {...tested} />
      ) : (
        <p>
          This sends the event <code>webhook.test</code> once and shows the response.
        </p>
      )}
      <p className="buttons">
        <Button>{tested ? "Test again" : "Send test event"}</Button>
      </p>
    </PostForm>
  );
}

function TestOutcome({ ok, status, milliseconds, error }: TestResult) {
  return (
    <Notice tone={ok ? "good" : "bad"}>
      <p>
        <strong>{ok ? "The test event arrived." : "The test event was not accepted."}</strong>
      </p>
      <p>
        {ok
          ? `The server returned ${status} after ${milliseconds} ms.`
          : `${error} It took ${milliseconds} ms.`}
      </p>
    </Notice>
  );
}
