import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage } from "~/http/page.server";
import { TextPage } from "../ui/text-page";

export const handle = { drawnOnce: true };
export const meta = () => [{ title: "Terms – Firstnight" }];

// Identifying the caller finds the company whose phone number the footer shows.
export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, "anyone");

const parts = [
  {
    heading: "What this site is for",
    text: "Here you choose, change or cancel the time of a setup visit for your equipment, and track your order. Nothing here is medical advice, and this site isn't monitored for emergencies. In an emergency, call 911.",
  },
  {
    heading: "Your access",
    text: "Your access code and your link are only for you. Don't share them. On a shared device, sign out when you are done.",
  },
  {
    heading: "Your visit",
    text: "A time you choose is held for you as soon as you confirm it. Your therapist then confirms it, or calls you to find another. You can change or cancel it here until shortly before the visit. Your visit's page shows until when.",
  },
  {
    heading: "Text messages",
    text: "If you agree to text updates, we text you about your visits. Message and data rates may apply. Reply STOP at any time to stop the texts, or HELP for help.",
  },
];

export default function Terms() {
  return <TextPage title="Terms" parts={parts} />;
}
