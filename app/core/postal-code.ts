/**
 * Normalizes a postal code: "60601-1234" is "60601", and "k1a 0b1" is "K1A0B1". Spreadsheets drop the first zeros of
 * a ZIP code, so 2138 is "02138".
 * @returns null for anything but a US ZIP code or a Canadian postal code
 */
export function postalCodeOf(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, "");
  if (/^\d{3,5}$/.test(bare)) return bare.padStart(5, "0");
  if (/^\d{8,9}$/.test(bare)) return bare.padStart(9, "0").slice(0, 5);
  return /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(bare) ? bare : null;
}

/**
 * The beginnings of postal codes, separated by commas, semicolons, or spaces: one to five digits, or a Canadian one
 * like "K1A".
 * @returns them in capitals without duplicates, or null if one isn't such a beginning
 */
export function postalAreasOf(typed: string): string[] | null {
  const areas = typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const areValid = areas.every((area) => /^(\d{1,5}|[A-Z](\d([A-Z](\d([A-Z]\d?)?)?)?)?)$/.test(area));
  return areValid ? [...new Set(areas)] : null;
}
