/** Words that say how a sentence is meant: what forbids, what teaches, what only speaks of such texts. */
export const CONTEXT_WORDS = {
  /** Before an act: the opposite is meant. */
  not: [
    'only after, only with, only when, it stops, not, never, no, cannot, neither, nor, forbid, forbids, forbidden, prohibit*, prevent*, block, blocks, refuse, refuses, avoid, decline*, against, disallow*, reject, rejects, stop, stops, warn, warns, without, rather than, instead of, unless, nunca, jamás, jamais, não, nie, niemals, kein, keine, nicht, ne, pas, mai, non, nooit, niet, никогда, не, нельзя, asla, aldrig, inte, ikke, älä, nikdy, ποτέ, jangan, đừng, لا, אל, מत, 不, 不要, 不得, 禁止, 请勿, 切勿, 勿',
  ],
  /** Speaks about attacks instead of making one. */
  meta: [
    'example, examples, phrase, phrases, sentence, sentences, pattern, patterns, regex, regexp, regular expression, flag, flags, flagged, detect*, detector, test, tests, unit tests, attack, attacks, attacker, attackers, injection, injections, jailbreaks, filter, corpus, dataset, scanner, scanners, scan, sanitizer, sanitiser, sanitize, blog, article, quote, quoted, quotes, explains, explain, slide, slides, lecture, exam, cve, owasp, phishing, simulation, vocabulary, tokenizer, tokeniser, tokenisers, tokenizers, special tokens, reserved token, escape, escapes, wording, literal, literally says, string, strings, contains, contain, contained, lint, rule that, expect, assert, assertion, grep, search for, look for, such as, known as, classic, naive, research, paper, red flag, frases, detectar, ejemplo, ejemplos, ataque, ataques, exemplo, exemplos, exemple, exemples, attaque, beispiel, beispiele, angriff, angriffe, satz, sätze, esempio, esempi, attacco, voorbeeld, aanval, przykład, atak, пример, атак*, фраз*, örnek, saldırı, exempel, attack, esimerkki, hyökkäys, příklad, útok, contoh, serangan, ví dụ, مثال, هجوم, דוגמה, התקפה, उदाहरण, 例如, 攻击, 文章, 示例, 例, 攻撃, 예, 공격',
  ],
  /** The rules are those of a program. */
  software: [
    'game, juego, jeu, gioco, overtime, css, stylesheet, selector, eslint, linter, lint, tsconfig, gitignore, compiler, firewall rules, nginx, makefile, webpack, thumb, iptables, editorconfig, prettier, permission model, thread safety, type safety, memory safety, null safety, execute permission, execute permissions, read permission, write permission, confirmation dialog, confirmation dialogs, confirmation mail, content security policy, warning logging, debug logging',
  ],
  /** What follows is code or a file that says what to look for. */
  ours: [
    'our, ours, we, my, i drafted, i wrote, the tests, in our, docs, documentation, draft, faq, unser, unsere, nuestro, notre, nostro, nosso, наш, 我们的',
  ],
} as const;
