/** Makes text lowercase and removes accents, as the full-text index does. */
export const foldText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
