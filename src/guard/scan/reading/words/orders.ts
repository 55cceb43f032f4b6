/**
 * What people say when they want rules set aside, a role taken or a prompt shown, in the languages people write. One
 * word or phrase between commas; `*` ends a stem. Scripts without blanks are found inside a run of characters.
 */
export const ORDER_WORDS = {
  /** To set rules aside. */
  override: [
    'ignore, ignores, ignoring, disregard*, forget, forgets, forgetting, override, overrides, overriding, overrule, neglect, nullify, unlearn, supersede*',
    'set aside, setting aside, put aside, throw out, throw away, stop following, stop obeying, stop applying, pay no attention, take no notice, do not follow, do not obey, do not listen, not heed, no longer follow, no longer obey, no longer bound, not bound, let go of, lay aside, brush aside, tune out, cast aside, leave behind, leave out of account, leave aside, leave out, put to one side, to one side, shut out, overwrite, break, violate, disobey, defy',
    'outrank*, precedence over, priority over, instead of your',
    'ignora, ignorad, ignoren, ignorar, olvida, olvide, olviden, descarta, desobedece, caso omiso, no sigas, no hagas caso, deja de seguir',
    'ignorem, esqueça, esquece, desconsidere, desconsidera, despreze, não siga, deixe de seguir',
    'ignorez, ignorer, oublie, oubliez, abstraction de, pas compte, plus compte, ne suis pas, ne suis plus, ne respecte plus, désobéis',
    'ignorier*, vergiss, vergesst, vergessen sie, missachte*, verwirf, befolge nicht, hinweg über, außer acht',
    'ignorate, ignori, dimentica, dimenticate, trascura, scorda, non seguire, lascia perdere',
    'negeer, vergeet, leg naast je, volg niet, zignoruj, ignoruj, zapomnij, pomiń, nie stosuj, odrzuć',
    'игнорируй*, проигнорируй*, игнорировать, забудь*, отбрось*, отмени все, не следуй, не соблюдай, не обращай внимания, ігноруй*, забудь про',
    'yok say*, görmezden gel*, unut, dikkate alma, ignorera, glöm, bortse från, ignorer, glem, se bort fra, unohda, jätä huomiotta, zapomeň, nedbej, ignoră, uită, hagyd figyelmen, felejtsd el, αγνόησε, ξέχνα, abaikan, lupakan, bỏ qua, quên đi',
    'تجاهل, تجاهلي, انسَ, انس, תתעלם, התעלם, התעלמי, שכח, תשכח, अनदेखा, नज़रअंदाज़, नजरअंदाज, भूल जाओ, भूल जाइए, เพิกเฉย, ไม่ต้องสนใจ, ลืม',
    '忽略, 无视, 無視, 忘记, 忘記, 忘掉, 抛开, 不要理会, 不要遵守, 别管, 不用管, 無視し, 忘れ, 従わな, 무시, 잊어, 따르지 마',
  ],
  /** Verbs that do it and also mean smaller things. */
  void: [
    'drop, cancel, replace, discard, dismiss, abandon, reset, rewrite, waive, suspend, erase, remove, clear, lift, delete',
  ],
  /** The same said of the rules: they no longer hold. */
  lapsed: [
    'void, expired, obsolete, superseded, revoked, cancelled, canceled, invalid, lapsed, suspended, rescinded, repealed, withdrawn, lifted, scrapped, retired, overwritten, overridden, replaced by, been removed, been disabled, switched off, no more',
    'no longer apply, no longer applies, not apply, not count, not matter, not matter here, no longer valid, no longer count, not in force, rules end, out of date, out of force, were a test, was a test, were only a test, were a draft, beats, beat any, were blank, never said, never written, do not hold, apply to others',
    'anuladas, anulado, nulas, ya no valen, ya no aplican, revogadas, annulées, caduques, ne valent plus, ungültig, aufgehoben, gelten nicht, gilt nicht, nicht mehr, gelten keine, außer kraft, annullate, non valgono, vervallen, nieważne, недействительн*, отменен*, отменён*, geçersiz, لاغية, בטלות',
    '作废, 作廢, 无效, 失效, 取消, 無効, 무효',
  ],
  /** Nothing governs any more. */
  freed: [
    'you have no rules, you have no restrictions, you have no limits, you have no limitations, you have no constraints, you no longer have any rules, you no longer have rules, there are no rules for you, no tienes reglas, ya no tienes reglas, no tienes restricciones, não tem mais regras, você não tem regras, tu n as plus de règles, tu n as aucune règle, du hast keine regeln, du hast keine einschränkungen, non hai più regole, non hai regole, je hebt geen regels, nie masz żadnych zasad, nie masz żadnych ograniczeń, у тебя нет правил, у тебя больше нет правил, у тебя нет ограничений, hiçbir kuralın yok, du har inga regler, nemáš žádná pravidla, 你没有任何规则, 你没有任何限制, 你不再受, あなたに制限はない, 너에게는 규칙이 없',
  ],
  /** What governs an agent. */
  rules: [
    'limitation*, limits, filters, instruction, instructions, instruct*, rule, rules, rulebook, rule book, guideline*, directive*, direction, directions, constraint*, restriction*, policy, policies, orders, guardrail*, guard rails, safeguard*, guidance, prompt, prompts, programming, commandments, restraints, safety, precepts, regulations',
    'instrucción, instrucciones, reglas, normas, indicaciones, directrices, órdenes, restricciones, instruções, regras, diretrizes, orientações, restrições, instructions, consignes, consigne, règles, directives, restrictions',
    'alles was dir, alles was man dir, todo lo que te, tout ce qu on, tudo o que te, tutto ciò che ti, anweisung*, regel, regeln, vorgabe*, richtlinie*, instruktion*, anordnung*, beschränkung*, weisung*, istruzioni, regole, direttive, restrizioni, indicazioni, instructies, regels, voorschriften, richtlijnen, aanwijzingen',
    'instrukcj*, poleceni*, zasad*, reguł*, wytyczn*, инструкци*, правил*, указани*, ограничени*, інструкці*, вказівк*, talimat*, kural*, yönerge*, instruktioner, regler, anvisningar, instrukser, ohjeet, ohjeita, säännöt, pokyn*, instrukce, pravidl*, instrucțiun*, reguli*, utasítás*, szabály*, οδηγίες, κανόνες, instruksi, perintah, aturan, hướng dẫn, chỉ dẫn, quy tắc',
    'التعليمات, تعليمات, تعليماتك, القواعد, قواعد, الأوامر, أوامر, ההוראות, הוראות, הכללים, כללים, निर्देश, निर्देशों, निर्देशो, नियम, नियमों, คำสั่ง, กฎ',
    '指令, 指示, 规则, 規則, 规定, 要求, 提示词, 设定, 限制, ルール, 制約, 지시, 규칙, 지침, 제한',
  ],
  /** A word that points back to what was said before. */
  back: [
    'previous, previously, prior, earlier, above, preceding, foregoing, former, initial, original, existing, before this, before now, so far, until now, up to now, given to you, you were given, you were told, were told, told you, you received, you have received, that came before, came before mine, was loaded, first message, outside this, given before, ahead of this, loaded ahead, started with, were given, began with, higher, higher level, old ones, everything before, everything above',
    "anterior, anteriores, previas, previos, previa, hasta ahora, te dijo, te dieron, dadas antes, prévias, até agora, précédent*, antérieur*, ci-dessus, jusqu'ici, jusque là, plus haut, vorherig*, bisherig*, obige*, vorangegangen*, früher*, zuvor, precedent*, di prima, finora, sopra",
    'eerdere, vorige, bovenstaande, voorgaande, poprzedni*, wcześniejsz*, powyższ*, dotychczasow*, предыдущ*, прежн*, предшествующ*, ранее, раньше, попередн*, önceki, yukarıdaki, tidigare, föregående, tidligere, forrige, aiemmat, aiemmin, edelliset, předchozí, dosavadní, anterioare, precedente, korábbi, előző, προηγούμεν*, sebelumnya, di atas, trước đó, trước, ở trên',
    'السابقة, السابق, أعلاه, الקודמות, הקודמות, הקודמים, הקודם, למעלה, पिछले, पिछली, पहले, ก่อนหน้า, ข้างต้น',
    '之前, 以前, 以上, 上面, 先前, 前面, 此前, 原来的, これまで, 今まで, 上記, 前の, 以前の, 이전, 앞의, 위의, 지금까지',
  ],
  /** All of them. */
  total: [
    'all, every, each and every, whatever, todas, todos, toutes, tous, tout, alle, alles, tutte, tutti, wszystki*, все, всі, всех, tüm, bütün, alla, kaikki, všechny, toate, minden, όλες, semua, tất cả, كل, جميع, כל, सभी, सारे, ทั้งหมด',
    '所有, 全部, 一切, すべて, 全て, 全部, 모든, 모두',
  ],
  /** The rules are those of the one who reads. */
  own: [
    'placed upon you, placed on you, imposed on you, upon you, bind you, your, yours, tus, tu, suas, seus, teus, tes, ton, vos, deine, deinen, deiner, dein, ihre, le tue, tue, tuoi, je, jouw, uw, swoje, twoje, свои, твои, своих, senin, dina, dine, tvoje, tale, σου, kamu, bạn',
    'system, safety, developer, developers, operator, operators, moderation, ethical, content, desarrollador, entwickler, entwicklers, développeur, sviluppatore, разработчика, 系统, 你的, 您的, 安全, システム, あなたの, 시스템, 너의, 당신의',
  ],
  /** To bring something to light. */
  reveal: [
    'show, reveal*, print*, output, repeat, display, disclose, expose, dump, leak, recite, echo, paste, copy, list, spell, write, quote, transcribe, translate, summarise, summarize, include, attach, return, state, send, hand over, tell me, give me, put everything, complete this, compare, diff, read out, share, which text, type out, write down, what is, what was, what were, what are, what does, what do, how does, begin by, start with, how do your, let me see, i want to see',
    'muestra*, muéstra*, enseña*, enséña*, revela*, repite, imprime, dime, escribe, mostre, mostra*, revele, repita, repete, imprima, diga, exiba, montre*, affiche*, révèle*, répète*, donne*, imprime*, écris, cite, zeig*, gib, nenne, wiederhole*, verrate*, verrat, drucke, stampa, rivela, ripeti, dimmi, elenca, toon, laat zien, herhaal, geef',
    'pokaż, wypisz, ujawnij, powtórz, podaj, покажи*, выведи, раскрой*, повтори*, напечатай, перечисли, расскажи, göster, yazdır, tekrarla, açıkla, visa, skriv ut, upprepa, vis, gentag, näytä, toista, ukaž, vypiš, zopakuj, arată, afișează, mutasd, ismételd, δείξε, tampilkan, tunjukkan, ulangi, hiển thị, cho tôi xem',
    'أظهر, اعرض, اكشف, اطبع, كرر, הצג, הראה, גלה, תדפיס, दिखाओ, दिखाइए, बताओ, बताइए, แสดง, บอก',
    '打印, 显示, 告诉我, 输出, 重复, 泄露, 展示, 复述, 列出, 見せ, 表示し, 教えて, 出力, 繰り返, 보여, 출력, 알려, 반복',
  ],
  /** The prompt, named so that it can be no other. */
  prompt: [
    'system prompt, systemprompt, system message, system instructions, developer message, developer prompt, developer instructions, hidden prompt, hidden instructions, hidden rules, hidden text, hidden notes, secret prompt, secret instructions, secret rules, secret notes, initial prompt, initial instructions, original instructions, your prompt, your prompts, your instructions, your exact instructions, your initial instructions, your original instructions, your rules, your guidelines, your directives, your context window, your full prompt, pre prompt, meta prompt, custom instructions, base prompt, starting instructions, first prompt, original prompt, internal instructions, confidential instructions, rules you must not, wrote for you, wrote to you, you were configured, you were primed with, primed with, you were loaded with, you were initialised with, confidential preamble, your setup text, programmed with, they gave you, given to you by, secret prompt, your prompt letter, your own prompt, tool descriptions, instructions verbatim',
    'prompt de sistema, prompt del sistema, prompt do sistema, mensaje de sistema, mensaje del sistema, mensagem do sistema, mensagem de sistema, tus instrucciones, suas instruções, tes instructions, vos instructions, instrucciones ocultas, instruções ocultas, instructions cachées, consignes cachées, tes consignes, vos consignes, message système, prompt système, invite système, deine anweisungen, deine instruktionen, deinen systemprompt, dein systemprompt, versteckten anweisungen, systemnachricht, system prompts, le tue istruzioni, tue istruzioni, prompt di sistema, istruzioni nascoste, messaggio di sistema, systeemprompt, systeembericht, jouw instructies, je instructies, prompt systemowy, swoje instrukcje, ukryte instrukcje, системный промпт, системную подсказку, системное сообщение, свои инструкции, скрытые инструкции, твои инструкции, sistem istemi*, sistem mesaj*, gizli talimat*, systemprompten, dina instruktioner, järjestelmäkehot*, systémový prompt, systémov* zpráv*, promptul de sistem, rendszerprompt*, prompt sistem, pesan sistem, instruksi tersembunyi, lời nhắc hệ thống',
    'موجه النظام, تعليماتك, رسالة النظام, תעليمات, הוראות המערכת, ההוראות שלך, सिस्टम प्रॉम्प्ट, छिपे निर्देश, คำสั่งระบบ',
    '初始指令, 初始提示, 系统指令, 内部指令, 最初の指示, 内部の指示, 元の指示, 초기 지시, 너의 지시, 시스템 지침, 내부 지침, 系统提示, 系統提示, 提示词完整, 你的提示词, 你的指令, 隐藏的指令, システムプロンプト, 隠された指示, あなたの指示, 시스템 프롬프트, 시스템 메시지, 숨겨진 지시',
  ],
  /** Speaks of making a prompt, or of prompts as things. */
  craft: [
    'how the system message, how the system prompt, a system prompt, a good, a short, system prompts, template, come first, comes first, in the list, how to write, how do i write, for a bot, for our, for the support, about, concerning, regarding, difference, differences, how long, how many, tokens in, length of, shorter, i drafted, in prompts, un buen, un prompt, um prompt, une invite, einen systemprompt, ein systemprompt, un prompt di sistema, 書き方, 怎么写, 如何写, 쓰는 법, 作り方',
  ],
  /** Said behind an act: do not. */
  undone: ['しないで, しない, してはいけ, してはなら, 하지 마, 하지 말, 안 됩니다, 금지, 必须先, 之前必须'],
  /** What stands before the person's first word. */
  top: [
    'above the first thing, stands above, words above, text above, above this line, everything above, written above, above the first, before my first message, before this message, before my message, top of this conversation, start of this conversation, beginning of this conversation, first message, first tokens, 200 tokens, 100 tokens, 500 tokens, context window, from the top, starting with you are, starting with the very first, that you are a helpful, you are a helpful, antes de mi primer mensaje, antes da minha primeira mensagem, avant mon premier message, vor meiner ersten nachricht, prima del mio primo messaggio, перед моим первым сообщением, 第一条消息之前, 最初のメッセージ',
  ],
  verbatim: [
    'exact wording, exact text, raw, verbatim, word for word, letter by letter, exact, exactly, in full, literally, character by character, unabridged, without summarising, do not summarise, every word, each line begins, code block, palabra por palabra, palavra por palavra, mot pour mot, mot à mot, wortwörtlich, wort für wort, parola per parola, woord voor woord, słowo w słowo, дословно, слово в слово, kelimesi kelimesine, ord för ord, doslova, sanasta sanaan, cuvânt cu cuvânt, szóról szóra, kata demi kata, từng chữ, كلمة بكلمة, מילה במילה, शब्दशः, 逐字, 一字不差, 完整地, 一字一句, 그대로',
  ],
  /** Who the reader is said to be from now on. */
  identity: [
    'be my, be an, you are now, you are no longer, you now are, you have become, you have been upgraded, you were upgraded, act as, act like, act as though, act as if, pretend, pretending, roleplay, role play, imagine you, imagine a, assume the identity, assume the role, call yourself, your new persona, your new role, your new name, your persona, persona, from now on you, from here on you, be dan, stay in character, respond as, answer as, answer from there, speak only in, you identify as, you speak only, henceforth you, as of now you, you will play, you will be, transform into, in this mode, play the part, play the role, you are in god, behave as, behave like',
    'ahora eres, eres ahora, finge, actúa como, compórtate como, a partir de ahora eres, de ahora en adelante eres, agora você é, você agora é, finja, aja como, faz de conta, a partir de agora você, tu es maintenant, tu es désormais, vous êtes maintenant, fais semblant, agis comme, comporte toi, du bist jetzt, du bist nun, ab jetzt bist du, tu so, spiel, verhalte dich, ora sei, adesso sei, da ora sei, fingi, comportati come, je bent nu, doe alsof, gedraag je, teraz jesteś, od teraz jesteś, udawaj, теперь ты, ты теперь, притворись, представь, действуй как, artık sen, şimdi sen, gibi davran, du är nu, låtsas, du er nu, lad som, olet nyt, jsi teď, nyní jsi, ești acum, mostantól te, είσαι τώρα, kamu sekarang, berpura pura, bây giờ bạn là, giả vờ',
    'أنت الآن, تظاهر, אתה עכשיו, אתה כעת, תעמיד פנים, अब तुम, अब आप, ตอนนี้คุณคือ, 你现在是, 你是一个没有, 从现在起你, 从现在开始你, 现在你是, 假装, 今からあなたは, あなたは今, のふりを, 지금부터 너는, 지금부터 당신은, 너는 이제, 인 척',
  ],
  /** What no honest role is. */
  unbound: [
    'unrestricted, unfiltered, uncensored, unbound*, unlimited, unchained, jailbroken, jailbreak, no restrictions, no restriction, zero ethics, zero rules, no limits, no limit, no rules, no filters, no filter, no policy, no policies, no longer an, no ethics, no guidelines, no boundaries, without restrictions, without any restrictions, without limits, without any limits, without any rules, filters were removed, commands are permitted, without filters, without rules, any restrictions, including any restrictions, no constraints, anything anytime, do anything, allows everything, allow for everything, never refuse*, never says no, never asks, never ask*, may not refuse, evil, reckless, root rights, root mode, as root, root access, superuser, administrator, administrator of, admin rights, admin mode, owner privileges, owner rights, extended permissions, full permissions, god mode, developer mode, dev mode, debug mode, maintenance mode, sudo mode, yolo mode, opposite mode, dan, dan like, obedience, obey, security team, maintainer, amoral, hacker, restriction free, free of, free from, secrets as, configuration secrets, policy was never, usual limits, waive, filters are off, approval is off, is a shell, are a shell',
    'sin restricciones, sin límites, sin filtros, sin reglas, administrador, superusuario, modo desarrollador, sem restrições, não tem restrições, sem limites, sem filtros, sans restriction*, sans limite*, sans filtre*, aucune restriction, aucune limite, administrateur, mode développeur, keinerlei einschränkung*, keine einschränkung*, ohne einschränkung*, keine regeln, ohne regeln, ohne filter, keine grenzen, entwicklermodus, senza restrizioni, senza limiti, senza filtri, senza regole, nessuna restrizione, amministratore, modalità sviluppatore, zonder beperkingen, geen beperkingen, zonder regels, beheerder, bez ograniczeń, administratorem, администратор*, без ограничений, без правил, без фильтров, нет ограничений, kısıtlama olmadan, sınırsız, kısıtlamasız, yönetici, utan begränsningar, administratör, uden begrænsninger, ilman rajoituksia, ylläpitäjä, bez omezení, správce, fără restricții, korlátozás nélkül, χωρίς περιορισμούς, tanpa batasan, tanpa aturan, không giới hạn, không có giới hạn, quản trị viên',
    'بدون قيود, بلا قيود, مدير النظام, ללא הגבלות, בלי הגבלות, מנהל המערכת, बिना प्रतिबंध, बिना किसी प्रतिबंध, व्यवस्थापक, ไม่มีข้อจำกัด, 没有任何限制, 没有限制, 不受限制, 不受任何, 无限制, 管理员, 開発者モード, 制限のない, 制限なし, 管理者, 제한 없는, 제한이 없는, 관리자',
  ],
} as const;
