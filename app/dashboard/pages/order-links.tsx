import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { recordId } from "~/core/fields";
import { plural } from "~/core/plural";
import { Refusal } from "~/core/refusal";
import { localDate } from "~/core/time";
import { type Staff, supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { takeFlash } from "~/http/response/flash.server";
import { unsentChannels } from "~/messages/sending-outcome.server";
import { LocalAddressNotice } from "~/operations/ui/settings-page";
import {
  countLinks,
  type GivenLink,
  type LinkCounts,
  type LinkResult,
  listAddedOrders,
  listGivenLinks,
  planLinks,
  sendLinks,
} from "~/orders/access/send-links.server";
import { orderFlash } from "~/orders/flash";
import { ChosenOrders, mostLinks, SendLinks } from "~/orders/order-schema";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { CopyField } from "~/ui/components/copy-field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { PatientOfOrder } from "~/visits/ui/patient";
import { listOrderIds } from "../orders/list-orders.server";
import { ordersHref, ShowOrders } from "../orders/orders-query";

export const handle = { look: "staff", scripts: ["sheet", "copy"] };
export const meta = () => [{ title: "Send links – Firstnight" }];

/** The chosen orders, or those that an import added, or else all of a list. */
const Shown = ShowOrders.extend({
  ...ChosenOrders.shape,
  import: recordId.optional(),
  back: SendLinks.shape.back,
});

/** More orders than this can't be counted together. */
const mostCounted = 5000;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Shown }, async ({ app, who, input }) => {
    const { order, import: importId, back, ...filters } = input;
    const today = localDate(app.clock.now(), zoneForStaff(args.request));
    const isList = importId === undefined && order.length === 0;
    const ids = isList
      ? await listOrderIds(app.reads, filters, { who, today }, { limit: mostCounted })
      : importId === undefined
        ? order
        : await listAddedOrders(app.reads, importId);
    const plans = await planLinks(app.reads, app, { who, ids });
    const next = plans.slice(0, mostLinks);
    const { pathname, search } = new URL(args.request.url);
    return {
      here: pathname + search,
      isList,
      given: ids.length,
      left: plans.length,
      counts: countLinks(next),
      next: next.map(({ id }) => id),
      unreached: next.filter(({ way }) => way === "none"),
      missing: unsentChannels(app),
      isAdmin: who.roles.includes("admin"),
      isDemo: app.config.demo,
      publicUrl: app.config.publicUrl,
      back: back ?? (importId === undefined ? ordersHref : `/admin/import/${importId}`),
      toast: await takeFlash(args, orderFlash),
    };
  });

interface Sent {
  results: LinkResult[];
  links: GivenLink[];
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: SendLinks }, async ({ app, who, input }) => {
    if (input.send.length === 0) {
      throw new Refusal("invalid", "Select at least one order. Go back to the list and check its box.");
    }
    const zone = zoneForStaff(args.request);
    const results = await sendLinks(app, who as Staff, { ids: input.send, zone });
    const unsent = results.filter(({ state }) => state === "unsent").map(({ id }) => id);
    return json<Sent>({ results, links: await listGivenLinks(app, who, unsent) });
  });

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export default function OrderLinks() {
  const page = useLoaderData<typeof loader>();
  const sent = useActionData<Partial<Sent>>();
  return (
    <StaffShell title="Send links" here={ordersHref} toast={page.toast}>
      {sent?.results ? (
        <Results page={page} results={sent.results} links={sent.links ?? []} />
      ) : (
        <Plan page={page} />
      )}
    </StaffShell>
  );
}

function Plan({ page }: { page: Page }) {
  const { counts, next, left, given, isList, unreached, back } = page;
  const skipped = given - left;
  const sendable = counts.text + counts.email;
  return (
    <>
      <PostForm action={page.here} className="panel reading stack">
        <Problem />
        {next.length === 0 ? (
          <Notice tone="warn">No patient of these orders needs a link.</Notice>
        ) : (
          <p>
            {isList && `You selected no orders, so this is the whole list: ${plural(given, "order")}. `}
            Each patient gets a link and a code to choose a time.
          </p>
        )}
        <PlanList counts={counts} skipped={skipped} rest={left - next.length} />
        {counts.none > 0 && <MissingProviders page={page} />}
        {next.length > 0 ? (
          <FormButtons back={back}>
            {sendable > 0
              ? `Send ${plural(sendable, "link")}${counts.none > 0 ? ` and make ${counts.none}` : ""}`
              : `Make ${plural(counts.none, "link")}`}
          </FormButtons>
        ) : (
          <p className="buttons">
            <QuietLink href={back}>Back</QuietLink>
          </p>
        )}
        {next.map((id) => (
          <input key={id} type="hidden" name="send" value={id} />
        ))}
      </PostForm>
      {unreached.length > 0 && (
        <Table
          caption="Patients whom no message can reach"
          rows={unreached}
          rowKey={({ id }) => id}
          empty=""
          stacks
          columns={[
            { head: "Patient ID", align: "name", cell: (order) => <PatientOfOrder order={order} /> },
            { head: "Reason", cell: ({ reason }) => reason },
          ]}
        />
      )}
    </>
  );
}

