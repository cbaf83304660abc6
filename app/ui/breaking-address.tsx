import { Fragment } from "react";

/** An e-mail address that breaks after its @ and its dots where a line is short, and nowhere else if it can. */
export function EmailAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[@.])/));
}

/** A web address that breaks between its parts in the same way. */
export function WebAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[^:/]\/|:\/\/|[.?&=#_-])/));
}

function breaking(parts: string[]) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
