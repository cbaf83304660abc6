/** Gives the page's script its strings, so that no script holds every language. */
export function PageStrings({ strings }: { strings: object }) {
  return <template id="strings" data-texts={JSON.stringify(strings)} />;
}
