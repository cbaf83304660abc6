import { listCompanyNames } from "~/company/company.server";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import { listVisits } from "~/visits/visits.server";
import { findTherapist } from "../../therapists.server";
import type { ShowProfile } from "./profile-schema";

const perPage = 20;

const lists = {
  confirmed: { statuses: ["confirmed"], newestFirst: false },
  submitted: { statuses: ["submitted", "pending"], newestFirst: false },
  completed: { statuses: ["completed"], newestFirst: true },
  cancelled: { statuses: ["cancelled"], newestFirst: true },
} as const;

export type ProfileListName = keyof typeof lists;

export interface ProfileList {
  visits: Visit[];
  page: number;
  more: boolean;
}

export async function findProfile(db: Db, query: ShowProfile) {
  const therapist = await findTherapist(db, query.id);
  const companies = await listCompanyNames(db);
  const found = {} as Record<ProfileListName, ProfileList>;
  for (const name of Object.keys(lists) as ProfileListName[]) {
    const page = query[name];
    const visits = await listVisits(db, {
      ...lists[name],
      therapistId: therapist.id,
      limit: perPage + 1,
      offset: (page - 1) * perPage,
    });
    found[name] = { visits: visits.slice(0, perPage), page, more: visits.length > perPage };
  }
  return { therapist, companies, lists: found };
}
