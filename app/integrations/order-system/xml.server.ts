import { XMLParser } from "fast-xml-parser";

/** An element: its text, its children by name, or several elements of one name. */
export type Xml = string | { [name: string]: Xml } | Xml[] | undefined;

// What nobody here needs and nobody here may hold: it goes no further than this parser.
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
  // Without a DTD, which is refused below, only the characters' own names are left to decode.
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 1_000_000 },
  updateTag: (name) => !withheld.has(name),
});

// In a CDATA section and in a comment it is text. An unclosed one ends with the document, so that each sign is
// looked at once.
const dtd = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|(?<found><!\s*(?:DOCTYPE|ENTITY))/gi;

/**
 * Reads a document, without prefixes and attributes, and without what is withheld from everybody.
 * An element that is nil reads like an empty one.
 *
 * @throws Error for one that is not well formed, or brings a DTD: that is where entities that refer
 *   to files, or grow without end, are declared
 */
export function readXml(text: string): Xml {
  for (const { groups } of text.matchAll(dtd)) {
    if (groups?.found) throw new Error("The document brings a DTD.");
  }
  return parser.parse(text, true) as Xml;
}

/**
 * The text of a document, by its byte order mark, else the charset of its content type (RFC 7303), else its own
 * declaration, else UTF-8.
 *
 * @throws RangeError for an unknown encoding
 */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const named = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  const own = declared && !/^(utf|ucs)-?16/i.test(declared) ? declared : "utf-8";
  return new TextDecoder(byteOrderOf(start) ?? named ?? own).decode(bytes);
}

/** What a byte order mark, or the zeros beside a first "<", say of the encoding. */
function byteOrderOf(start: string): string | null {
  if (start.startsWith("\u00ef\u00bb\u00bf")) return "utf-8";
  if (/^(\u00ff\u00fe|<\0)/.test(start)) return "utf-16le";
  return /^(\u00fe\u00ff|\0<)/.test(start) ? "utf-16be" : null;
}

/** The element under these names, one after another; where there are several, the first. */
export function at(xml: Xml, ...names: string[]): Xml {
  let found = xml;
  for (const name of names) {
    const one = Array.isArray(found) ? found[0] : found;
    found =
      typeof one === "object" && !Array.isArray(one) && Object.hasOwn(one, name) ? one[name] : undefined;
  }
  return found;
}

/** The elements under these names, however many there are. */
export function all(xml: Xml, ...names: string[]): Xml[] {
  const found = at(xml, ...names);
  if (Array.isArray(found)) return found;
  return found === undefined || found === "" ? [] : [found];
}

/** The text of an element, however it is wrapped; several are joined. Null where it is blank. */
export function textOf(xml: Xml): string | null {
  if (Array.isArray(xml)) {
    return xml.map(textOf).filter(Boolean).join(", ") || null;
  }
  const text = typeof xml === "object" ? textOf(xml["#text"] ?? xml._) : xml;
  return text?.replaceAll("\0", "").trim() || null;
}

/** The text under these names. */
export const textAt = (xml: Xml, ...names: string[]) => textOf(at(xml, ...names));

/** Is it true, as xsd:boolean writes it? */
export const isTrue = (xml: Xml) => /^(true|1)$/i.test(textOf(xml) ?? "");

/** A text inside an element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));
}
