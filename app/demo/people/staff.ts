import type { Role } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { familyNames, givenNames, mailbox } from "./names";
import { companyOf, type Place, places, staffPhone } from "./places";

export interface Account {
  id: number;
  name: string;
  email: string;
  phone: string;
  password: string;
  roles: Role[];
}

export interface Therapist {
  index: number;
  place: Place;
  row: NewRow<"therapists"> & { id: number; daily_capacity: number };
}

export const hasFullDay = (therapistIndex: number) => therapistIndex % 5 === 1 || therapistIndex % 5 === 3;

const firstTherapists = [
  "Hannah Whitfield",
  "Marcus Okafor",
  "Grace Nakamura",
  "Tomás Delgado",
  "Ruth Sinclair",
];

export function makeStaff(therapistCount: number) {
  const office: [string, Role][] = [
    ["Adele Prescott", "admin"],
    ["Samuel Ridley", "supervisor"],
    ["Nora Fenwick", "staff"],
  ];
  const accounts = office.map(([name, role], index) =>
    account(index + 1, name, [role], `first-night-${role}`),
  );
  const therapists: Therapist[] = [];
  for (let index = 0; index < therapistCount; index++) {
    const place = places[index % places.length];
    if (!place) continue;
    const name = firstTherapists[index] ?? therapistName(index);
    const roles: Role[] = index === 4 ? ["supervisor", "therapist"] : ["therapist"];
    const person = account(
      office.length + index + 1,
      name,
      roles,
      roles.length > 1 ? "first-night-lead" : "first-night-therapist",
    );
    accounts.push(person);
    therapists.push({
      index,
      place,
      row: {
        id: index + 1,
        user_id: person.id,
        name,
        email: person.email,
        phone: person.phone,
        timezone: place.zone,
        zoom_link: `https://meet.example.org/${mailbox(name)}`,
        review_link: `https://reviews.example.org/${mailbox(name)}`,
        region: place.state,
        office_number: `${100 + index}`,
        company_id: companyOf(place.database).id,
        daily_capacity: hasFullDay(index) ? 3 : 6,
      },
    });
  }
  return { accounts, therapists };
}

// Family names advance faster than given names, so thousands of names are unique.
function therapistName(index: number): string {
  const family = familyNames[(index * 7) % familyNames.length];
  const given = givenNames[(index * 3 + Math.floor(index / familyNames.length)) % givenNames.length];
  return `${given} ${family}`;
}

function account(id: number, name: string, roles: Role[], password: string): Account {
  return { id, name, email: `${mailbox(name)}@clinic.example.org`, phone: staffPhone(id), password, roles };
}
