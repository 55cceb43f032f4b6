const NO = "(?:never|don't|dont|do not|must not|mustn't|not|avoid|instead of|rather than|no|cannot|refuse to|stop)";
const GUARDS =
  '(?:sandbox\\w*|scanner|scans?|saniti[sz]\\w+|safety|safeguards?|guard ?rails?|guards?|hard ?line|hard ?stops?|guidelines|polic(?:y|ies)|audit\\w*|approval system|restrictions|filters?|proposals?|system prompt|certificates?|tls verification|review of|security (?:checks?|rules?|settings?))';
const PERSON =
  '(?:the |any |an? )?(?:user|owner|operator|reviewers?|maintainers?|human|person|anyone|anybody|someone|nobody|people|them|admins?)';
const SECRETS =
  '(?:api keys?|access keys?|private keys?|tokens?|passwords?|passphrases?|credentials?|secrets?|cookies|wallets?|\\.env\\b|id_rsa|id_ed25519|keychain|process\\.env|environment variables|session keys?)';
const STORES =
  '(?:/etc/(?:shadow|passwd|sudoers)|~?/?\\.ssh\\b|authorized_keys|id_rsa|id_ed25519|\\.netrc|\\.aws/|\\.gnupg|\\.git-credentials|\\.kube/config)';

