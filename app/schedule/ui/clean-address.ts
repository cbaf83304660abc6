/** Removes a link's code or IDs from the address bar, so that bookmarks and referrers don't contain them. */
export function cleanAddress(): void {
  const { pathname, search } = location;
  if (/^\/schedule\/./.test(pathname) || /[?&](code|pid|db|so)=/.test(search)) {
    history.replaceState(history.state, "", "/schedule");
  }
}
