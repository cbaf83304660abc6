const openMenus = () => document.querySelectorAll<HTMLDetailsElement>(".action-menu[open]");

/** Closes an open menu after a click elsewhere, and with Escape. */
export function watchMenus(): void {
  document.addEventListener("click", ({ target }) => {
    for (const menu of openMenus()) menu.open = menu.contains(target as Node);
  });
  document.addEventListener("keydown", (event) => {
    const [menu] = openMenus();
    if (event.key !== "Escape" || !menu) return;
    // Otherwise Escape would also close the dialog around the menu.
    event.preventDefault();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
