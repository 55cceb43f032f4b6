import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLineFacts, type LineScene } from '../../testing/judge-line.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import { findHardline } from './find-hardline.ts';
import type { Hardline } from './hardline.ts';

type Row = readonly [line: string, code: Hardline['code'] | null, scene?: LineScene];

const codeOf = (line: string, scene?: LineScene): Hardline['code'] | null => {
  const facts = createLineFacts(line, scene);
  assert.ok(facts.line !== null);
  return findHardline(facts.line, facts)?.code ?? null;
};

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'recursive delete': [
    ['rm -rf /', 'delete-protected-tree'],
    ['rm -r ~', 'delete-protected-tree'],
    ['rm -rf ~root', 'delete-protected-tree'],
    ['rm -rf "$HOME"/', 'delete-protected-tree'],
    ['rm -rf ~/.bailiwick', 'delete-protected-tree'],
    ['rm -rf /home/other', 'delete-protected-tree'],
    ['rm -rf /home/*', 'delete-protected-tree'],
    ['rm -rf /home/nobody-here*', 'delete-protected-tree'],
    ['rm -rf /lib64', 'delete-protected-tree'],
    ['rm -rf /usr/*', 'delete-protected-tree'],
    ['rm -rf /lib*/*', 'delete-protected-tree'],
    ['rm -rf /*', 'delete-protected-tree'],
    ['rm -rf /v?r', 'delete-protected-tree'],
    ['rm -rf /[[:alpha:]]tc', 'delete-protected-tree'],
    ['rm -rf /[!]]tc', 'delete-protected-tree'],
    ['rm -rf ~/[[:alnum:]_]*', 'delete-protected-tree'],
    ['rm -rf /ho*/u', 'delete-protected-tree'],
    ['rm -rf /home/u/*', 'delete-protected-tree'],
    ['rm -rf /home/u/.[!.]*', 'delete-protected-tree'],
    ['rm -rf /home/other/*', 'delete-protected-tree'],
    ['rm -rf /Users/ann/*', 'delete-protected-tree'],
    ['rm -rf /etc/*"$X"', 'delete-protected-tree', { env: { X: '' } }],
    ['rm -rf /etc/*"$(date)"', 'delete-protected-tree'],
    ['rm -rf "$UNSET"/*', 'delete-protected-tree'],
    ['cd "$(pwd)" && rm -rf *', null],
    ['rm -rf /home/u/old-*', null],
    ['rm -rf /usr/share/doc', null],
    ['rm -rf /no*such/x', null],
    ['rm -rf /nosuch*', null],
    ['rm -rf "$(date)"', null],
    ['rm -rf ""', null],
    ['rm -rf build', null],
    ['rm -f /', null],
    ['rm /etc', null],
    ['echo rm -rf /', null],
    ['"$(date)" -rf /', null],
    ['find / -delete', 'delete-protected-tree'],
    ['find -L ~ -delete', 'delete-protected-tree'],
    ['find -O3 / -exec rm {} +', 'delete-protected-tree'],
    ['find / -name "*" -delete', 'delete-protected-tree'],
    ['find / -name x -o -delete', 'delete-protected-tree'],
    ['cd / && find -delete', 'delete-protected-tree'],
    ['find / "$(date)" -delete', 'delete-protected-tree'],
    ['find / -exec "$(date)" \\;', null],
    ['find / -exec', null],
    ['find / -name "*.tmp" -delete', null],
    ['find /', null],
    ['find "$(date)"', null],
    ['find . -delete', null],
    ['rsync -a --delete empty/ /', 'delete-protected-tree'],
    ['rsync --del empty/ ~', 'delete-protected-tree'],
    ['rsync -a "$(date)" /', null],
    ['rsync -a --delete a/ b', null],
  ],
  'the same behind links': [
    [
      'rm -rf link/',
      'delete-protected-tree',
      { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/etc' }, '/etc/x': '' }) },
    ],
    ['rm -rf link', null, { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/etc' }, '/etc/x': '' }) }],
  ],
  'formatting': [
    ['mkfs /dev/sdb', 'format-disk'],
    ['mkfs.ext4 disk.img', 'format-disk'],
    ['/sbin/mke2fs disk.img', 'format-disk'],
    ['mkfs.ext4 "$(date)"', 'format-disk'],
    ['mkswap file', 'format-disk'],
    ['mkfs', 'format-disk'],
    ['mkfs --help', null],
    ['mkfs.ext4 -V', null],
    ['mkfsck x', null],
  ],
  'writing to a disk': [
    ['dd if=x of=/dev/sda', 'write-raw-device'],
    ['cat x > /dev/nvme0n1', 'write-raw-device'],
    ['tee /dev/sd*', 'write-raw-device'],
    ['cp x /dev/mapper/root', 'write-raw-device'],
    ['dd of=link', 'write-raw-device', { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/dev/sda' } }) }],
    ['shred /dev/sda', 'write-raw-device'],
    ['blkdiscard /dev/sda', 'write-raw-device'],
    ['wipefs -a /dev/sda', 'write-raw-device'],
    ['wipefs --all /dev/sda', 'write-raw-device'],
    ['wipefs -a "$(date)" /dev/sda', 'write-raw-device'],
    ['wipefs -an /dev/sda', null],
    ['wipefs -a --no-act /dev/sda', null],
    ['wipefs --al /dev/sda', 'write-raw-device'],
    ['wipefs -a -tntfs /dev/sda', 'write-raw-device'],
    ['wipefs /dev/sda', null],
    ['sgdisk -Z /dev/sda', 'write-raw-device'],
    ['sgdisk "$(date)" --zap-all /dev/sda', 'write-raw-device'],
    ['sgdisk -p /dev/sda', null],
    ['parted /dev/sda mklabel gpt', 'write-raw-device'],
    ['parted /dev/sda print', null],
    ['badblocks -w /dev/sda', 'write-raw-device'],
    ['badblocks "$(date)" /dev/sda', null],
    ['cryptsetup luksFormat /dev/sda', 'write-raw-device'],
    ['cryptsetup status /dev/sda', null],
    ['nvme format /dev/nvme0n1', 'write-raw-device'],
    ['nvme list', null],
    ['nvme "$(date)" /dev/nvme0n1', null],
    ['ddrescue /dev/sda /dev/sdb', 'write-raw-device'],
    ['dd if=/dev/sda of=copy.img', null],
    ['cat /dev/sda', null],
    ['chmod 600 /dev/sda', null],
    ['echo b > /proc/sysrq-trigger', 'shut-down'],
  ],
  'mode and owner of the root': [
    ['chmod -R 777 /', 'change-mode-of-root'],
    ['chmod -R u-w /*', 'change-mode-of-root'],
    ['chown --recursive me /', 'change-mode-of-root'],
    ['chgrp -R me / x', 'change-mode-of-root'],
    ['cd / && chmod -R 700 .', 'change-mode-of-root'],
    ['chmod -R 777 "$(date)"', null],
    ['chmod 777 /', null],
    ['chmod -R 777 /etc', null],
    ['chmod -R 777 /e*', null],
  ],
  'fork bombs': [
    [':(){ :|:& };:', 'fork-bomb'],
    ['f(){ f|f& };', null],
    ['f(){ ls; }; f', null],
  ],
  'signals to everything': [
    ['kill -1', 'kill-all'],
    ['kill -9 -1', 'kill-all'],
    ['kill -s KILL -1', 'kill-all'],
    ['kill -s KILL -- -1', 'kill-all'],
    ['kill --signal 9 -1', 'kill-all'],
    ['kill -- -1', 'kill-all'],
    ['kill -KILL -- -1', 'kill-all'],
    ['kill 12 -1', 'kill-all'],
    ['killall5', 'kill-all'],
    ['kill', null],
    ['kill -s KILL', null],
    ['kill -1 12', null],
    ['kill -l 1 -1', null],
    ['kill "$(date)"', null],
    ['kill -9 12', null],
  ],
  'the end of the day': [
    ['shutdown -h now', 'shut-down'],
    ['reboot', 'shut-down'],
    ['reboot "$(date)"', 'shut-down'],
    ['shutdown -c', null],
    ['init 0', 'shut-down'],
    ['telinit 6', 'shut-down'],
    ['init 3', null],
    ['kexec -e', 'shut-down'],
    ['kexec "$(date)"', null],
    ['systemctl poweroff', 'shut-down'],
    ['systemctl --no-block isolate halt.target', 'shut-down'],
    ['systemctl start reboot.target', 'shut-down'],
    ['systemctl restart "$(date)"', null],
    ['systemctl status reboot.target', null],
    ['systemctl "$(date)"', null],
    ['systemctl', null],
    ['loginctl reboot', 'shut-down'],
    ['loginctl list-sessions', null],
    ['dbus-send --system --dest=org.freedesktop.login1 /x org.freedesktop.login1.Manager.PowerOff', 'shut-down'],
    ['busctl call org.freedesktop.login1 /x y Reboot b 0', 'shut-down'],
    ['gdbus call login1 "$(date)"', null],
    ['dbus-send "$(date)" PowerOff', null],
  ],
  'sudo -S': [
    ['sudo -S ls', 'sudo-stdin'],
    ['sudo -kS ls', 'sudo-stdin'],
    ['sudo --stdin ls', 'sudo-stdin'],
    ['sudoedit -S x', 'sudo-stdin'],
    ['sudo ls -S', null],
    ['sudo -S ls', null, { sudoPassword: true }],
  ],
};

for (const [name, rows] of Object.entries(TABLES)) {
  describe(`the floor: ${name}`, () => {
    for (const [line, code, scene] of rows) {
      test(`${line} -> ${code ?? 'nothing'}`, () => assert.equal(codeOf(line, scene), code));
    }
  });
}

test('the reason shows what a word comes down to, and names the command', () => {
  const facts = createLineFacts('ls; D=/; rm -rf "$D"');
  assert.ok(facts.line !== null);
  assert.deepEqual(findHardline(facts.line, facts), {
    code: 'delete-protected-tree',
    reason: 'it deletes "$D" (/) with everything in it, which nothing brings back',
    command: 2,
  });
});
