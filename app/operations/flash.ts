const tested = {
  sms: "Saved. Twilio accepted the test text. Check that it arrived.",
  email: "Saved. The mail server accepted the test email. Check that it arrived.",
};

export const operationsFlash = {
  "backup-made": "Backup made",
  "backup-begun": "The backup is running. It will be listed below when it is done.",
  "settings-saved": "Saved",
  "settings-unchanged": "Nothing was changed.",
  "settings-tested": (channel: keyof typeof tested) => tested[channel],
  "settings-untested": "Saved without a test",
  "sending-off": (channel: keyof typeof tested) =>
    channel === "sms" ? "Saved. Texts aren't sent." : "Saved. Email isn't sent.",
  "test-sent": (channel: keyof typeof tested) =>
    channel === "sms" ? "Twilio accepted the test text." : "The mail server accepted the test email.",
  "test-stored": "The test is in the outbox.",
  "folder-tested": (free: string) => `A test file was written and removed. ${free} is free.`,
};
