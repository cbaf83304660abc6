// Loaded when the button is pressed: patients on this page don't need it.
export { startAuthentication } from "@simplewebauthn/browser";
