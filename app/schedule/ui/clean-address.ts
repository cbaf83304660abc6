/** Removes a link's code or IDs from the address, so that they are in no bookmark and no later referrer. */
export function cleanAddress(): void {
  const { pathname, search } = location;
  if (/^\/schedule\/./.test(pathname) || /[?&](code|pid|db|so)=/.test(search)) {
    history.replaceState(history.state, "", "/schedule");
  }
}
