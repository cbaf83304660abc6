import { json } from "@remix-run/node";

const answer = () =>
  json({ error: "Path not found." }, { status: 404, headers: { "Cache-Control": "no-store" } });

export const loader = answer;
export const action = answer;
