import { CalendarProblem } from "./calendar-problem";

export interface Property {
  name: string;
  /** By upper-case name, without quotes. */
  parameters: Record<string, string>;
  value: string;
}

/** A component of a calendar, such as VEVENT. It has only the properties that Firstnight uses. */
export interface Block {
  name: string;
  properties: Property[];
  blocks: Block[];
}

const used = new Set(
  "UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP ATTENDEE FREEBUSY TZID TZOFFSETFROM TZOFFSETTO X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT".split(
    " ",
  ),
);

/**
 * Reads the content lines of iCalendar text (RFC 5545, 3.1). A line that isn't a property continues the line before it,
 * because some programs don't fold long text.
 * @throws CalendarProblem if the text is cut off
 */
export function readBlocks(text: string): Block[] {
  const root: Block = { name: "", properties: [], blocks: [] };
  const open = [root];
  for (const line of unfolded(text)) {
    const [, rawName = "", mark] = /^([a-z0-9-]+)\s*([:;])/i.exec(line) ?? [];
    const name = rawName.toUpperCase();
    const top = open.at(-1) as Block;
    if (name === "BEGIN" && mark === ":") {
      const block = { name: afterColon(line).toUpperCase(), properties: [], blocks: [] };
      top.blocks.push(block);
      open.push(block);
    } else if (name === "END" && mark === ":") {
      if (open.length === 1 || top.name !== afterColon(line).toUpperCase()) throw damaged();
      open.pop();
    } else if (used.has(name)) top.properties.push(propertyOf(name, line));
  }
  if (open.length > 1) throw damaged();
  return root.blocks;
}

const damaged = () => new CalendarProblem("The calendar is damaged or incomplete.");

function* unfolded(text: string): Generator<string> {
  let current = "";
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^[ \t]/.test(line)) current += line.slice(1);
    else if (line !== "" && !/^[a-z0-9-]+\s*[:;]/i.test(line)) current += line;
    else if (line !== "") {
      if (current) yield current;
      current = line;
    }
  }
  if (current) yield current;
}

const afterColon = (line: string) => line.slice(line.indexOf(":") + 1).trim();

function propertyOf(name: string, line: string): Property {
  // Outlook names zones like "(UTC-05:00) Arizona", sometimes without quotes.
  const [head = ""] = /^(?:"[^"]*"|\((?:UTC|GMT)[^)]*\)|[^":])*/.exec(line) ?? [];
  const parameters: Record<string, string> = {};
  for (const [, key = "", value = ""] of head.matchAll(/;\s*([^=;:"]+)=((?:"[^"]*"|[^;"])*)/g)) {
    parameters[key.trim().toUpperCase()] = value.replaceAll('"', "").trim();
  }
  return { name, parameters, value: line.slice(head.length + 1).trim() };
}

export const findProperty = (block: Block, name: string): Property | undefined =>
  block.properties.find((one) => one.name === name && one.value !== "");

export const listProperties = (block: Block, name: string): Property[] =>
  block.properties.filter((one) => one.name === name && one.value !== "");
