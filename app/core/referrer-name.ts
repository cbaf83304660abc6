const otherCredentials = /\b(NP|PA|PA-C|APRN|ARNP|FNP|FNP-C|FNP-BC|CNP|CRNP|DNP|RN|RRT|RPSGT)\b\.?/;
const doctorsCredentials = /,?\s+(MD|M\.D\.|DO|D\.O\.|MBBS|FCCP|FAASM|FACP)\.?(?=,|\s|$)/g;
const place =
  /\b(clinic|center|centre|hospital|health|medical|medicine|sleep|group|associates|care|practice)\b/i;

/**
 * "Dr. Ann Lee" for "Ann Lee", "Dr Ann Lee, MD", or "LEE, ANN". Nurses, physician assistants, and clinics keep the name
 * that the source has.
 */
export function referrerName(source: string | null): string | null {
  const name = source?.trim().replace(/\s+/g, " ");
  if (!name) return null;
  if (place.test(name) || otherCredentials.test(name)) return name;
  const bare = name.replace(/^(dr|doctor)\b\.?\s*/i, "").replace(doctorsCredentials, "");
  const [last, first, ...more] = bare.split(/,\s*/);
  const ordered = first && more.length === 0 ? `${first} ${last}` : bare;
  return `Dr. ${ordered === ordered.toUpperCase() ? titleCase(ordered) : ordered}`;
}

const titleCase = (name: string) =>
  name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase());
