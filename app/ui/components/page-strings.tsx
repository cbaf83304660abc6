/** Passes strings to the page's script, so that no script contains all languages. */
export function PageStrings({ strings }: { strings: object }) {
  return <template id="strings" data-texts={JSON.stringify(strings)} />;
}
