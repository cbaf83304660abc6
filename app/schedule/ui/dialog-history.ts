let goingBack: Promise<void> | undefined;

/** Gives an open dialog its own history entry, so that Back closes it. */
export async function closeOnBack(dialog: HTMLDialogElement): Promise<void> {
  dialog.addEventListener("close", leaveEntry, { once: true });
  // Wait until a dialog that was just closed has removed its history entry.
  await goingBack;
  // Let the browser paint the tap first.
  setTimeout(() => {
    if (dialog.open) history.pushState({ dialog: true }, "");
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
  if (!goingBack) document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
});
