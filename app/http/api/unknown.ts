import { json } from "@remix-run/node";

const answer = () =>
  json({ error: "There is no such path." }, { status: 404, headers: { "Cache-Control": "no-store" } });

export const loader = answer;
export const action = answer;
