import { accountStrings } from "./strings";

export const accountFlash = {
  "password-changed": "Your password was changed",
  "two-step-off": "Two-step sign-in is off",
  "session-ended": "That session has ended",
  "messaging-saved": "Saved",
  "display-saved": "Saved for this device",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "reset-sent": accountStrings.resetSent,
  "sso-saved": "Saved",
  "sso-removed": "Single sign-on is off",
  "user-added": "User added",
  "user-updated": "User updated",
  "user-deleted": "User deleted",
};
