import type { Carrier } from "~/db/tables";

/** The name of a carrier for patients and staff. Null where the name says nothing. */
export const carrierNames: Record<Carrier, string | null> = {
  ups: "UPS",
  fedex: "FedEx",
  usps: "USPS",
  dhl: "DHL",
  courier: null,
  pickup: null,
  other: null,
};
export const carriers = Object.keys(carrierNames) as [Carrier, ...Carrier[]];

const writtenNames: [RegExp, Carrier][] = [
  [/\bups\b|united parcel/i, "ups"],
  [/fed ?-?ex/i, "fedex"],
  [/\busps\b|postal/i, "usps"],
  [/\bdhl\b/i, "dhl"],
];

/** The carrier that an order system names, like "UPS Ground". Undefined for no name, and "other" for an unknown one. */
export const carrierNamed = (written: string | null): Carrier | undefined =>
  written ? (writtenNames.find(([name]) => name.test(written))?.[1] ?? "other") : undefined;

/** In capitals and without spaces or hyphens, as carriers compare numbers. */
export const bareNumber = (typed: string): string => typed.toUpperCase().replace(/[\s\p{Pd}]/gu, "");

const digitsOf = (text: string) => [...text].map(Number);

/** Each digit times its weight, added up. The weights repeat. */
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);

const upToTen = (sum: number) => (10 - (sum % 10)) % 10;

/** GS1's modulo 10: from the right, every other digit before the check digit counts three times. */
const isModulo10 = (digits: readonly number[]) =>
  upToTen(weighted(digits.slice(0, -1).reverse(), [3, 1])) === digits.at(-1);

/** The letters of a UPS number count as A = 2, B = 3, and so on, without tens. Source: UPS, 1Z tracking number. */
function isUps(number: string): boolean {
  const values = [...number.slice(2)].map((sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10,
  );
  return upToTen(weighted(values.slice(0, -1), [1, 2])) === values.at(-1);
}

/** Source: UPU standard S10, section 5.2.2: modulo 11 with the weights 8 6 4 2 3 5 9 7. */
function isS10(number: string): boolean {
  const digits = digitsOf(number.slice(2, 11));
  const rest = 11 - (weighted(digits.slice(0, 8), [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === digits[8];
}

/** Source: USPS Publication 199: modulo 10 without the destination's ZIP code. */
const isImpb = (number: string) => isModulo10(digitsOf(number.replace(/^420(\d{5}|\d{9})(?=9\d{21}$)/, "")));

/** Source: FedEx, Express (12 digits): weights 3 1 7 from the left, modulo 11, of which 10 counts as 0. */
function isFedEx12(number: string): boolean {
  const digits = digitsOf(number);
  return (weighted(digits.slice(0, -1), [3, 1, 7]) % 11) % 10 === digits[11];
}

const formats: { carrier: Carrier; format: RegExp; isRight(number: string): boolean }[] = [
  { carrier: "ups", format: /^1Z[0-9A-Z]{15}\d$/, isRight: isUps },
  { carrier: "usps", format: /^[A-Z]{2}\d{9}[A-Z]{2}$/, isRight: isS10 },
  { carrier: "usps", format: /^(420(\d{5}|\d{9}))?9\d{21}$/, isRight: isImpb },
  { carrier: "fedex", format: /^\d{12}$/, isRight: isFedEx12 },
  { carrier: "fedex", format: /^\d{15}$/, isRight: (number) => isModulo10(digitsOf(number)) },
];

/** The carrier whose format and check digit a number has. Null if there is none. */
const carrierOf = (number: string): Carrier | null =>
  formats.find(({ format, isRight }) => format.test(number) && isRight(number))?.carrier ?? null;

/**
 * Checks a tracking number against its carrier's own format and check digit. Carriers also have numbers without one, so
 * a number in another format is wrong only if it is another carrier's.
 * @returns "right", "wrong", the carrier it looks like, or null if it can't be checked
 */
export function checkNumber(
  carrier: Carrier | null,
  number: string | null,
): "right" | "wrong" | Carrier | null {
  if (number === null) return null;
  const found = carrierOf(number);
  const isChecked = formats.some((each) => each.carrier === carrier);
  if (found) return found === carrier ? "right" : isChecked || carrier === null ? found : null;
  const isOwnFormat = formats.some((each) => each.carrier === carrier && each.format.test(number));
  return isOwnFormat ? "wrong" : null;
}

const pages: Partial<Record<Carrier, string>> = {
  ups: "https://www.ups.com/track?tracknum=",
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/us-en/home/tracking.html?tracking-id=",
};

/** The carrier's page about a package, for a link. Firstnight never opens it itself. */
export function carrierPage(carrier: Carrier | null, number: string | null): string | null {
  const page = carrier && pages[carrier];
  return page && number ? page + encodeURIComponent(number) : null;
}
