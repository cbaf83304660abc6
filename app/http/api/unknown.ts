import { json } from "@remix-run/node";

const answer = () =>
  json({ error: "This path does not exist." }, { status: 404, headers: { "Cache-Control": "no-store" } });

export const loader = answer;
export const action = answer;
