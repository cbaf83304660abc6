export interface Place {
  city: string;
  state: string;
  zone: string;
  areaCodes: readonly number[];
  database: string;
}

export const places: readonly Place[] = [
  { city: "Raleigh", state: "NC", zone: "EST", areaCodes: [919, 984], database: "QHMS" },
  { city: "Nashville", state: "TN", zone: "CST", areaCodes: [615, 629], database: "BRHC" },
  { city: "Boise", state: "ID", zone: "MST", areaCodes: [208], database: "STHM" },
  { city: "Coeur d'Alene", state: "ID", zone: "PST", areaCodes: [986], database: "STHM" },
  { city: "Knoxville", state: "TN", zone: "EST", areaCodes: [865], database: "QHMS" },
  { city: "Charlotte", state: "NC", zone: "EST", areaCodes: [704, 980], database: "QHMS" },
  { city: "Memphis", state: "TN", zone: "CST", areaCodes: [901], database: "BRHC" },
  { city: "Denver", state: "CO", zone: "MST", areaCodes: [303, 720], database: "STHM" },
  { city: "Portland", state: "OR", zone: "PST", areaCodes: [503, 971], database: "STHM" },
  { city: "Phoenix", state: "AZ", zone: "America/Phoenix", areaCodes: [602, 480], database: "STHM" },
  { city: "Anchorage", state: "AK", zone: "AKST", areaCodes: [907], database: "STHM" },
  { city: "Honolulu", state: "HI", zone: "HST", areaCodes: [808], database: "STHM" },
  { city: "Atlanta", state: "GA", zone: "EST", areaCodes: [404, 678], database: "QHMS" },
  { city: "Birmingham", state: "AL", zone: "CST", areaCodes: [205], database: "BRHC" },
  { city: "Richmond", state: "VA", zone: "EST", areaCodes: [804], database: "QHMS" },
  { city: "Tulsa", state: "OK", zone: "CST", areaCodes: [918], database: "BRHC" },
];

export const companies = [
  { id: 1, name: "Quiet Harbor Medical Supply", phone: "+18005550100", database: "QHMS" },
  { id: 2, name: "Blue Ridge Home Care", phone: "+18005550101", database: "BRHC" },
  { id: 3, name: "Sawtooth Home Medical", phone: "+18005550102", database: "STHM" },
] as const;

export function companyOf(database: string): (typeof companies)[number] {
  return companies.find((company) => company.database === database) ?? companies[0];
}

const tollFree = [800, 833, 844, 855, 866, 877, 888];

/** Staff have toll-free numbers. 555-01xx is reserved for fiction in every area code. */
export function staffPhone(index: number): string {
  return fictional(tollFree[1 + Math.floor(index / 100)] ?? 888, index);
}

export const strangerPhone = fictional(989, 14);

const usedCodes = new Set([989, ...tollFree, ...places.flatMap((place) => place.areaCodes)]);
const otherCodes = Array.from({ length: 800 }, (_, index) => 200 + index).filter(
  (code) => code % 100 !== 11 && !usedCodes.has(code),
);

/** Uses the place's area codes first, then others. Numbers are unique. */
export function patientPhone(placeIndex: number, nth: number): string {
  const areaCodes = places[placeIndex]?.areaCodes ?? [];
  const codeIndex = Math.floor(nth / 100);
  const code =
    areaCodes[codeIndex] ?? otherCodes[(codeIndex - areaCodes.length) * places.length + placeIndex];
  if (code === undefined) throw new Error("No more fictional phone numbers for this place.");
  return fictional(code, nth);
}

// 37 and 100 have no common factor, so a hundred patients get a hundred different numbers.
function fictional(areaCode: number, nth: number): string {
  return `+1${areaCode}55501${String((nth * 37) % 100).padStart(2, "0")}`;
}
