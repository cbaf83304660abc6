import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import type { Check } from "~/integrations/order-system/order-system";
import { Button, QuietLink } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { findDatabase } from "../order-system/databases.server";
import { OneDatabase } from "../order-system/order-system-schema";
import { testConnection } from "../order-system/test-connection.server";
import { addressOf, DatabaseShell } from "../ui/database-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Test connection – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneDatabase }, async ({ app, input }) => {
    const { name } = await findDatabase(app, input.name);
    return { name };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneDatabase }, async ({ app, who, input }) =>
    json({ checks: await testConnection(app, who, input) }),
  );

export default function TestConnection() {
  const { name } = useLoaderData<typeof loader>();
  const { checks } = (useActionData() ?? {}) as { checks?: Check[] };
  const works = checks?.every(({ ok }) => ok);
  return (
    <DatabaseShell name={name} page="/test">
      <PostForm className="panel reading">
        <Problem />
        {checks ? (
          <>
            <Notice tone={works ? "good" : "bad"}>
              {works ? "The connection works." : "The connection doesn't work yet."}
            </Notice>
            <ul className="outcomes divided">
              {checks.map((check) => (
                <li key={check.name} className={check.ok ? undefined : "failed"}>
                  <div>
                    <strong>{check.name}</strong>
                    <span className="unseen">{check.ok ? " works: " : " fails: "}</span>
                    <p>{check.sentence}</p>
                  </div>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            The test signs in with the saved user name and password and calls each service once. It doesn't
            change anything in the order system.
          </p>
        )}
        <p className="buttons">
          <Button>{checks ? "Test again" : "Test connection"}</Button>
          <QuietLink href={addressOf(name, works ? "/order-states" : "")}>
            {works ? "Order states" : "Settings"}
          </QuietLink>
        </p>
      </PostForm>
    </DatabaseShell>
  );
}