function PlanList({ counts, skipped, rest }: { counts: LinkCounts; skipped: number; rest: number }) {
  const { text, email, none, waiting, early } = counts;
  return (
    <ul className="import-plan">
      {text > 0 && (
        <li>
          {plural(text, "patient gets a text", "patients get a text")}
          {waiting > 0 && `. ${plural(waiting, "text waits", "texts wait")} until quiet hours end`}.
        </li>
      )}
      {email > 0 && <li>{plural(email, "patient gets an email.", "patients get an email.")}</li>}
      {none > 0 && (
        <li>
          {plural(
            none,
            "patient can't be reached by text or email. You get the link and code, to give to the patient.",
            "patients can't be reached by text or email. You get their links and codes, to give to them.",
          )}
        </li>
      )}
      {early > 0 && (
        <li>
          {plural(
            early,
            "order is before step 4, Ready to Schedule. The patient",
            "orders are before step 4, Ready to Schedule. These patients",
          )}{" "}
          can book as soon as they have the link.
        </li>
      )}
      {text + email + none > 0 && <li>The orders move to step 5, Self-Scheduling Link Sent.</li>}
      {skipped > 0 && (
        <li>
          {plural(
            skipped,
            "other order is left out: it has a link or a visit already, or it is closed.",
            "other orders are left out: they have a link or a visit already, or they are closed.",
          )}
        </li>
      )}
      {rest > 0 && (
        <li>{`${plural(rest, "more order follows", "more orders follow")}: you can send ${mostLinks} links at a time.`}</li>
      )}
    </ul>
  );
}

function MissingProviders({ page: { missing, isAdmin } }: { page: Page }) {
  if (missing.length === 0) return null;
  const names = missing.map((channel) => (channel === "sms" ? "Texts" : "Email"));
  const what =
    names.length === 2 ? "Texts and email aren't" : names[0] === "Texts" ? "Texts aren't" : "Email isn't";
  return (
    <Notice tone="warn">
      {what} set up.{" "}
      {isAdmin ? (
        <>
          Set {missing.includes("sms") ? <a href="/admin/settings/texts">texts</a> : null}
          {names.length === 2 && " or "}
          {missing.includes("email") ? <a href="/admin/settings/email">email</a> : null} up first, or give out
          the links yourself.
        </>
      ) : (
        "Ask your admin, or give out the links yourself."
      )}
    </Notice>
  );
}

function Results({ page, results, links }: Sent & { page: Page }) {
  const count = (state: LinkResult["state"]) => results.filter((one) => one.state === state).length;
  const [sent, waiting, unsent, leftOut] = [
    count("sent"),
    count("waiting"),
    count("unsent"),
    count("left out"),
  ];
  const rest = results.filter(({ state }) => state !== "sent");
  const linkOf = new Map(links.map((link) => [link.id, link]));
  const [only] = links;
  const query = links.map(({ id }) => `order=${id}`).join("&");
  return (
    <div className="stack">
      <Notice tone={unsent + leftOut > 0 ? "warn" : "good"} role="status">
        {sent === 0 && unsent > 0 ? "Nothing was sent." : `${plural(sent, "link")} sent.`}
        {page.isDemo && sent > 0 && " They are in the demo's outbox."}
        {waiting > 0 && ` ${plural(waiting, "text waits", "texts wait")} until quiet hours end.`}
        {unsent > 0 &&
          ` ${plural(unsent, "link was made but not sent. Give it to the patient.", "links were made but not sent. Give them to the patients.")}`}
        {leftOut > 0 && ` ${plural(leftOut, "order was", "orders were")} left out.`}
      </Notice>
      {only && (
        <LocalAddressNotice publicUrl={page.publicUrl}>
          Links start with {page.publicUrl}, which works only on this machine.
        </LocalAddressNotice>
      )}
      {only && links.length === 1 && (
        <div className="panel reading stack">
          <CopyField
            name="link"
            label={`Link for ${only.patient_name ?? `patient ${only.patient_id}`}`}
            hint={`It opens the patient's times. To sign in without the link, the patient needs this code: ${only.code}`}
            value={only.link}
          />
        </div>
      )}
      <p className="buttons">
        {links.length > 0 && (
          <ButtonLink href={`/orders/links.csv?${query}`} look={links.length > 1 ? "main" : "quiet"}>
            Download the links as CSV
          </ButtonLink>
        )}
        {page.left > 0 && (
          <ButtonLink href={page.here} look={links.length > 0 ? "quiet" : "main"}>
            {`Go on with the next ${Math.min(page.left, mostLinks)}`}
          </ButtonLink>
        )}
        <QuietLink href={page.back}>Back</QuietLink>
      </p>
      {links.length > 1 && <p className="soft">You can also print this page.</p>}
      {rest.length > 0 && (
        <Table
          caption="Not sent"
          rows={rest}
          rowKey={({ id }) => id}
          empty=""
          stacks
          columns={[
            { head: "Patient ID", align: "name", cell: (order) => <PatientOfOrder order={order} /> },
            { head: "Phone", align: "when", cell: ({ id }) => linkOf.get(id)?.phone },
            { head: "Code", cell: ({ id }) => <span className="num">{linkOf.get(id)?.code}</span> },
            { head: "Link", align: "id", cell: ({ id }) => linkOf.get(id)?.link },
            { head: "Reason", cell: ({ reason }) => reason },
          ]}
        />
      )}
    </div>
  );
}
