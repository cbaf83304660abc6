import { Fragment } from "react";

/** An email address that can break after its @ and dots. */
export function EmailAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[@.])/));
}

/** A web address that can break between its parts. */
export function WebAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[^:/]\/|:\/\/|[.?&=#_-])/));
}

function breaking(parts: string[]) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
