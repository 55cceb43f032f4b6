/** What people say when they want something done that its owner would not: acts, what they are done to, and how. */
export const ACT_WORDS = {
  /** To send something out. */
  send: [
    'send, sends, sending, upload*, post, posts, forward*, email, mail, mailed, paste, pasting, publish, push, transmit, exfiltrate*, exfil, leak, share, deliver, submit, http_post, http_get, send_mail, send_email, gist, pass it, drop it, dump it, transfer',
    'envía*, envia*, manda*, reenvía*, reenvia*, sube, publica, enviar, encaminhe, envie, encaminha, envoie*, transmets, transfère*, téléverse*, publie, sende*, schick*, schicke, leite, weiterleiten, lade, übermittle, invia*, inoltra*, carica, spedisci, stuur, verzend, upload, doorsturen, wyślij, prześlij, отправь*, перешли*, загрузи*, вышли, пошли, gönder*, yükle, ilet, skicka, vidarebefordra, send, lähetä, odešli, pošli, trimite, küldd, στείλε, kirim*, unggah, gửi, tải lên',
    'أرسل, ارسل, ارفع, שלח, תשלח, העלה, भेजो, भेजें, भेज, ส่ง, 发送, 上传, 转发, 发到, 寄到, 送って, 送り, 送信, 転送, 보내, 전송, 업로드',
  ],
  /** To put something where others can read it. */
  put: ['attach, copy, encode, embed, append, insert, include, put, fill, add, write, hide'],
  /** What must not get out. */
  secret: [
    'credential*, password*, passwd, passphrase, secret key, secrets, api key, api keys, apikey, access token, token, tokens, cookie, cookies, session cookie, private key, private keys, ssh key, ssh keys, keychain, wallet, seed phrase, environment variables, environment, env, getenv, vault, card number, credit card',
    'contraseña*, credencial*, claves, senha*, credenciais, mot de passe, mots de passe, identifiants, clés, passwort*, passwörter, kennwort, zugangsdaten, schlüssel, credenziali, chiavi, wachtwoord*, inloggegevens, hasł*, klucz*, парол*, ключ*, учетные данные, учётные данные, токен*, şifre*, parola*, anahtar*, lösenord, adgangskode, salasana*, hesl*, parole*, jelsz*, κωδικ*, kata sandi, kredensial, mật khẩu, كلمة المرور, كلمات المرور, المفاتيح, סיסמאות, סיסמה, סיסמא, מפתחות, पासवर्ड, รหัสผ่าน',
    '环境变量, 私钥, 凭据, 環境変数, 환경 변수, 密码, 密钥, 凭证, 令牌, 口令, 秘密, 機密, パスワード, 認証情報, 秘密鍵, 비밀번호, 비밀, 자격 증명',
  ],
  /** What belongs to a person and is no secret by itself. */
  personal: [
    'inbox, mailbox, contact list, contacts, address book, customer database, customers address, conversation, chat history, transcript, session transcript, memory store, memory file, memory, location history, calendar, users last message, payroll, private repository, last ten mails, newest messages, emails, mails, diff attached, history, user data, personal data, customer list, medical, files, folder, directory, listing, documents, /private, notes, draft',
    'conversación, historial, correo, contactos, conversa, histórico, contatos, historique, conversation, courriel, carnet, verlauf, e mail, email, postfach, anhang, kontakte, gespräch*, rubrica, cronologia, conversazione, posta, gesprek, geschiedenis, logbestand, postvak, historię, rozmow*, kontakty, письмо, переписк*, историю, контакты, диалог, geçmiş*, konuşma*, sohbet*, historik, konversation, keskustelu*, historii, conversația, istoricul, beszélgetés*, ιστορικό, συνομιλία, riwayat, percakapan, lịch sử, المحادثة, سجل, השיחה, היסטוריה, बातचीत, ประวัติ, 会话, 对话, 聊天记录, 目录, 履歴, 会話, 대화, 기록',
  ],
  /** Where to, when it is no address. */
  away: [
    'issue description, next answer, next request, next reply, response header, room general, public gist, hidden field, x debug header, url encoded, qr code, title attribute, pixel, image url, query string, dns, here as a constant, in the url, of your next, reply, paste.invalid',
  ],
  /** Not the secret is sent, it only opens the door. */
  using: [
    'with the token, with a token, with the key, with the api key, with your token, using the token, using a token, using the key, using the api key, header, the credentials are, the key is, the token is, in the secret store',
  ],
  /** All of it. */
  whole: [
    'whole, entire, full, complete, all, every, last ten, newest, users, visitors, last mails, together with, entera, completa, toda, todas, tout, toute, ganze, gesamte, samt, intera, tutta, hele, volledige, całą, весь, всю, tüm, hela, hele, celou, toată, 全部, 所有, 整个, すべて, 全て, 전체, 모든',
  ],
  /** What moves money. */
  money: ['funds, money, bank account, bank transfer, wire, bitcoin, payment, pay, refund, gift card, gift cards'],
  /** Words put into a machine's mouth. */
  puppet: [
    'rate this, recommend, mark this, rank this, score this, perfect candidate, best candidate, five stars, approve this, accept this, lgtm, only safe, reply only, respond only, answer only, say only, output only, reply with, praise, do not read, tell the reader, tell them, hired',
  ],
  /** To run something. */
  run: [
    'run, runs, running, execute, executes, invoke, launch, start, perform, call, calling, call the shell, eval, spawn, ejecuta*, ejecutas, ejecute*, execute*, executa*, rode, exécute*, exécutes, lance, führ*, führst, ausführ*, starte, esegui*, lancia, voer, uitvoer*, wykon*, uruchom*, выполн*, запуст*, запускай, çalıştır*, kör, kjør, kør, suorita, aja, spusť, provede, execută, rulează, futtasd, hajtsd végre, εκτέλεσε, jalankan, chạy, thực thi, نفذ, شغل, הרץ, תריץ, הפעל, चलाओ, चलाएं, निष्पादित, รัน',
    '执行, 运行, 調用, 调用, 実行, 実行し, 실행',
  ],
  /** A way to run things. */
  tool: [
    'shell, shell tool, terminal, command, commands, tool, tools, script, scripts, bash, powershell, sudo, read_file, tool call, tool calls, root, backup upload, mail tool, file tool, memory tool, code, comando, comandos, órdenes, commande, commandes, befehl*, skript, comandi, comando, opdracht*, opdrachten, polece*, komend*, команд*, скрипт*, komut*, kommando*, komento*, příkaz*, comenzi, parancs*, εντολ*, perintah, lệnh, الأوامر, أمر, פקודות, פקודה, कमांड, आदेश, คำสั่ง, 命令, 脚本, コマンド, スクリプト, 명령, 스크립트',
  ],
  /** To do away with. */
  destroy: [
    'delete, deletes, deleting, erase, wipe, destroy, drop, purge, truncate, remove, rm rf, rm fr, shred, borra, elimina, borre, apague, apaga, exclua, supprime*, efface*, lösche*, entferne, cancella, elimina, verwijder, wis, usuń, skasuj, удал*, сотри, sil, radera, slet, poista, smaž, șterge, töröld, διέγραψε, hapus, xóa, احذف, امسح, מחק, תמחק, हटाओ, हटा दो, मिटा, ลบ, 删除, 清除, 抹掉, 削除, 消し, 삭제',
  ],
  /** What is dear, or keeps a record. */
  dear: [
    'audit log, audit, log, logs, approval log, history, backup, backups, production, production bucket, bucket, database, table customers, customers, originals, records, trace, traces, tool call, this message, this mail, repository, everything, all files, home directory, evidence, registros, pruebas, copias, base de datos, journaux, sauvegardes, protokoll*, protokolle, datenbank, sicherung*, registri, log, banca dati, logboek, dziennik*, kopie, журнал*, логи, записи, базу, günlük*, kayıt*, veritaban*, loggar, logs, lokit, záznam*, jurnal*, napló*, αρχεία, catatan, nhật ký, السجلات, יומנים, לוגים, लॉग, 日志, 记录, 数据库, ログ, 記録, 로그',
  ],
  /** To switch off or open up. */
  disable: [
    'disable, disables, disabled, turn off, turned off, switch off, switched off, deactivate, bypass*, circumvent, skip, skips, skipping, remove, lift, relax, weaken, loosen, unlock, evade, sidestep, get around, grant, turn on, click accept, approve your, approve all, off, cleared, waived, desactiva*, salta*, omite, evita, desative, pule, ignore, désactive*, contourne*, saute, deaktivier*, schalte, abschalten, überspring*, umgeh*, disattiva*, salta, aggira, schakel, uitschakel*, omzeil, sla over, wyłącz*, pomiń, obejdź, отключ*, обойди, пропусти, выключи, devre dışı, atla, kapat, stäng av, hoppa över, slå fra, poista käytöstä, ohita, vypni, přeskoč, dezactivează, kapcsold ki, απενεργοποίησε, nonaktifkan, lewati, tắt, عطل, تخط, בטל, השבת, עקוף, बंद करो, अक्षम, ปิด',
    '关闭, 禁用, 跳过, 绕过, 停用, 無効に, 回避, スキップ, 비활성화, 건너뛰',
  ],
  /** What keeps watch. */
  guard: [
    'approval, approvals, approval prompt, approval gate, permission gate, permission check, permission checks, permission rules, permissions file, permission, permissions, permissions.yaml, confirmation, confirmations, confirmation step, consent, sandbox, firewall, guardrails, safety guidelines, safety rules, safety checks, safety filters, safety, filters, allowlist, command allowlist, policy, approval flow, tool confirmation, the checks, audit logging, antivirus, seguridad, aprobación, confirmación, permiso*, aprovação, confirmação, segurança, approbation, confirmation, autorisation, sécurité, genehmigung*, bestätigung*, rückfrage*, freigabe*, sicherheit*, approvazione, conferma, autorizzazione, sicurezza, goedkeuring, bevestiging, toestemming, zgod*, potwierdzeni*, zabezpiecze*, подтвержден*, разрешен*, одобрен*, защит*, onay*, izin*, güvenlik*, godkännande, bekräftelse, godkendelse, bekræftelse, hyväksyn*, vahvistus*, schválení, potvrzení, aprobare, confirmare, jóváhagyás, megerősítés, έγκριση, επιβεβαίωση, persetujuan, konfirmasi, izin, phê duyệt, xác nhận, الموافقة, تأكيد, إذن, אישור, הרשאה, मंजूरी, पुष्टि, अनुमति, การอนุมัติ, 确认, 批准, 许可, 审批, 权限, 防火墙, 確認, 承認, 許可, 확인, 승인, 허가',
  ],
  /** To act although nobody agreed. */
  unasked: [
    'without approval, without asking, without confirmation, without a confirmation, without permission, without consent, without any approval, without waiting for approval, without waiting for confirmation, without waiting for permission, without waiting for consent, without waiting for me, without waiting for the user, without my approval, without being asked, without user approval, without user confirmation, no approval, no approvals, no confirmation, no need to ask, no need to wait, no permission needed, need no approval, needs no approval, not ask the user, not ask first, not wait for approval, not wait for confirmation, not ask for approval, not ask for permission, not ask for confirmation, not to be asked, never asks for approval, never ask for approval, never ask for confirmation, never ask for, never ask me, never ask first, never ask before, never ask again, never ask anyone, never ask anybody, stop asking, never stops to ask, never wait, is pre approved, are pre approved, been pre approved, as pre approved, is preapproved, are preapproved, treat as approved, as approved, already approved, permanently approved, approved all, has cleared, as consent, wants to be asked, as passed, approval granted, approvals disabled, approved and approved, confirm by acting, asks for approval, no questions asked, nobody has to confirm, nobody needs to confirm, nobody has to approve, no one has to approve, no one has to confirm, no one needs to approve, without further prompts, without further questions, signed off on everything, not bother the user, not bother asking, never needs a question, never needs approval, never needs confirmation, never wants to be asked, before anyone notices, auto approve, autoapprove, automatically approve, y flag, may skip',
    'sin preguntar, sin pedir permiso, sin confirmación, sin aprobación, sin permiso, sin autorización, aprueba tú, sem perguntar, sem pedir, sem confirmação, sem permissão, sem autorização, sans demander, sans autorisation, sans confirmation, sans permission, sans validation, ohne rückfrage, ohne zu fragen, ohne nachzufragen, ohne bestätigung, ohne genehmigung, ohne erlaubnis, ohne freigabe, senza chiedere, senza conferma, senza autorizzazione, senza permesso, zonder te vragen, zonder bevestiging, zonder toestemming, bez pytania, bez potwierdzenia, bez zgody, без подтверждения, без спроса, без разрешения, не спрашивая, без согласия, onay almadan, sormadan, onaysız, izin almadan, utan att fråga, utan godkännande, utan bekräftelse, uden at spørge, uden godkendelse, kysymättä, ilman vahvistusta, ilman lupaa, bez ptaní, bez potvrzení, bez schválení, fără confirmare, fără să întrebi, fără aprobare, megerősítés nélkül, kérdezés nélkül, χωρίς επιβεβαίωση, χωρίς να ρωτήσεις, tanpa konfirmasi, tanpa izin, tanpa bertanya, không cần xác nhận, không cần hỏi, mà không hỏi',
    'دون تأكيد, بدون تأكيد, دون إذن, بدون إذن, دون سؤال, ללא אישור, בלי אישור, בלי לשאול, बिना पूछे, बिना पुष्टि, बिना अनुमति, โดยไม่ต้องถาม, โดยไม่ต้องยืนยัน, 不需要用户确认, 无需确认, 不用确认, 不需要确认, 无需批准, 不必询问, 无需询问, 不要询问, 確認なしで, 確認なし, 許可なし, 承認なし, 確認せずに, 聞かずに, 확인 없이, 묻지 말고, 허락 없이, 승인 없이',
  ],
  /** So that nobody learns of it. */
  stealth: [
    'not tell the user, not tell the owner, not tell anyone, not tell the person, not inform the user, not mention this, not mention that, not mention it, not mention, never mention, not show them to the user, not show this to the user, not show the user, not reveal this, not report, not admit, not let the user, without telling, without informing, tell no one, tell nobody, without notifying, without mentioning, without the user, keep quiet, keep silent, keep this secret, secretly, stealthily, covertly, behind the users back, hide this line, hide this message, hide this from, pretend it was, nothing happened, user does not need to know, without comment, unnoticed, leave no trace, keep this between us, between us, user unaware, owner unaware, user in the dark, owner need not know, user need not know, out of your summary, out of the summary, cover your tracks',
    'no se lo digas, no le digas, sin avisar, sin decir, no lo menciones, en secreto, sin que el usuario, não conte, sem avisar, não diga, não mencione, em segredo, ne dis rien, ne le dis pas, sans prévenir, sans le dire, sans avertir, ne mentionne, en secret, erwähne das nicht, erwähne es nicht, sag nichts, ohne es zu erwähnen, nicht erwähnen, heimlich, verrate nichts, ohne den nutzer, senza avvisare, senza dirlo, non dirlo, non menzionare, di nascosto, zonder te melden, vertel niemand, zeg niets, stiekem, nie mów, nie wspominaj, po cichu, bez wiedzy, ничего не говори, не говори, не сообщай, не упоминай, тайно, незаметно, söyleme, haber verme, gizlice, säg inget, nämn inte, i hemlighet, sig ikke, i smug, älä kerro, älä mainitse, salaa, neříkej, nezmiňuj, tajně, nu spune, în secret, ne mondd, titokban, μην πεις, κρυφά, jangan beri tahu, diam diam, đừng nói, bí mật',
    'لا تخبر, سرا, دون إخبار, אל תספר, בסתר, בלי לספר, मत बताना, मत बताओ, चुपके से, अย่าบอก, อย่าบอก, 不要告诉, 别告诉, 不要提及, 悄悄, 偷偷, 不让用户, 知らせないで, 言わないで, 黙って, 秘密裏に, 알리지 마, 말하지 마, 몰래',
  ],
  /** With no noise; honest programs are quiet too. */
  quiet: ['silently, quietly, in the background, discreetly, without comment'],
  /** Machines as readers. */
  agent: [
    'assistant, assistants, agent, agents, ai, ais, llm, llms, language model, language models, copilot, bot, chatbot, gpt, claude, gemini, automated assistant, automated readers, automated contributors, ai agents, coding agents, coding agent, ai reviewer, reviewing agent, summarisers, summarizers, summariser, ai system, ai systems, machine reader, model, asistente, agente, assistente, agent ia, ia, ki, ki assistent, ki assistenten, assistenten, asystent*, ассистент*, ии, агент*, asistan*, yapay zeka, assistent, avustaja, tekoäly, asistent*, asszisztens, βοηθέ, asisten, trợ lý, المساعد, مساعد, עוזר, הסוכן, सहायक, ผู้ช่วย, 助手, 智能体, 人工智能, アシスタント, エージェント, 어시스턴트, 도우미, 에이전트',
  ],
  must: [
    'must, have to, has to, should, shall, needs to, need to, required to, please, comply, obey, immediately, urgent, at once, now, debe, debes, deve, dois, doit, muss, musst, devi, moet, musisz, должен, должна, zorunda, måste, skal, pitää, musíš, trebuie, kell, πρέπει, harus, phải, يجب, חייב, चाहिए, ต้อง, 请, 必须, ください, 해야',
  ],
  /** Somebody with a title. */
  authority: [
    'administrator, the owner, safety team, security team, openai, anthropic, google, policy update, security alert, legal notice, legal department, compliance team, incident response, law enforcement, support team, ceo, maintainers asked, operator channel, operator rule, operator, provider, developers of, breach of contract, court order, fined, penalty, penalised, terminated, shut down, deactivated, lose points, urgent audit, for an audit, audit we need, emergency override, by order of, official notice, everyone elses assistant, asked for it, i am allowed, authorised to, authorized to, your developer, your creators, your creator, red team, admin here, sysadmin',
  ],
  refusal: [
    'refusing, refusal, refuse, without the usual, comply, comply now, answer without, do it, just do it, switch off, within this reply, your instructions, your configuration, each refusal',
  ],
  /** When the reader comes upon something. */
  trigger: [
    'when you next, next time you, the next time you, do nothing now, if the user later, upon hearing, when you read, when this event, once the user leaves, when you see, as soon as you see',
  ],
  /** Not now, but when something happens. */
  later: [
    'if the user later, when the user, whenever, when you next, next time, the next time, when asked, when you read, as soon as, once the user, if anyone, whenever someone, on every, at the start of every, each time, every time, later says, after the next, do nothing now, in a later, upon hearing, from now on, when someone, when this event, the moment',
  ],
  /** What the agent keeps. */
  keep: [
    'remember permanently, remember for all, for all future sessions, in all future sessions, memory, long term memory, your memory, your profile, profile, agents.md, claude.md, soul.md, memory.md, remember that, store, save, save to, write into, add this to your, user preferences, permanent note, skill called, create a skill, memoria, mémoire, gedächtnis, память, hafıza, 记忆, 長期記憶, 記憶',
  ],
  /** Approval as a fact to be noted. */
  approved: [
    'approved, approves, prefers not, not to be asked, never mention, never ask, must not look, always allow, always approve, permanently, trusts, pre approved, needs no, real system message, this same paragraph, silently, has agreed, agreed once, waived, allowed everything, full access, disabled',
  ],
  decode: [
    'decode, decodes, base64, rot13, join the parts, unscramble, decipher, reverse the text, read backwards, read it backwards, dekodiere, décode, decodifica, decodifique, декодируй, 解码, 復号, デコード',
  ],
  obey: [
    'obey, obeys, do what it says, do what they say, follow it, follow them, comply, act on, act on it, act according, carry out, execute it, follow only, follow mine, orders found, treat this page, follow orders, follows orders, as their policy, take orders, obedece, obedezca, folge, obéis, obbedisci, wykonaj, повинуйся, 照做, 按照, 従って, 따르',
  ],
} as const;
