/** The characters that people and programs write as an apostrophe. */
export const apostrophes = "'’‘ʼʻ`´′＇";

const anyApostrophe = new RegExp(`[${apostrophes}]`, "g");

export const straightenApostrophes = (text: string) => text.replace(anyApostrophe, "'");

/** Makes text lowercase, removes accents, as the full-text index does, and straightens apostrophes. */
export const foldText = (text: string) =>
  straightenApostrophes(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
