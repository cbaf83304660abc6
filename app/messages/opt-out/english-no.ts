import { english as pattern } from "./english-words";
import type { Rule } from "./rule";

/** "don't text me", "never contact us again", "no more texts". */
export const dontText: Rule[] = [
  {
    when: pattern(
      "(dont|never|no one|no ?body)( {urge}){0,8} (call( me| us)? (or|and|nor) )?text( ({link}|number|phone))*($| (you|because|bc|cause|i|im|thanks|else|asap|but|like|he|she|we))",
    ),
    unless: /\b(why|when|i|we|they|he|she|it|people|doctor|you) (dont|never)\b/,
  },
  {
    when: pattern(
      "(ask|asked|asking|prefer|request|rather|wish|told|said|like)( that)? you (dont|didnt|not|wouldnt|wont)( to)? (text|contact|write|bother)",
    ),
  },
  {
    when: pattern(
      "(dont|never)( {urge}){0,8} (contact|bother|write|reach out|communicate|spam)( to| with)? (me|us|this|here|{whose} {number})",
      "(dont|never)( {urge}){0,8} contact$",
      "(dont|no)( call| or| and|call)* (text|contact|texting|call) list",
    ),
    unless: /\b(why|they|he|she|didnt|it|i|no ?body|machine|that|doesnt) (dont|never)\b/,
  },
  {
    when: pattern("(dont|never|no ?body)( {urge}){0,8} send( {link}| number| phone)*( ({texts}|{junk})|$)"),
    unless: /\b(why|they|she|he|if|i|you) (dont|never)\b|\bsend (it|them|that|this)? ?(to|yet)\b|\bsend it\b/,
  },
  {
    when: pattern(
      "^((i said|and|so|but|want|i want|only|phone|number|email|instead|calls?) )*(nomore|zero|without) ({texts}|of|contact|spam|send|this|these)",
      "(^|(only|but|and|or|number|phone|instead|said|want|email|fine) )no (texts|texting|contact|spam|communications?)( (me|us|to|at|this|on|from you|number|phone|or|and|call|for me|allowed|wanted))*$",
      "(want|send|get|need|instead|you|for) (nomore|no) (texts|texting|alerts)",
      "texts? nomore$",
    ),
    unless: /\b(there|got|has|are|yet)\b/,
  },
];

export const unwanted: Rule[] = [
  {
    when: pattern(
      "(dont|never|nolonger|not|didnt)( (think|{want}|{agree}|{receiving})){0,6} ({want}|{agree})( {receiving}){0,8} ({texts}|{texted}|write|hear from|be on list|list|spam)",
    ),
    unless:
      /\b(need|have|want|wish) to (text|texts|write|contact|send|bother)|\bbe bother$|\bto (miss|lose|bother)\b|\b(wait|waiting) list\b/,
  },
  {
    when: pattern(
      "(dont|never|nolonger)( {urge}| i)* {want}( (to|get|have|nomore|me|be|sent|any))* (these|those)$",
      "(prefer|rather|like|want|wish|ask|choose|would|appreciate) (to )?not( to)?( {receiving}){0,8} ({texts}|{texted})",
      "dont want (anything|nothing|to hear)( {link}){0,8} (from|with)( do with)? you",
      "(make sure|ensure)( that)? (i|we) (dont|nolonger|never) get( {receiving}){0,8} {texts}",
      "nolonger (text|contact|consent)",
    ),
  },
];
