import { XMLParser } from "fast-xml-parser";

/** An element's text, its children by name, or several elements with one name. */
export type Xml = string | { [name: string]: Xml } | Xml[] | undefined;

// Not needed, so never read.
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
  // A ZIP code keeps its leading zero and an id its digits.
  parseTagValue: false,
  maxNestedTags: 60,
  // Only character entities: a DTD is refused below.
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 1_000_000 },
  updateTag: (name) => !withheld.has(name),
});

// In CDATA sections and comments it is only text. Unclosed ones match to the end, so the search is linear.
const dtd = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|(?<found><!\s*(?:DOCTYPE|ENTITY))/gi;

/**
 * Parses a document without prefixes, attributes and withheld elements. A nil element reads as empty.
 *
 * @throws Error if it isn't well formed or has a DTD, which can declare entities that read files or expand endlessly
 */
export function readXml(text: string): Xml {
  for (const { groups } of text.matchAll(dtd)) {
    if (groups?.found) throw new Error("The document contains a DTD.");
  }
  return parser.parse(text, true) as Xml;
}

/**
 * Decodes a document by its byte order mark, its content type (RFC 7303), its declaration, or as UTF-8.
 *
 * @throws RangeError for an unknown encoding
 */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const named = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1];
  // A declaration that is readable as latin1 is not in UTF-16.
  const own = declared && !/^(utf|ucs)-?16/i.test(declared) ? declared : "utf-8";
  return new TextDecoder(byteOrderOf(start) ?? named ?? own).decode(bytes);
}

/** The encoding by the byte order mark or the zeros beside the first "<". */
function byteOrderOf(start: string): string | null {
  if (start.startsWith("\u00ef\u00bb\u00bf")) return "utf-8";
  if (/^(\u00ff\u00fe|<\0)/.test(start)) return "utf-16le";
  return /^(\u00fe\u00ff|\0<)/.test(start) ? "utf-16be" : null;
}

/** The element at this path; the first if there are several. */
export function at(xml: Xml, ...names: string[]): Xml {
  let found = xml;
  for (const name of names) {
    const one = Array.isArray(found) ? found[0] : found;
    found =
      typeof one === "object" && !Array.isArray(one) && Object.hasOwn(one, name) ? one[name] : undefined;
  }
  return found;
}

/** All elements at this path. */
export function all(xml: Xml, ...names: string[]): Xml[] {
  const found = at(xml, ...names);
  if (Array.isArray(found)) return found;
  return found === undefined || found === "" ? [] : [found];
}

/** An element's text; several are joined. Null if blank. */
export function textOf(xml: Xml): string | null {
  if (Array.isArray(xml)) {
    return xml.map(textOf).filter(Boolean).join(", ") || null;
  }
  const text = typeof xml === "object" ? textOf(xml["#text"] ?? xml._) : xml;
  return text?.replaceAll("\0", "").trim() || null;
}

export const textAt = (xml: Xml, ...names: string[]) => textOf(at(xml, ...names));

/** An xsd:boolean. */
export const isTrue = (xml: Xml) => /^(true|1)$/i.test(textOf(xml) ?? "");

export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (char) => (char === "&" ? "&amp;" : char === "<" ? "&lt;" : "&gt;"));
}
