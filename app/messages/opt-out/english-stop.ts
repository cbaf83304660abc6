import { ofVisit, english as pattern } from "./english-words";
import { either, type Rule } from "./rule";

const mistake = /\b(accident|accidentally|mistake|oops|sorry|meant|already optout|before i optout)\b/;

/** STOP and similar words, alone or with words that leave no other meaning. */
export const keywords: Rule[] = [
  {
    when: pattern("unsubscribe|stopall|optout"),
    unless: either(
      mistake,
      /\bfrom( \w+){0,2} (supply|supplies|resupply|shipments?|shipping|deliver(y|ies)|emails?(?! (and|or))|portal|app|website|newsletter|insurance)\b/,
      /\b(dont (want|wish|need) to|(did|am|was|were|been|got|are) (i|we|you|get)|havent|not|didnt|never|if i|after i|have optout)\b/,
    ),
  },
  {
    when: pattern(
      "^((no|yes|nope|nah|y|i|said|for|last|time|and|or|but|so|dude|not interested|im|good|done|right|wrong (number|person)|idk|who (is )?(this|it|are you|dis)|fuck|thanks) )*stop( (stop|it|this|these|that|at\\sonce|right|away|me|with|good|texts?|texting|everything|yes|y|no|start|help|info|si|ayuda|\\d+))*( for)?$",
      "^quit (it|this|that)$",
      "^stop (bro|bot|people|service|services|dude|man|guys|lady|ty|thx|y|pleas\\w*)$",
      "wrong (number|person) (remove|stop)",
    ),
  },
  {
    when: pattern(
      "(i said|(told|asked|want|need|beg|asking|begging) you( \\w+){0,3}|you (people |guys )?(need|have|must|better|should)( to)?|(will|would|can|could|wont) you( people| guys)?|part|told to|how many times do i( have to| need to)? (say|text|tell you|tell you to|reply)) stop( (it|this|these|that|me))*$",
      "part stop",
    ),
    unless: /\bif\b/,
  },
  {
    when: /^i (have |ve )*(replied|texts?|texted|typed|sent|wrote|said|say|told you|asked for) stop\b/,
    unless: mistake,
  },
  {
    when: /^stop (it |this |me )?(im|you|or|and (cancel|dont|never|leave|remove|take|text|delete|lose|no)|before|wrong|dont|no|not|leave|who|we|its|this is|enough|fuck|i|that is|spam|she|hes?|because|bc|cause)\b/,
    unless: /\b(if|when|should|think|go)\b/,
  },
];

/** A word for stopping, followed by a word for texts, in combinations that the other rules don't cover. */
export const endOfTexts: Rule[] = [
  {
    when: pattern(
      "(stop|stopping|quit|cease|end|cancel|remove|delete|discontinue|unsubscribe|nomore|disable|erase|halt|turn off|shut off|get rid|(dont|nolonger) (want|like)|make sure i dont get)( \\w+){0,5} (texts|texting|sms|spam|spamming|list)",
      "take (this |my )?(phone )?number (out|off)",
    ),
    unless: either(
      ofVisit,
      /\b(last|instead|miss|emails?|photo|code|link|when|if|supplies|wait|only|what|delivery|portal|app)\b/,
    ),
  },
];

/** "stop texting me", "quit sending these", "how do I stop the messages", "I want these texts to stop". */
export const stopTexting: Rule[] = [
  {
    when: pattern(
      "{halt}( {link}){0,8} ({texts}|{texted}|write|communications?|communicating|subscription|emails?|call|spam)",
    ),
    unless: /\bcall( me)? (and|or|but)? ?texts?( me)? (me|only|instead)\b|\bcall( me| us)? text$/,
  },
  {
    when: pattern(
      "{halt}( {link}){0,8} send( {link}){0,8}( ({texts}|{junk})|$)",
      "stop (reaching out|get in)",
      "stop trying to",
      "(dont|stop|quit|never) (use|using) (my|this) (number|phone)",
      "(dont|stop|never) use (it|this|number|phone) (for|to) {texts}",
      "^dont disturb",
      "^(stop|quit|end)( \\w+){0,4} (texts|texting|alerts)$",
      "(if|wish|like|love|prefer) you stopped ({texts}|send|{texted}|write)",
      "(want|need) (this|these) to stop",
      "(want|need|like) {texts} stopped",
      "make( {link}){0,8} {texts} (go away|stop|quit|disappear)",
      "get rid( {link}){0,8} {texts}",
      "(sick|tired|enough|fed up)( {link}){0,8} (texts|texting|alerts)",
      "(hate|can do without) (these|getting)( {link}){0,4} {texts}",
      "{texts} (is|are) (unwanted|unwelcome|(nolonger|not) (welcome|wanted|allowed|permitted|authorized|needed))",
      "({texts}|contact|call|bother) (me|us|this) .*({threat}|(report|block) (you|this|it|number)|(reporting|blocking))",
      "({threat}|complaint|(report|reporting|block|blocking) (you|this|number))( .*)? (if|next time) (you|i get)( (people|guys|ever|keep|continue|dare))* ({texts}|{texted}|write|spam)",
    ),
  },
  {
    when: pattern(
      "(texts|texting|alerts|mensajes|these)( (need|needs|have|has|must|should|to|ought|that|you|send))* (stop|end|cease|quit)",
      "{texts} .*\\bstop$",
    ),
    unless: /\b(when|did|do|does|will|why|if)\b|\btext stop/,
  },
  {
    when: pattern("(turn|shut|switch) (off( {link}){0,8} {texts}|({link} )*{texts} off)"),
    unless: /\b(dont|didnt|never|machine|cpap|app|mask|device|screen)\b/,
  },
];
