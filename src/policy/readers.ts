/** Programs that print their arguments and read no file named in them. */
export const PRINTERS: ReadonlySet<string> = new Set('echo printf true false : sleep exit return'.split(' '));

/** Programs that print names and sizes of the files they are given, not what is in them (POLICY 6). */
export const LISTERS: ReadonlySet<string> = new Set('find ls du tree'.split(' '));

/** Programs that only read the files they are given, as far as their operands go. */
export const READERS: ReadonlySet<string> = new Set(
  (
    'cat head tail grep egrep fgrep rg ag ack wc file stat du df which whoami date tree ls pwd find less more most bat nl od xxd ' +
    'hexdump strings diff cmp comm colordiff sdiff sum cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum jq ' +
    'basename dirname realpath readlink test [ [[ column cut tr uniq fold fmt pr expand unexpand paste join tac rev look zcat zgrep ' +
    'zless xzcat bzcat man info help type hash cd pushd popd source . export unset read id uname ps echo printf ' +
    'base64 base32 shellcheck yamllint xmllint git'
  ).split(' '),
);
