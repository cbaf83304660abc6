import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { requirePatient } from "~/visits/patient-visit.server";
import { findMyVisit } from "../find-my-visit.server";
import { strings } from "../strings";
import { MyVisitPage } from "../ui/my-visit-page";
import { headingOf } from "../ui/my-visit-view";

export const handle = { scripts: ["date-time"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? headingOf(data.page) : strings.myVisit} – Firstnight` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => ({
    page: await findMyVisit(app, requirePatient(who)),
    message: messageOf(takeFlash(args)),
  }));
}

const messageOf = (flash: string | null) =>
  flash === "booked" || flash === "moved" || flash === "canceled" ? strings.flash[flash] : null;

export default function MyVisit() {
  return <MyVisitPage {...useLoaderData<typeof loader>()} />;
}
