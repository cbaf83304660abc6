import type { Filter, Folder } from "../conversations/conversation";

export interface View {
  thread: number | null;
  folder: Folder;
  filter: Filter | null;
  q: string;
  details: boolean;
}

export function queryOf({ folder, filter, q, details }: Omit<View, "thread">): [string, string][] {
  const query: [string, string][] = [];
  if (folder !== "all") query.push(["folder", folder]);
  if (filter) query.push(["filter", filter]);
  if (q) query.push(["q", q]);
  if (details) query.push(["details", "1"]);
  return query;
}

/** The list's part of an address that has other fields before it: "&filter=unanswered". */
export const moreQuery = (list: Omit<View, "thread" | "details">): string =>
  queryOf({ ...list, details: false })
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join("");

export const pathOf = ({ thread: conversation }: Pick<View, "thread">) =>
  conversation === null ? "/messages" : `/messages/${conversation}`;

export function hrefOf(view: View, also: Record<string, string> = {}): string {
  const query = new URLSearchParams([...queryOf(view), ...Object.entries(also)]).toString();
  return query ? `${pathOf(view)}?${query}` : pathOf(view);
}

export const repliesHref = (company?: string) =>
  company ? `/messages/replies?company=${encodeURIComponent(company)}` : "/messages/replies";
