import type { OptionsRead } from '../../shell/options.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { subcommandOf, usesFlag, valuesOf } from '../command-view.ts';
import { placeOf, placeOfText } from '../paths.ts';
import { outputs, program, table, toTree, writesText, type Program } from './writer.ts';
import { textOf } from '../../shell/words/word-text.ts';

const CURL = table({
  '0': '-f|--fail -s|--silent -S|--show-error -L|--location -O|--remote-name -J|--remote-header-name -k|--insecure -i|--include -I|--head -v|--verbose -g -G|--get -N -R -a|--append -q -4 -6 -# --compressed --create-dirs --location-trusted --remote-name-all --http1.1 --http2 --fail-with-body --no-progress-meter --progress-bar',
  '1': '-H|--header -X|--request -d|--data --data-raw --data-binary --data-urlencode --json -F|--form -T|--upload-file -u|--user -A|--user-agent -e|--referer -b|--cookie -m|--max-time --connect-timeout --retry --retry-delay -x|--proxy -r|--range -w|--write-out -K|--config -E|--cert --cacert --key -y -Y -z -C --url --resolve --etag-compare --output-dir',
  '1/writes':
    '-o|--output -c|--cookie-jar -D|--dump-header --trace --trace-ascii --stderr --etag-save --libcurl --hsts ' +
    '--alt-svc --ssl-sessions',
});

const WGET = table({
  '0': '-q|--quiet -v|--verbose -c|--continue -N -r|--recursive -k -p -m|--mirror -S -4 -6 -b -H -L -E -K -x|--force-directories -nH|--no-host-directories --no-check-certificate --content-disposition',
  '1': '-U|--user-agent -t|--tries -T|--timeout -w -Q --header --user --password --post-data --post-file --body-file -e|--execute -i|--input-file -B -l -A -R -D -I -X --load-cookies -P|--directory-prefix',
  '1/writes':
    '-O|--output-document -o|--output-file -a|--append-output --save-cookies --hsts-file --warc-file ' +
    '--warc-tempdir --rejected-log',
});

/** The files that flags name, and those named after what is fetched. */
const fetches = (flags: FlagTable, namesItself: (read: OptionsRead) => boolean): Program =>
  program(flags, (read, command) => {
    const folders = valuesOf(read, '--output-dir', '-P');
    const folder = folders[0]?.value ?? '.';
    const named = namesItself(read)
      ? read.operands.flatMap((word) => /[^/?#]+(?=([?#].*)?$)/s.exec(textOf(word))?.[0] ?? [])
      : [];
    // `-w '%output{FILE}'`
    const printed = valuesOf(read, '-w').flatMap((word) =>
      [...textOf(word).matchAll(/%output\{(?:>>)?([^}]*)\}/g)].map(([, file]) => String(file)),
    );
    // `wget -x -nH`: the folders of the address come along.
    const paths = usesFlag(read, '-x', '-r', '-m')
      ? read.operands.flatMap((word) => /^\w+:\/\/[^/]+\/([^?#]+)/.exec(textOf(word))?.[1] ?? [])
      : [];
    const files = [...[...named, ...paths].map((name) => `${folder}/${name}`), ...printed];
    // The other side says by which name it lands.
    const anyName = usesFlag(read, '-J', '--content-disposition') ? toTree(placeOfText(folder, command)) : [];
    return [...folders.flatMap((word) => toTree(placeOf(word, command))), ...anyName, ...writesText(files, command)];
  });

const SAVED = outputs('o', 'output');

const ARIA = table({ '1': '-d|--dir -o|--out -i|--input-file -x -s -k -j -l|--log' });

/** Without a name of its own a file lands in the folder by the name that the other side gives it. */
const fetchesInto = program(ARIA, (read, command) => {
  const [folder = null] = valuesOf(read, '-d');
  const at = folder === null ? command.cwd : (placeOf(folder, command)?.path ?? null);
  const names = valuesOf(read, '-o').map((word) => textOf(word));
  return [...writesText(names, { cwd: at }), ...(folder === null ? [] : toTree(placeOfText('.', { cwd: at })))];
});

/** `qemu-img convert FROM TO`, `qemu-img create FILE`, `qemu-img dd of=FILE`. */
const IMAGES: Program = {
  writes(command: SimpleCommand) {
    const { verb, rest } = subcommandOf(command);
    const texts = rest.map((word) => textOf(word));
    const files = texts.filter((text, i) => !text.startsWith('-') && !/^-[fFObo]$/.test(String(texts[i - 1])));
    if (verb === 'dd')
      return writesText(
        files.filter((text) => text.startsWith('of=')).map((text) => text.slice(3)),
        command,
      );
    return verb === 'convert' || verb === 'create' ? writesText(files.slice(verb === 'convert' ? -1 : 0), command) : [];
  },
  readsRest: () => false,
};

/** `docker cp CONTAINER:path FILE`, `docker save -o FILE`. */
const CONTAINERS: Program = {
  writes(command: SimpleCommand) {
    const { verb, rest } = subcommandOf(command);
    if (verb === 'save' || verb === 'export') return SAVED.writes(command);
    const names = rest.filter(({ value }) => value?.startsWith('-') !== true).slice(-1);
    return verb === 'cp' ? names.flatMap((word) => toTree(placeOf(word, command))) : [];
  },
  readsRest: () => false,
};

export const FETCHERS: readonly (readonly [string, Program])[] = [
  ['curl', fetches(CURL, (read) => usesFlag(read, '-O', '--remote-name-all'))],
  ['wget', fetches(WGET, (read) => !usesFlag(read, '-O'))],
  [
    'ssh',
    program(
      table(
        {
          '0': '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y',
          '1': '-B -b -c -D -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -P',
          '1/writes': '-E',
        },
        { stopsAtOperand: true },
      ),
    ),
  ],
  ['aria2c', fetchesInto],
  ...['axel', 'xh', 'http', 'https', 'yt-dlp'].map((head) => [head, SAVED] as const),
  ['qemu-img', IMAGES],
  ['docker', CONTAINERS],
  ['podman', CONTAINERS],
];
