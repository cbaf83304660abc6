/** Gives the page's script its strings, so that no script holds every language. */
export function PageStrings({ strings }: { strings: object }) {
  const json = JSON.stringify(strings).replaceAll("<", "\\u003c");
  return <script type="application/json" id="strings" dangerouslySetInnerHTML={{ __html: json }} />;
}
