import { Fragment } from "react";

export function EmailAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[@.])/));
}

function WebAddress({ children }: { children: string }) {
  return breaking(children.split(/(?<=[^:/]\/|:\/\/|[.?&=#_-])/));
}

/** Shows a link only if the address is a full URL. */
export function WebLink({ href }: { href: string }) {
  const text = <WebAddress>{href}</WebAddress>;
  if (!/^https?:\/\//.test(href)) return text;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
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
