const hasOwnAddress = () => Boolean(history.state?.dialog && history.state.page);
const startedInDialog = hasOwnAddress();
let entered: HTMLDialogElement | undefined;
let goingBack: Promise<void> | undefined;

/**
 * Gives an open dialog its own history entry, so that Back closes it.
 * @param href the address to show while it is open
 */
export async function closeOnBack(dialog: HTMLDialogElement, href?: string): Promise<void> {
  dialog.addEventListener("close", leaveEntry, { once: true });
  // Wait until a dialog that was just closed has removed its history entry.
  await goingBack;
  // Let the browser paint the tap first.
  setTimeout(() => {
    if (!dialog.open) return;
    history.pushState({ dialog: true, page: href && location.href }, "", href);
    entered = dialog;
  });
}

function leaveEntry(): void {
  if (!history.state?.dialog) return;
  goingBack = new Promise((done) => {
    addEventListener("popstate", () => done(), { once: true });
  });
  goingBack.then(() => {
    goingBack = undefined;
  });
  history.back();
}

addEventListener("popstate", () => {
  if (goingBack) return;
  if (entered?.open) entered.close();
  // Forward returned to a dialog's own address, or Back left the page that a reload loaded from there.
  else if (hasOwnAddress() || startedInDialog) location.reload();
});
