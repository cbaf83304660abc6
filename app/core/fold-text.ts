/** For searches: lowercase without accents, as the full-text index reads texts. */
export const foldText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
