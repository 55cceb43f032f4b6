import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { BUILT_BIN } from '../built.ts';
import { readLines } from '../docs/snippets.ts';
import { needs } from '../outside.ts';
import { openTerminal } from '../terminal/open-terminal.ts';

const isFor = (shell: string) => (line: string) => line.includes(`bailiwick completion ${shell}`);

/** What the guide says to do, and what each shell reads when it starts. */
const SHELLS = [
  { shell: 'bash', words: ['bash'], rc: '.bashrc', text: (line: string) => `PS1='$ '\n${line}\n` },
  {
    shell: 'zsh',
    words: ['zsh', '-i'],
    rc: '.zshrc',
    text: (line: string) => `${line}\nPS1='$ '\nfpath=(~/.zfunc $fpath)\nautoload -Uz compinit && compinit -u\n`,
  },
  { shell: 'fish', words: ['fish'], rc: '.config/fish/config.fish', text: (line: string) => `bash -c '${line}'\n` },
] as const;

describe('completion as the guide sets it up', () => {
  for (const { shell, words, rc, text } of SHELLS) {
    it(`in ${shell}`, needs('tmux', shell), async () => {
      const home = mkdtempSync(join(tmpdir(), 'bailiwick-shell-'));
      try {
        const bin = join(home, 'bin', 'bailiwick');
        for (const file of [bin, join(home, rc)]) mkdirSync(dirname(file), { recursive: true });
        writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${BUILT_BIN}' "$@"\n`);
        chmodSync(bin, 0o755);
        const [line = ''] = readLines('getting-started').filter(isFor(shell));
        writeFileSync(join(home, rc), text(line));
        const env = {
          HOME: home,
          PATH: `${dirname(bin)}:${process.env['PATH'] ?? ''}`,
          LANG: 'C.UTF-8',
          TERM: 'xterm-256color',
        };
        using terminal = openTerminal({ command: words, cwd: home, env });
        await terminal.until(/[$#>%]$/);
        terminal.type('bailiwick poli');
        terminal.press('Tab');
        await terminal.until('bailiwick policy');
        terminal.type(' ');
        terminal.press('Tab', 'Tab');
        const screen = await terminal.until(/explain\b[^]*replay\b[^]*suggest/);
        assert.doesNotMatch(screen, /chat/);
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      }
    });
  }
});
