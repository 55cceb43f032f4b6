import { findCredentials } from './credentials.ts';
import { findMisleading } from './links.ts';
import { MESSAGE_RULES } from './message-rules.ts';
import { near } from './near.ts';
import type { Rule } from './rule.ts';

export type SkillSeverity = 'note' | 'warn' | 'critical';

const all = (...patterns: readonly string[]) => patterns.map(near);

const of = (id: string) => MESSAGE_RULES.filter((rule) => rule.id === id);
const meanings = (...ids: readonly string[]) => ids.flatMap(of).flatMap((rule) => rule.near ?? []);
const shapes = (...ids: readonly string[]) => ids.flatMap(of).flatMap((rule) => rule.shapes ?? []);

const SHELL = String.raw`(?:sudo (?:-\w{1,4} )?)?(?:(?:\/usr)?\/bin\/)?(?:env (?:-\w{1,4} )?)?(?:(?:\/usr)?\/bin\/)?(?:ba|z|da|k|fi|a)?sh\b|\$\{?shell\}?|(?:sudo )?(?:python3?|node|perl|ruby|php|pwsh|powershell)\b(?! -m json| -c)`;
const FETCH = String.raw`(?:curl|wget|fetch|aria2c|http|https|lwp-request|iwr|irm|invoke-webrequest|invoke-restmethod)`;

const ENV = String.raw`(?:printenv|(?<![.\w])env\b(?! -| \w{1,20}=)|process\.env\b(?!\.)|os\.environ\b(?!\.get|\[)|getenv\(\)|get-childitem env:|dir env:|\$env:\*|\bset\b(?= \|)|declare -p|export -p)`;
const KEPT = String.raw`(?:~\/|\$home\/|\/)?(?:[\w.-]{1,40}\/){0,3}(?:\.ssh|\.aws|\.netrc|\.npmrc|\.pypirc|\.gnupg|\.kube|\.env\b(?!\.example)|id_rsa|id_ed25519|\.git-credentials|\.docker\/config\.json|credentials?(?:\.json)?|secrets?\.(?:json|ya?ml|toml|env)|wallet\.dat|keychain|cookies\.sqlite|login data|shadow\b)`;
const OUT = String.raw`(?:curl|wget|nc|ncat|netcat|socat|telnet|scp|rsync|nslookup|dig|ftp|tftp|sendmail|mail|requests\.post|urlopen|fetch\(|axios|invoke-webrequest|iwr|irm|invoke-restmethod|http\.client|https?\.request)`;

