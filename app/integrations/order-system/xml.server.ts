import { XMLParser } from "fast-xml-parser";

export type Xml = string | { [name: string]: Xml } | Xml[] | undefined;

// Firstnight doesn't need these elements, so it drops them.
const withheld = new Set([
  "SSN",
  "DOB",
  "BirthDate",
  "DateOfBirth",
  "Gender",
  "DiagnosisCodes",
  "EmergencyContact",
  "ResponsibleParty",
  "Insured",
  "Password",
]);

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Keeps the leading zeros of ZIP codes and all digits of IDs.
  parseTagValue: false,
  maxNestedTags: 60,
  // Only character entities, because a document with a DTD is rejected.
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 1_000_000 },
  updateTag: (name) => !withheld.has(name),
});

// Inside CDATA sections and comments, a DTD is plain text. Unclosed ones match to the end, so the search is
// linear.
const dtd = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|(?<found><!\s*(?:DOCTYPE|ENTITY))/gi;

/**
 * Parses a document. Drops prefixes, attributes, and withheld elements. A nil element reads as empty.
 * @throws Error if the document isn't well formed or has a DTD, which can declare entities that read files or
 *   expand endlessly
 */
export function readXml(text: string): Xml {
  for (const { groups } of text.matchAll(dtd)) {
    if (groups?.found) throw new Error("The document contains a DTD.");
  }
  return parser.parse(text, true) as Xml;
}

/**
 * Decodes a document by its byte order mark, content type (RFC 7303), or declaration, or as UTF-8.
 * @throws RangeError for an unknown encoding
 */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const named = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1];
  // A declaration that is readable as latin1 can't be in UTF-16.
  const own = declared && !/^(utf|ucs)-?16/i.test(declared) ? declared : "utf-8";
  return new TextDecoder(byteOrderOf(start) ?? named ?? own).decode(bytes);
}

function byteOrderOf(start: string): string | null {
  if (start.startsWith("\u00ef\u00bb\u00bf")) return "utf-8";
  if (/^(\u00ff\u00fe|<\0)/.test(start)) return "utf-16le";
  return /^(\u00fe\u00ff|\0<)/.test(start) ? "utf-16be" : null;
}

export function at(xml: Xml, ...names: string[]): Xml {
  let found = xml;
  for (const name of names) {
    const one = Array.isArray(found) ? found[0] : found;
    found =
      typeof one === "object" && !Array.isArray(one) && Object.hasOwn(one, name) ? one[name] : undefined;
  }
  return found;
}

export function all(xml: Xml, ...names: string[]): Xml[] {
  const found = at(xml, ...names);
  if (Array.isArray(found)) return found;
  return found === undefined || found === "" ? [] : [found];
}

/** The text of an element, or of all elements, joined with commas. Null if blank. */
export function textOf(xml: Xml): string | null {
  if (Array.isArray(xml)) {
    return xml.map(textOf).filter(Boolean).join(", ") || null;
  }
  const text = typeof xml === "object" ? textOf(xml["#text"] ?? xml._) : xml;
  return text?.replaceAll("\0", "").trim() || null;
}

export const textAt = (xml: Xml, ...names: string[]) => textOf(at(xml, ...names));

export const isTrue = (xml: Xml) => /^(true|1)$/i.test(textOf(xml) ?? "");

export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (char) => (char === "&" ? "&amp;" : char === "<" ? "&lt;" : "&gt;"));
}
