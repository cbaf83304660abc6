/** Lowercase without accents, as the full-text index stores text. For searches. */
export const foldText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
