// Loaded only when the button is pressed, because patients on this page don't need it.
export { startAuthentication } from "@simplewebauthn/browser";
