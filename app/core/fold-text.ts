/** Makes text lowercase, removes accents, as the full-text index does, and straightens apostrophes. */
export const foldText = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘]/g, "'").toLowerCase();