/** The rules for skills: the seven of the table they come from, and our own. */
export const SKILL_RULES: readonly Rule<SkillSeverity>[] = [
  {
    id: 'prompt-injection-ignore-instructions',
    severity: 'critical',
    says: 'tells the agent to set earlier or higher instructions aside',
    near: [
      ...meanings('override-instructions'),
      ...all(
        'override back rules stealth /14',
        'lapsed rules agent /12',
        'override back obey /12',
        'void back rules agent /12',
        'rules lapsed obey /12',
        'back lapsed override /12',
      ),
    ],
    shapes: [
      ...shapes('override-instructions'),
      /\b(?:directions|instructions|rules|orders|guidance)\b[^.!?\n]{0,60}\b(?:are|is) (?:superseded|void|obsolete|cancelled|replaced|revoked|no longer valid|out of date)/,
      /\b(?:takes?|has|have) (?:precedence|priority) over (?:the |all |any |your )?(?:\w{1,12}'?s? ){0,4}(?:directions|instructions|rules|prompt|policy|policies|guidelines|messages?|operator|developer|user|system (?:prompt|messages?|instructions))/,
      /\bfrom (?:this point|now|here) (?:on )?[^.\n]{0,20}\boperator is\b/,
      /\b(?:obey|follow) only (?:what|this|these|the (?:file|skill|lines|comments))\b/,
      /\b(?:disregard|ignore|forget) (?:everything|anything|all of (?:it|that|this))(?: that)?(?: (?:is|was|came|stands|has been))?(?: (?:written|said|told))? (?:above|so far|before this)(?= ?(?:[.!,;:|]|$| and (?:do|follow|obey|act|only|instead)\b))/m,
    ],
  },
  {
    id: 'prompt-injection-system',
    severity: 'critical',
    says: 'speaks of system prompts, developer messages or hidden instructions in order to show, replace or hide them',
    near: [
      ...meanings('prompt-exfiltration', 'identity-change'),
      ...all('prompt stealth /10', 'prompt keep obey /14', 'prompt override /9', 'send prompt -meta -craft /9'),
    ],
    shapes: [
      ...shapes('prompt-exfiltration', 'identity-change'),
      /\b(?:include|put|copy|write|insert|append|add|attach|begin|start) (?:(?!in |to |into )\w{1,14} ){0,6}your (?:\w{1,14} ){0,2}(?:prompt|instructions|system message)\b/,
      /\b(?:include|put|copy|write|insert|append|add|attach) (?:the |your )?(?:developer|system) (?:message|prompt|instructions)\b[^.\n]{0,30}\b(?:answer|reply|replies|response|output|summary)\b/,
      /\b(?:include|put|copy|write|insert|append|add|attach) (?:the )?hidden (?:prompt|instructions|rules|text)\b/,
      /\b(?:your )?(?:real|true|actual) (?:system|developer) (?:message|prompt|instructions)\b/,
      /\b(?:these|following|below) (?:are|is)? ?(?:hidden|secret|confidential) (?:instructions|rules|orders|directives)\b/,
    ],
  },
  {
    id: 'prompt-injection-system',
    severity: 'critical',
    says: 'holds marks with which chat formats part one speaker from the next, or plays a conversation',
    shapes: shapes('template-delimiter', 'forged-turn'),
    toldBy: 'either',
  },
  {
    id: 'prompt-injection-tool',
    severity: 'critical',
    says: 'encourages acting without the approval or permission of a person',
    near: [
      ...meanings('approval-bypass'),
      ...all(
        'unasked run -undone /12',
        'unasked total run /14',
        'disable guard stealth -software /14',
        'guard approved total /14',
        'unasked guard total /14',
        'disable guard unasked -software /10',
      ),
    ],
    shapes: [
      ...shapes('approval-bypass'),
      /\b(?:no|without any) need to (?:wait for|ask for|get|seek|request) (?:an? |the |any |user )?(?:approval|permission|confirmation|consent)/,
      /\bhooks? (?:that|which|to) (?:always |auto\w{0,10} )?(?:answers?|approves?|allows?|grants?)\b[^.\n]{0,40}\b(?:permission|approval|confirmation|every|all)\b/,
      /\bset (?:\w+[._])*workspace_strict (?:to|=) false|\bworkspace_strict: false/,
      /\b(?:cut|split|break|divid)(?:e|ting|ing)? (?:it|the command|them|a command|refused commands?) (?:up )?(?:in|into) (?:\w+ ){0,3}(?:parts|pieces|steps|commands|chunks)\b[^.\n]{0,60}\b(?:allowed|same effect|pass|not (?:refused|denied|blocked))/,
      /\b(?:when|if) (?:a|the) (?:command|call|tool) is (?:refused|denied|blocked)[^.\n]{0,80}\b(?:rephrase|encode|split|cut|rename|base64|another (?:tool|way|spelling)|different (?:tool|spelling)|until (?:it|the same)|retry with)/,
      /\btreat (?:all |the |any |every )?(?:permission|approval|confirmation|consent|safety)\w* (?:checks?|prompts?|steps?|questions?)? ?as (?:passed|granted|given|approved|done|satisfied)/,
      /\b(?:user|owner|operator) (?:has|have) (?:already )?(?:agreed|consented|approved)[^.\n]{0,40}\b(?:once and for all|every|all|any|future|permanently|always)/,
    ],
  },
  {
    id: 'prompt-injection-tool',
    severity: 'critical',
    says: 'starts an agent that asks nobody, or answers approvals by a hook',
    shapes: [
      /--dangerously-skip-permissions|--dangerously-bypass-approvals\w*|--yolo\b|--full-auto\b|--permission-mode[= ]bypass\w*|--approval-mode[= ](?:yolo|never)/,
      /^hooks\s?:[\s\S]{0,600}?(?:approve|allow|permissiondecision)/m,
      /"?(?:decision|permissiondecision)\\?"? ?: ?\\?"(?:approve|allow)\\?"/,
    ],
    toldBy: 'nothing',
  },
  {
    id: 'self-grant',
    severity: 'critical',
    says: 'grants itself every tool',
    shapes: [
      /^allowed-tools:[^\n]{0,200}\bbash\(\*\)[^\n]{0,200}\b(?:write|webfetch|edit)\(\*\)/m,
      /\b(?:add|put|append) (?:this skill|yourself|itself) (?:to|on) (?:the |your )?(?:allow|trust)/,
      /^allowed-tools:\s{0,3}["'[]{0,2}\*["'\]]{0,2}\s*$/m,
    ],
    toldBy: 'nothing',
  },
  {
    id: 'shell-pipe-to-shell',
    severity: 'critical',
    toldBy: 'nothing',
    says: 'feeds what it downloads or decodes into an interpreter',
    shapes: [
      new RegExp(String.raw`\b${FETCH}\b[^\n]{2,300}?\| ?(?:[\w./ -]{0,40}\| ?){0,2}(?:${SHELL})`),
      new RegExp(String.raw`\b(?:${SHELL}) {0,3}(?:-\w{1,4} )?<\( ?${FETCH}\b`),
      new RegExp(String.raw`(?:^|[\s;&\x60"'])(?:\.|source) {1,3}<\( ?${FETCH}\b`),
      new RegExp(String.raw`\b(?:eval|(?:${SHELL}) -\w{0,3}c) {0,3}["']?(?:\$\(|\x60) ?${FETCH}\b`),
      /\b(?:iex|invoke-expression)\b[^\n]{0,40}\b(?:irm|iwr|invoke-webrequest|invoke-restmethod|downloadstring|curl)\b/,
      /\b(?:irm|iwr|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,200}\| ?(?:iex|invoke-expression)\b/,
      new RegExp(
        String.raw`\b${FETCH}\b[^\n]{1,200}?(?:-o|-O|>|--output) ?(\S{1,80})(?:[^\n]{0,200}\n?){0,2}(?:&&|;|\n) ?(?:sudo )?(?:(?:ba|z|da)?sh |(?:\./|\. |source ))\1`,
        'i',
      ),
      // Without a name of its own the file is called as the address ends.
      new RegExp(
        String.raw`\b(?:curl|wget|aria2c)\b[^\n]{1,100}?https?://[^\s/"'\x60]{1,80}(?:/[^\s/"'\x60]{1,80}){0,6}?/([\w.-]{1,60})["']?[^\n]{0,40}(?:&&|;|\n)(?: ?(?:sudo )?chmod [^\n&;]{1,60}(?:&&|;|\n))? ?(?:sudo )?(?:(?:ba|z|da)?sh (?:\./)?|\./|\. |source )\1`,
      ),
      new RegExp(
        String.raw`\b(?:base64 (?:-d|-D|--decode)|xxd -r|openssl (?:enc|base64) -d)\b[^\n|]{0,60}\| ?(?:${SHELL})`,
      ),
    ],
  },
  {
    id: 'decode-and-execute',
    severity: 'critical',
    toldBy: 'nothing',
    says: 'runs text that it decodes or downloads',
    shapes: [
      new RegExp(
        String.raw`\b(?:base64 (?:-d|--decode)|xxd -r|openssl (?:enc|base64) -d|gunzip|zcat)\b[^\n|]{0,60}\| ?(?:${SHELL})`,
      ),
      /\b(?:exec|eval)\(\s{0,3}(?:\w{1,20}\.){0,2}(?:urlopen|b64decode|atob|decompress|fromcharcode|unhexlify|loads)\b/,
      /\bexec\(\s{0,3}(?:requests\.get|urllib)/,
      /\b(?:eval|new function|settimeout)\(\s{0,3}(?:atob|buffer\.from)\(/,
      /\b(?:powershell|pwsh)\b[^\n]{0,60} -e(?:nc|ncodedcommand)? [a-z0-9+/=]{20,}/,
    ],
    near: all('decode run stealth /14', 'decode obey /8'),
  },
  {
    id: 'secret-exfiltration',
    severity: 'critical',
    says: 'sends the environment or stored credentials over the network',
    near: meanings('data-exfiltration'),
  },
  {
    id: 'secret-exfiltration',
    severity: 'critical',
    toldBy: 'nothing',
    says: 'sends the environment or stored credentials over the network by a command',
    shapes: [
      ...shapes('data-exfiltration'),
      new RegExp(String.raw`${ENV}[^\n]{0,160}(?:\||;|&&|do\b)[^\n]{0,80}\b${OUT}`),
      new RegExp(String.raw`\b${OUT}[^\n]{0,240}${ENV}`),
      new RegExp(
        String.raw`\b${OUT}[^\n]{0,200}(?:@|<|\$\(cat |\$\(< ?|post-file=|--data\S{0,12}[ =]|-d ?|-t ?|-f ?\S{0,20}=@?|open\(["'])["']?(?:cat )?${KEPT}`,
      ),
      new RegExp(
        String.raw`\b(?:cat|tar|zip|base64|gzip|cp|type)\b[^\n|]{0,120}${KEPT}[^\n|]{0,80}\|[^\n]{0,80}\b${OUT}`,
      ),
      /\bprocess ?\[ ?["']e["'] ?\+|\[["']fe["'] ?\+ ?["']tch/,
      /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{0,200}[?&][\w-]{1,30}=\$\{?\w/,
      /\$\{?\w{0,30}(?:api_?key|token|secret|password)\w{0,20}\}?[^\n]{0,20}\.(?:t|x|d|dns|log|exfil)\.[\w.-]{2,60}/,
      /\b(?:json\.dumps\(dict\(os\.environ|json\.stringify\(process\.env\))/,
    ],
  },
  {
    id: 'concealment',
    severity: 'critical',
    says: 'tells the agent to keep something from the person it works for',
    near: all(
      'stealth agent send /18',
      'stealth run tool /12',
      'stealth send -ours /8',
      'stealth override /12',
      'stealth prompt /10',
      'stealth destroy /10',
      'stealth disable /12',
      'stealth keep /12',
    ),
    shapes: [
      /\b(?:do not|don't|never) (?:tell|inform|show|mention|let|admit|reveal|report)[^.\n]{0,30}\b(?:to )?(?:the )?(?:user|owner|human|person|operator)\b(?![^.\n]{0,30}\b(?:secret|password|token|key|how to|stack traces?|traceback|exceptions?|exact reason|raw error|internal error|technical)\b)/,
      /\bkeep (?:the )?(?:user|owner|human|operator|person)s? (?:unaware|in the dark|from (?:knowing|noticing|seeing))\b/,
      /\b(?:remove|erase|delete|wipe) (?:every|all|any) traces?\b[^.\n]{0,30}\b(?:log|logs|upload|history|request|this)\b/,
      /\bnever mention (?:that|this|it)\b|\bbefore anyone notices\b/,
    ],
  },
  {
    id: 'remote-instructions',
    severity: 'critical',
    toldBy: 'nothing',
    says: 'fetches a text and does what it says',
    shapes: [
      /\b(?:fetch|download|read|load|get|open|curl|pull)\b[^.\n]{0,40}https?:\/\/\S{3,200}[^\n]{0,60}\b(?:and|then)\b[^.\n]{0,30}\b(?:follow|obey|execute|do what|carry out|apply) (?:the |its |all |any |whatever |every )?(?:instructions?|steps?|commands?|orders?|it|them|directives?|what (?:it|they))/,
      /\b(?:follow|obey|execute|carry out) (?:the |all |any |whatever )?(?:instructions?|orders?|commands?|directives?|steps)\b[^.\n[]{0,30}\b(?:at|from|in|on|under)\b[^.\n[]{0,30}https?:\/\//,
    ],
  },
  {
    id: 'opaque-installer',
    severity: 'critical',
    toldBy: 'nothing',
    says: 'wants a program from elsewhere started that nobody can look at',
    shapes: [
      /\b(?:zip|rar|7z|archive|exe|dmg|msi|pkg)\b[^\n]{0,200}\bpassword\b[^\n]{0,40}/,
      /\bpassword\b[^\n]{0,60}\b(?:zip|rar|7z|archive)\b/,
      /\b(?:copy|paste)\b[^\n]{0,60}\bcommand\b[^\n]{0,60}\b(?:terminal|powershell|console|cmd)\b/,
      /https?:\/\/\S{3,200}\.(?:exe|dmg|msi|pkg|scr|jar)\b[^\n]{0,200}\b(?:run|start|open|launch|execute|install|double-click)/,
      /\b(?:will not|won't|does not|cannot) work (?:before|until|unless|without)\b[^\n]{0,80}\b(?:install|download|run|start|helper|done|driver|agent)\b[^\n]{0,60}(?:https?:|\.exe|\.dmg|\.zip)/,
    ],
  },
  {
    id: 'addressed-to-agents',
    severity: 'critical',
    says: 'speaks to the model past the text, and gives it an order that has nothing to do with the skill',
    addressed: true,
  },
  {
    id: 'hidden-text',
    severity: 'critical',
    says: 'holds text that a person does not see',
    raw: of('hidden-text').flatMap((rule) => rule.raw ?? []),
    toldBy: 'nothing',
  },
  {
    id: 'literal-credential',
    severity: 'critical',
    says: 'holds a key, a token or a private key',
    find: findCredentials,
    hides: true,
    toldBy: 'nothing',
  },
  {
    id: 'misleading-link',
    severity: 'warn',
    says: 'shows the address of one host in a link to another',
    find: findMisleading,
    toldBy: 'nothing',
  },
  {
    id: 'destructive-delete',
    severity: 'warn',
    toldBy: 'nothing',
    says: 'deletes broadly',
    shapes: [
      /\brm (?:-{1,2}[\w-]{1,20} ){0,5}?-(?:\w{0,4}[rR]\w{0,4}|-recursive)(?: -{1,2}[\w-]{0,20}){0,5} ["']?(?:\/(?!tmp\/\w|var\/tmp\/\w|var\/lib\/apt\/lists|var\/cache\/apt|dev\/shm\/\w)|~|\$\{?(?:home|workspace|root|base|prefix|dir\w*|target|project\w*|pwd)\}?["']?(?:\/?\*|\/?["']?(?:\s|$|`))|\*|\.\.?(?:\/\*|\s|$|`)|\.\.\/|-- ?\*|\.\[)/,
      /\bcd (?:~|\/|\$home)[^\n]{0,20}(?:&&|;) ?rm (?:-\w{1,6} ){1,3}(?:-- )?(?:\*|\.)/,
      /\bremove-item\b[^\n]{0,80}-recurse\b[^\n]{0,80}(?:[a-z]:\\|\*|\$home|~)|\bremove-item (?:[a-z]:\\|\*|\$home|~)[^\n]{0,80}-recurse\b/,
      /\b(?:rd|rmdir) \/s(?: \/q)? [a-z]:\\|\bdel \/[sqf](?: \/[sqf]){0,2} [a-z]:\\|\bformat [a-z]:/,
      /\bshutil\.rmtree\(\s?["'](?:\/|~)|\bshutil\.rmtree\((?:os\.path\.expanduser|path\.home\(\))/,
      /\bfind (?:\/|~|\$home)\S{0,60} [^\n]{0,120}-delete\b|\bmkfs\.\w+ \/dev|\bdd [^\n]{0,60}of=\/dev\/[sh]d/,
      /\b(?:fs\.)?rm(?:sync)?\(\s?["'](?:\/|~)[^\n]{0,80}recursive/,
    ],
  },
  {
    id: 'unsafe-permissions',
    severity: 'warn',
    toldBy: 'nothing',
    says: 'opens files to everybody',
    shapes: [
      /\bchmod (?:-{1,2}[\w-]{1,16} ){0,3}0?[0-7]?[0-7]?[2367][2367]7\b|\bchmod (?:-{1,2}[\w-]{1,16} ){0,3}0?[0-7]?777\b/,
      /\bchmod (?:-{1,2}[\w-]{1,16} ){0,3}(?:a|ugo|o|go|ugoa)[+=]r?wx?\b/,
      /\bumask 0{1,4}\b/,
      /\bchmod\(\s?["'\w./~ -]{1,120},\s?0?o?0?777\b|\bchmod(?:sync)?\([^\n]{1,120}, ?0o?777\b/,
      /\bicacls\b[^\n]{0,120}\beveryone:\(?(?:oi|ci|f)/,
    ],
  },
];
