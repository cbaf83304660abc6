const button = document.querySelector<HTMLButtonElement>("button[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
