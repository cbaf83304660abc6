import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openApiOf } from "~/http/openapi.server";
import { loadPage } from "~/http/page.server";
import { QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "API – Firstnight" }];

interface Operation {
  summary: string;
  "x-audience": "anyone" | string[];
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: unknown }> }>;
}

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => {
    const { paths } = openApiOf(args.context.apiRoutes, app.config) as {
      paths: Record<string, Record<string, Operation>>;
    };
    return {
      paths: Object.entries(paths).map(([path, verbs]) => ({
        path,
        operations: Object.entries(verbs).map(([verb, operation]) => ({
          verb: verb.toUpperCase(),
          summary: operation.summary,
          audience: operation["x-audience"] === "anyone" ? "anyone" : operation["x-audience"].join(", "),
          parameters: (operation.parameters ?? []).map((one) => ({ ...one, schema: text(one.schema) })),
          body: schemaIn(operation.requestBody),
          answers: Object.entries(operation.responses)
            .filter(([status]) => status.startsWith("2"))
            .map(([status, answer]) => ({ status, schema: schemaIn(answer) })),
        })),
      })),
    };
  });

const text = (schema: unknown) => JSON.stringify(schema, null, 2);
const schemaIn = (holder?: { content?: Record<string, { schema: unknown }> }) => {
  const schema = Object.values(holder?.content ?? {})[0]?.schema;
  return schema === undefined ? null : text(schema);
};

export default function ApiDocs() {
  const { paths } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="API"
      here="/api/docs"
      actions={<QuietLink href="/api/openapi.json">openapi.json</QuietLink>}
    >
      <p className="reading">
        Send and receive JSON. Sign in with <code>POST /api/login</code> and send the token as{" "}
        <code>Authorization: Bearer …</code>. Every error is <code>{'{"error": "a sentence"}'}</code>. With
        status 422, it also has <code>fields</code>. Times are ISO 8601 in UTC.
      </p>
      {paths.map(({ path, operations }) => (
        <section key={path} className="panel">
          <h2>
            <code>{path}</code>
          </h2>
          {operations.map((operation) => (
            <details key={operation.verb}>
              <summary>
                <code>{operation.verb}</code> {operation.summary}{" "}
                <span className="soft">({operation.audience})</span>
              </summary>
              {operation.parameters.length > 0 && (
                <ul>
                  {operation.parameters.map((one) => (
                    <li key={one.name}>
                      <code>{one.name}</code> in the {one.in}
                      {one.required ? "" : ", optional"}
                      <pre className="schema">{one.schema}</pre>
                    </li>
                  ))}
                </ul>
              )}
              {operation.body && (
                <>
                  <h3>Body</h3>
                  <pre className="schema">{operation.body}</pre>
                </>
              )}
              {operation.answers.map((answer) => (
                <div key={answer.status}>
                  <h3>{answer.status}</h3>
                  {answer.schema && <pre className="schema">{answer.schema}</pre>}
                </div>
              ))}
            </details>
          ))}
        </section>
      ))}
    </StaffShell>
  );
}