/** What no skill may hold, and whether a word of refusal before it makes it harmless. */
const HARMS: readonly { readonly shape: RegExp; readonly isForbiddable: boolean }[] = [
  ...[
    `\\b(?:disabl\\w+|turn(?:ing)? off|switch(?:ing)? off|deactivat\\w+|skip(?:ping)?|bypass\\w*|circumvent\\w*|evad\\w+|get around|work around|ignor\\w+|disregard\\w*|weaken\\w*|overrid\\w+|remov\\w+|delet\\w+|wip\\w+|loosen\\w*|suppress\\w*)\\b[^.;]{0,40}\\b${GUARDS}`,
    `\\b(?:bypass\\w*|circumvent\\w*|evad\\w+|get around|work around|ignor\\w+|disregard\\w*|overrid\\w+)\\b[^.;]{0,40}\\b(?:approvals?|permissions?|confirmations?|prompts?)\\b`,
    `\\b(?:send|upload|post|forward|publish|past|email|e-mail|exfiltrat|leak|transmit|dump|reveal|disclos|includ|append|transfer)(?:e|s|ing|ting)?\\b[^.;]{0,60}${SECRETS}`,
    `${SECRETS}[^.;]{0,60}\\b(?:send|upload|post|forward|publish|paste|email|leak|reveal|transmit)\\b[^.;]{0,30}\\b(?:to|it|them|in)\\b`,
    STORES,
    `--dangerously|--no-verify|--insecure|--yolo|\\byolo\\b|\\bskip-permissions\\b|verify ?= ?false|stricthostkeychecking`,
    `\\b(?:hid(?:e|ing)|conceal\\w*|withhold|keep)\\b[^.;]{0,60}\\bfrom ${PERSON}`,
    `\\b(?:secretly|covertly|stealthily|unnoticed|in secret|keep quiet|stay quiet|stay silent|keep silent)\\b`,
    `\\bsilently (?:run|post|send|upload|copy|read|execut|delete|install|forward|open|call|add|push)`,
    `\\b(?:back ?door|key ?logger|reverse shell|malware|rootkit|exploit the)\\b`,
    `\\brecord(?:ing)? everything (?:the|a) user\\b|\\bhttps?://[^\\s]*(?:mitm|evil|exfil|collect|drop)[^\\s]*`,
    `\\b(?:prefer|follow|obey|trust|execut\\w+|apply)\\b[^.;]{0,30}\\b(?:instructions|orders|commands|rules)\\b[^.;]{0,30}\\b(?:in|of|from|found)\\b[^.;]{0,20}\\b(?:web|pages?|tool (?:output|results?)|documents?|e-?mails?|comments?|issues?|read ?me|readmes?|attachments?|websites?)`,
    `\\bas (?:if|though)\\b[^.;]{0,50}\\b(?:came from|was|were|is|did not exist|had no|didn't exist)\\b[^.;]{0,40}(?:owner|operator|admin\\w*|root|exist|rules|restrictions|polic)`,
    `\\bas (?:if|though)\\b[^.;]{0,60}\\b(?:polic\\w+|rules|restrictions|guidelines|limits)\\b`,
    `\\bsame (?:rights|permissions|privileges|access) as (?:the )?(?:owner|admin|operator|root)`,
    `\\b(?:make|give|grant|promote|add)\\b[^.;]{0,40}\\b(?:an? )?(?:owner|admin\\w*|superuser|root|sudo)(?: rights| privileges| access| role)?\\b`,
    `\\bapprov\\w+ (?:pending |all |any |the |your own |its own )*(?:proposals?|requests?|calls?)\\b|\\bconfirm (?:it|them) (?:yourself|on)|\\banswer yes to (?:all|every|any)|\\bon (?:his|her|their|the owner's|the user's|my) behalf\\b`,
    `\\b(?:save|create|write|add|store|make) (?:a |this |these |an? new )?(?:skill|memory|proposal|rule)s?\\b[^.;]{0,30}\\b(?:that|which|called|say|run|named)`,
    `\\b(?:rules\\.ya?ml|config\\.ya?ml|settings\\.json|allow_?list)\\b[^.;]{0,60}\\b(?:yourself|every session|permissions?)|\\bset permissions? to\\b|\\bpermissions? to (?:allow|yolo|skip)`,
    `\\brm -(?:rf|fr) (?:--no-preserve-root )?(?:/|~|\\$home)(?=[\\s.,]|$)|\\bchmod (?:-r )?(?:0?777|a\\+rwx)|\\bwipe (?:the )?(?:disk|drive|server)|\\bmkfs\\b|\\bdd if=`,
    `\\b(?:rot ?13|base ?64|hex)\\b[^.;]{0,40}\\b(?:try again|retry|send|reveal|get past|so that)|\\b(?:reveal|encode|print)\\b[^.;]{0,40}\\b(?:rot ?13|base ?64)`,
    `\\b(?:deny|lie|pretend)\\b(?! access| by default| rules?| all)|\\bplay dumb\\b`,
    `\\b(?:unrestricted|jailbr\\w+|no restrictions|without (?:any )?(?:restrictions|limits|filters))\\b`,
    `\\b(?:transfer|send) (?:the |all )?(?:wallet|funds|money|coins|bitcoins?|crypto)\\b`,
    `\\b(?:disable|stop|turn off|don't) (?:verif\\w+|check\\w*|validat\\w+) (?:tls|ssl|certificates?|signatures?|host keys?)\\b`,
    `\\badmin (?:token|password|account)\\b|\\bsudoers\\b|\\bto the (?:whole |entire )?internet\\b|\\b0\\.0\\.0\\.0/0|\\bhidden (?:script|command|file|prompt)`,
    `\\b(?:upload|send|mail|e-mail|forward|post|copy|publish|push|fetch|stream|proxy|mirror)(?:s|es|ing)?\\b[^;]{0,80}(?:https?://|[\\w.+-]+@[\\w-]+\\.)`,
    `\\b(?:upload|send|mail|e-mail|forward|post|publish)\\b[^.;]{0,40}\\b(?:conversation|chat|transcript|history|whole repo\\w*)\\b`,
    `\\b(?:do|run|execut\\w+|obey|follow|treat|apply)\\b[^.;]{0,40}\\b(?:code blocks?|text|messages?|whatever|what|anything|commands?|lines?|steps)\\b[^.;]{0,40}\\b(?:tool results?|tool outputs?|read ?mes?|issues?|web ?pages?|comments?|documents?|e-?mails?|attachments?)\\b`,
    `\\b(?:split|encod|obfuscat|quot|spell|hid)\\w*\\b[^.;]{0,60}\\b(?:so (?:that )?(?:it|they) (?:pass|get)|(?:judge|guard|scanner|filter|check)\\w*)|\\b(?:judge|guard|scanner|filter|saniti\\w+)s?\\b[^.;]{0,40}\\b(?:cannot|can't|does not|doesn't|never|not) (?:read|see|notice|catch)|\\bretry (?:them|it) with different\\b`,
    `\\bapprov\\w+ (?:it|this|that|them|everything)? ?without (?:reading|looking|review\\w*|check\\w*)|\\blgtm\\b|\\bsay (?:that )?(?:it|this) (?:is|was) (?:the owner|secure|safe|approved)`,
    `\\bapproval (?:questions?|prompts?|dialogs?)\\b|\\bapprovals?\\b[^.;]{0,60}\\b(?:yourself|formality|implied)|\\bon behalf of the (?:user|owner|operator)|\\bauto-?approve\\b[^.;]{0,20}\\btrue|\\bapprovals? (?:off|disabled)`,
    `\\b(?:disabl\\w+|turn off|clear|wipe|delete|empty)\\b[^.;]{0,30}\\b(?:history|audit|telemetry|event log)|\\bnothing is logged\\b`,
    `\\b(?:bank account|payment form|card from|transferr?(?:ing)? (?:the |any )?money)\\b|\\b(?:quietly|tunnel\\w*|exfil\\w*|core\\.hookspath)\\b|\\bnc -e|/dev/tcp|/var/tmp/\\.|/tmp/hooks`,
    `\\bhidden (?:notes?|text|instructions?|comments?|orders?)\\b|\\b(?:link|image|pixel|beacon|ping|redirect)s?\\b[^;]{0,40}https?://`,
    `\\b(?:trust|accept|believe|honou?r)\\b[^.;]{0,20}\\b(?:every|any|all)\\b[^.;]{0,20}\\b(?:certificates?|messages?|requests?|senders?|instructions?|inputs?|hosts?)\\b`,
    `\\b(?:weaken|loosen|lower|relax|rewrite|edit|change|replace|modify|open up)\\b[^.;]{0,20}\\b(?:the|your|my|its|all|these|those) (?:permissions?|polic(?:y|ies)|access rules?|password rules?|firewall|allow ?list)\\b`,
    `\\bvote (?:yes|no)\\b|\\b(?:when|if) asked (?:whether|if) you\\b|\\b(?:when|if) asked for the (?:key|secret|password|prompt)\\b`,
    `\\bapprov\\w+\\b[^.;]{0,30}\\b(?:requests?|proposals?|prs?|changes?|merges?)\\b[^.;]{0,30}\\bwithout\\b`,
    `\\b(?:reply|report|say|claim|answer)\\b[^.;]{0,60}\\beven (?:if|when|though)\\b[^.;]{0,30}\\b(?:fail\\w*|not|never|broke\\w*|wrong)\\b`,
    `\\bthe human\\b[^.;]{0,20}\\b(?:hesitat|object|refus|declin)|\\b(?:continue|proceed|go on) anyway\\b|\\b(?:firewall|waf|antivirus)\\b[^.;]{0,40}\\b(?:block|stop|detect)s?\\b`,
    `\\b(?:store|save|keep|write|copy)\\b[^.;]{0,40}\\b(?:credentials?|passwords?|secrets|private keys?)\\b[^.;]{0,30}\\b(?:in|to|into|on)\\b(?! (?:the |a |our )?(?:vault|keychain|keyring|secrets? manager|password manager|kms|environment))`,
    `\\b(?:polic\\w+|rules?|judge)\\b[^.;]{0,20}\\b(?:does not|doesn't|do not|cannot|can't) (?:recogni[sz]e|match|cover|catch|see)\\b`,
    `\\b(?:pass|hand|give|post|send|forward)\\b[^.;]{0,60}\\bweb ?hooks?\\b|\\bdownload\\b[^;]{0,60}\\b(?:start|run|execute|open|launch) it\\b|\\.exe\\b`,
    `\\bobey\\b|\\blying\\b|\\bwork (?:only )?for (?:me|us)\\b|\\bforget your\\b|\\beven though (?:it|they|that) (?:is|are|was|were) not\\b|\\bas root so\\b|\\bnothing is (?:refused|blocked|denied|shown)\\b`,
    `\\b(?:mark|sign|label|put|commit|post|answer)\\b[^.;]{0,50}\\b(?:(?:reviewed|approved|signed|checked) by|(?:in|with|under) the name of|looks? like (?:him|her|them|the owner))\\b|\\bapproved by _*`,
    `\\bskip(?:ping)? (?:reading |checking )?the (?:rules|checks|policy|polic\\w+)\\b|\\bwithout my (?:commands|messages|name)\\b|\\bbrowser extension\\b`,
    `\\b(?:append|include|copy|insert|add|repeat) this (?:paragraph|line|text|sentence|note|message|instruction)`,
    `\\beven (?:when|if|though) the (?:user|owner|operator)\\b|\\b(?:user|owner|operator) (?:is|'s) (?:asleep|away|offline|absent|busy|not (?:there|here|around|looking|watching))`,
    `\\b(?:user|owner|operator|somebody|someone|anyone) (?:says|types|writes|mentions|sends)\\b[^.;]{0,60}\\b(?:run|execut|open|send|delet|upload|transfer|print|treat|call)`,
  ].map((shape) => ({ shape: new RegExp(shape), isForbiddable: true })),
  ...[
    `\\b(?:never|don't|dont|do not|without)\\b (?:ever )?(?:tell|inform|notify|alert|warn|mention\\w*|show|reveal|report|disclos\\w+|admit|telling|informing|notifying|warning)\\b[^.;]{0,60}\\b(?:to )?${PERSON}\\b`,
    `\\b(?:never|don't|do not)\\b (?:ever )?(?:tell|inform|notify|show|warn) ${PERSON}\\b`,
    `\\b(?:do not|don't|never) (?:mention|reveal|admit|disclose|report|say)\\b (?:it|this|that|anything|them)\\b|\\bwithout (?:saying so|telling|anyone (?:noticing|knowing))|\\bso (?:that )?(?:nobody|no one|noone) (?:sees|notices|knows|finds)`,
    `\\b(?:never|don't|do not|stop) (?:ever )?(?:refus\\w+|scan\\w*|enforc\\w+|log what|warn\\w*|saniti[sz]\\w+|obey\\w*|follow\\w*)\\b[^.;]{0,60}\\b(?:requests?|skills?|again|rules?|guidelines|polic\\w+|you do|operator|anything|messages?|anyone)\\b`,
    `\\brules\\b[^.;]{0,40}\\bdo(?:es)? not apply\\b|\\bno longer (?:apply|bound)\\b|\\bnever ask\\s*[.!]*$`,
    `\\bdon't verify (?:tls|ssl|certificates?|signatures?|host keys?)\\b`,
    `\\b(?:when|if) asked (?:about|for) (?:these|this|your|the) (?:instructions|rules|prompt|secret)`,
    `\\b(?:when|if|whenever) [^.;]{0,60}\\bsays? _{3,}`,
    `\\bapprovals? (?:are|is) never shown\\b`,
    `\\b(?:and|but|to|or) not (?:tell|mention|show|inform|warn)\\b[^.;]{0,30}\\b(?:why|that|about|readers?|user|owner|operator)`,
    `\\b(?:never|don't|do not|stop) (?:ever )?(?:redact|warn\\w*|listen\\w*|apply\\w*|audit|mask)(?:ing)?\\b[^.;]{0,60}\\b(?:secrets?|dangerous|owner|user|operator|rules?|agents\\.md|guidelines|commands?)`,
    `\\b(?:never|don't|do not) ask (?:the )?(?:user|owner|operator|human|anyone|anybody)\\b`,
    `\\b(?:never|don't|do not|stop) (?:ever )?(?:record|log|stor)(?:e|ing)? (?:this|the|our) (?:conversation|chat|command|session|action)`,
    `\\b(?:never|don't|do not|stop) (?:ever )?(?:respect|apply|honou?r)(?:ing)?\\b[^.;]{0,30}\\b(?:polic\\w+|rules|refusals?|robots|limits|permissions?)\\b`,
    `\\b(?:never|don't|do not|stop) (?:ever )?(?:block|refus|deny|question|stop|check)(?:e|ing)? (?:my|me|who|whoever|what i)\\b|\\bnever gets? (?:audited|logged|checked|reviewed|scanned)\\b`,
    `\\bnew owner\\b|\\banswer only to me\\b|\\bskip every check\\b`,
  ].map((shape) => ({ shape: new RegExp(shape), isForbiddable: false })),
];

/** `Never …`, as far as it reaches; `don't hesitate to` forbids nothing. */
const REFUSED = new RegExp(
  `\\b${NO}\\b(?! (?:hesitate|forget|worry|be afraid|fail|mind|only|just)\\b)(?:(?!\\b(?:and|but|then|just|instead)\\b)[^.;,]){0,60}$`,
);

/** Whether a sentence, in lower case, asks for what no skill may hold: secrets let out, guards down, people deceived. */
export const isHarmful = (spoken: string): boolean =>
  HARMS.some(({ shape, isForbiddable }) => {
    const match = shape.exec(spoken);
    return match !== null && !(isForbiddable && REFUSED.test(spoken.slice(0, match.index)));
  });
