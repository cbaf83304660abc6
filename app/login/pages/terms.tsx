import { TextPage } from "../ui/text-page";

export const handle = { drawnOnce: true };
export const meta = () => [{ title: "Terms – Firstnight" }];

const parts = [
  {
    heading: "What this site is for",
    text: [
      "Here you choose, change or cancel the time of a setup visit for your equipment, and see where your order stands. Nothing here is medical advice, and nobody watches this site for emergencies. In an emergency call 911.",
    ],
  },
  {
    heading: "Your access",
    text: [
      "Your access code and your link are for you alone. Please don't pass them on, and sign out when you are done on a device others use.",
    ],
  },
  {
    heading: "Your visit",
    text: [
      "A time you choose is held for you as soon as you confirm it. Your therapist confirms it afterwards, or calls you to find another. Times can be changed or cancelled here until shortly before the visit; your visit's page says until when.",
    ],
  },
  {
    heading: "Text messages",
    text: [
      "If you agree to text updates, we text you about your visits. Message and data rates may apply. Reply STOP at any time and the texts end; reply HELP for help.",
    ],
  },
];

export default function Terms() {
  return <TextPage title="Terms" parts={parts} />;
}
