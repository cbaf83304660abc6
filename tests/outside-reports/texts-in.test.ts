import { expect, test } from "vitest";
import { findConsent } from "~/messages/consent/consents.server";
import { phone, reminded } from "../visits/reminder-replies/clinic";

/** The effect of a reply to a reminder. */
async function effectOf(text: string): Promise<string> {
  const { app, reply, isConfirmed, isUnanswered } = await reminded();
  const answers = await reply(text);
  const { hold } = await app.db
    .selectFrom("threads")
    .select("hold")
    .where("phone", "=", phone)
    .executeTakeFirstOrThrow();
  const consent = await findConsent(app.db, phone);
  const effects = [
    ...(consent === "withdrawn" ? ["opted out"] : []),
    ...(hold ? [hold.replaceAll("_", " ")] : []),
    ...((await isConfirmed()) ? ["confirmed"] : []),
    ...((await isUnanswered()) ? ["for staff"] : []),
    ...(answers.length > 0 ? ["answered"] : []),
  ];
  return effects.join(", ") || "nothing";
}

test.each([
  ["FossifyOrg/Messages#190", "Laughed at “Reply STOP to opt out”", "nothing"],
  ["SimpleMobileTools/Simple-SMS-Messenger#428", 'Emphasized "Reply OK if you\'ll be there"', "nothing"],
  ["GrapheneOS/Messaging#38", "Liked an image", "nothing"],
  ["quik-sms/quik#152", 'Loved "Reply STOP to opt out"', "nothing"],
  ["klinker-apps/pulse-sms-issues#978", "Disliked “Reply STOP to opt out”", "nothing"],
  ["BlueBubblesApp/bluebubbles-server#191", "Liked an attachment", "nothing"],
  ["moezbhatti/qksms#1330", "Liked “Reply OK if you'll be there, or CHANGE for another time.”", "nothing"],
  ["openclaw/imsg#8", "Reacted 🎉 to “Reply OK if you'll be there”", "nothing"],
  ["openclaw/imsg#66", "Questioned “Reply STOP to opt out”", "nothing"],
  ["codeforamerica/promptly#159", "UNSUBSCRIBE", "opted out"],
  ["medic/cht-core#476", "STOP 12345", "possible opt out, for staff"],
  [
    "ProgressiveCoders/Spoke#1016",
    "Count me in! We have got to STOP this terrible bill from passing!!",
    "for staff",
  ],
  ["ProgressiveCoders/Spoke#839", "unsubscribe", "opted out"],
  ["p2pu/learning-circles#593", "Stop. Thank you", "opted out"],
  ["p2pu/learning-circles#372", "please stop sending text reminders", "opted out, for staff"],
  ["p2pu/learning-circles#143", "STOP", "opted out"],
  ["cds-snc/notification-api#735", "ARRET", "opted out"],
  ["cds-snc/notification-terraform#2625", "Arrêt", "opted out"],
  ["department-of-veterans-affairs/notification-api#313", "OPT-OUT", "opted out"],
  ["SparkDevNetwork/Rock#6399", "REVOKE", "opted out"],
  ["SparkDevNetwork/Rock#7049", "Stop", "opted out"],
  ["InspectorHub/OpenInspection#193", "OPTOUT", "opted out"],
  ["episphere/connect#1576", "Ayuda", "answered"],
  ["episphere/connect#1104", "No", "for staff"],
  ["episphere/connect#913", "END", "opted out"],
  ["danielberkompas/ex_twilio#127", "STOPALL", "opted out"],
  ["MicrosoftDocs/azure-docs#93981", "cancel", "opted out"],
  ["CodeWithAsheville/court-notifications#140", "You have the wrong number", "wrong number, for staff"],
  ["wp-sms/wp-sms#65", "SEND STOP", "possible opt out, for staff"],
  ["scoutplan/scoutplan#701", "YES", "confirmed, answered"],
  ["kirillDR01/Grins_irrigation_platform#133", "Yes.", "confirmed, answered"],
  ["kirillDR01/Grins_irrigation_platform#133", "Y!", "confirmed, answered"],
  ["kirillDR01/Grins_irrigation_platform#133", "Yep", "confirmed, answered"],
  ["wtfcarlos/RSVPBot#12", "yes!!!!", "confirmed, answered"],
  ["wtfcarlos/RSVPBot#12", "no way I would miss it yes", "for staff"],
  ["peacecorps/medlink#499", "Yes, but where do I find the link?", "for staff"],
  ["redcross/dcsops#206", "yes", "confirmed, answered"],
  ["klinker-apps/pulse-sms-issues#673", "Auto-reply: I'm busy and won't respond to this.", "nothing"],
  ["freescout-help-desk/freescout#688", "Automatic reply: I am out of the office until Monday.", "nothing"],
  ["osTicket/osTicket#1041", "Out of Office: I will be back on Monday.", "nothing"],
  [
    "freescout-help-desk/freescout#3670",
    "Automated Response: we cannot handle your message. Reply STOP to unsubscribe.",
    "nothing",
  ],
  ["aldinokemal/go-whatsapp-web-multidevice#381", "Auto reply: YES, thank you for your message", "nothing"],
  ["mattermost/mattermost#14460", "This is an automatic reply. I'll answer later.", "nothing"],
  ["redcross/dcsops#206", "Si", "confirmed, answered"],
])("%s: %j", async (_, text, effect) => {
  expect(await effectOf(text)).toBe(effect);
});
