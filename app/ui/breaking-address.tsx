import { Fragment } from "react";

export function EmailAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[@.])/));
}

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
