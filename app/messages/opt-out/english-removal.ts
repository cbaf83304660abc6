import { ofVisit, english as pattern } from "./english-words";
import type { Rule } from "./rule";

/** "remove my number", "take me off your list", "lose my number". */
export const removal: Rule[] = [
  {
    when: pattern(
      "(remove|delete|deactivate|erase|unenroll|unregister|drop|block|purge|clear|exclude) (me|us|mine|({whose} )+{number}( {number}| and)*|number|phone)($| {list})",
      "(take|get|pull|cross|scratch|strike|keep|have|kick|drop) (me|us|({whose} )+{number}( {number}| and)*|number|these?) (off|out|remove|removed|from|taken off)($| {list})",
      "(can|could|may) i (be|get) (off|removed|taken off|deleted)($| {list})",
      "(want|need|like|wish|ask|asking|asked|request|demand)( me| my number| this number)?( to)?( be| get)? (off|out|removed|taken off|taken out|deleted)($| {list})",
    ),
    unless: ofVisit,
  },
  {
    when: pattern(
      "(take|remove|get|keep) (off|from)( {link}){0,8} (list|number|system)$",
      "take (me|us) list$",
      "get rid {whose} number",
      "(get|stay|keep) off my phone",
      "leave my (phone|number) alone",
    ),
  },
  {
    when: pattern(
      "(lose|forget|scratch|block|erase|delete|trash|wipe) ({whose} )*(number|contact|info|information|digits)",
    ),
    unless: /\b(i|did you|didnt|dont|to|we|they|patient) (lose|forget|block|delete|number)\b|\bold\b/,
  },
];

/** 47 CFR 64.1200(a)(10): patients may revoke consent in any words that a reasonable person would understand. */
export const noConsent: Rule[] = [
  {
    when: pattern(
      "(revoke|revoking|revocation|withdraw|withdrawing|rescind|retract|tak(e|ing) back|pull|cancel)( (my|hereby|prior|express|written|formally))* {consent}",
      "{consent} (is |has been )?(revoked|withdrawn|denied)",
      "not consenting",
      "^(go away|get lost|enough|nomore|cease|cut it out|give it rest)$",
      "(^|go )(fuck|piss|buzz|bother|screw|back) off",
      "cease and desist|knock it off|(cut|knock) (off|out|(it )?(out|off) with) ({link} )*{texts}|(enough|give it rest) (with|of) ({link} )*({texts}|spam)",
    ),
  },
  {
    when: pattern(
      "(dont|nolonger|never|didnt|not|no)( (i|give|gave|given|have|had|you|my|our|grant|granted|get|got))* {consent}( you)?( to| for)*( ({texts}|{texted}|send|these|be|reach)|$)",
    ),
    unless: /\bform\b/,
  },
  {
    when: pattern(
      "(leave|let) (me|us|this number|him|her|them|{whose} (mom|mother|dad|father|wife|husband|son|daughter|family|kids?|grandma|grandpa))( (tf|f|fuck|alone))* (alone|be|in peace)",
    ),
    unless: /\b(wont|doesnt|dont|didnt|never) leave\b/,
  },
  { when: /\b(wont|dont|cant) you (stop text|leave me alone)/ },
];
