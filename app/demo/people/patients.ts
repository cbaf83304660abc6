import type { Random } from "../random.server";
import { familyNames, givenNames, longName, mailbox } from "./names";
import { companyOf, type Place, patientPhone, places } from "./places";
import type { Therapist } from "./staff";

export interface Patient {
  patientId: number;
  database: string;
  company: string;
  name: string;
  dob: string;
  phone: string;
  email: string;
  place: Place;
  therapist: Therapist;
}

export function makePatients(random: Random, count: number, therapists: readonly Therapist[]): Patient[] {
  const seen = new Map<Place, number>();
  return Array.from({ length: count }, (_, index) => {
    const therapist = therapists[index % therapists.length] as Therapist;
    const { place } = therapist;
    const nth = seen.get(place) ?? 0;
    seen.set(place, nth + 1);
    const name = index % 120 === 77 ? longName : `${random.pick(givenNames)} ${random.pick(familyNames)}`;
    return {
      patientId: 20_000 + index * 3 + random.whole(0, 2),
      database: place.database,
      company: companyOf(place.database).name,
      name,
      dob: `${random.whole(1938, 1996)}-${twoDigits(random.whole(1, 12))}-${twoDigits(random.whole(1, 28))}`,
      phone: patientPhone(places.indexOf(place), nth),
      email: `${mailbox(name)}.${index + 1}@example.org`,
      place,
      therapist,
    };
  });
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
