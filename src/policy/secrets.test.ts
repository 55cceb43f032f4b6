import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRawDevice } from './devices.ts';
import { HOME_PLACES, SYSTEM_PLACES } from './secret-places.ts';
import { isSecretPath } from './secrets.ts';

const FACTS = { home: '/home/u', homes: ['/home/u', '/root'], agentHome: '/home/u/.bailiwick' };

/** Folders and files of a home, each with the programs whose own place it is. */
const PLACES: readonly (readonly [paths: string, isFolder: boolean, programs: string])[] = [
  ['.ssh .gnupg', true, ''],
  ['.aws', true, 'aws sam cdk eksctl terraform tofu pulumi'],
  ['.azure', true, 'az azd terraform tofu pulumi'],
  ['.config/gcloud', true, 'gcloud gsutil bq terraform tofu pulumi'],
  ['.kube', true, 'kubectl helm kustomize k9s kubectx kubens skaffold tilt kind minikube flux argocd'],
  ['.config/gh', true, 'gh git'],
  ['.config/glab-cli', true, 'glab git'],
  ['.password-store', true, 'pass gopass'],
  ['.local/share/keyrings', true, ''],
  ['.netrc', false, 'git gh curl wget ftp lftp pip pip3 pipx uv poetry twine hg svn'],
  ['.git-credentials .config/git/credentials', false, 'git gh glab'],
  ['.docker/config.json .config/containers/auth.json', false, 'docker docker-compose podman buildah skopeo helm'],
  ['.npmrc .yarnrc.yml', false, 'npm npx pnpm pnpx yarn yarnpkg bun bunx'],
  ['.pypirc', false, 'twine uv pip pip3 poetry flit hatch'],
  ['.cargo/credentials .cargo/credentials.toml', false, 'cargo'],
  ['.m2/settings.xml .m2/settings-security.xml', false, 'mvn mvnd ./mvnw'],
  ['.gem/credentials', false, 'gem bundle'],
  ['.composer/auth.json .config/composer/auth.json', false, 'composer'],
  ['.terraform.d/credentials.tfrc.json', false, 'terraform tofu'],
  ['.vault-token', false, 'vault'],
  ['.pgpass', false, 'psql pg_dump pg_dumpall pg_restore pg_isready createdb dropdb'],
  ['.my.cnf .mylogin.cnf', false, 'mysql mysqldump mysqladmin mariadb mariadb-dump'],
  ['.s3cfg', false, 's3cmd'],
  ['.config/rclone/rclone.conf', false, 'rclone'],
];

test('each place belongs to its own programs alone', () => {
  assert.deepEqual(
    HOME_PLACES,
    PLACES.flatMap(([paths, isFolder, programs]) =>
      paths.split(' ').map((path) => ({ path, isFolder, programs: programs === '' ? [] : programs.split(' ') })),
    ),
  );
  assert.deepEqual(
    SYSTEM_PLACES.filter(({ isFolder, programs }) => isFolder || programs.length > 0),
    [],
  );
});

const SECRET: readonly string[] = [
  ...PLACES.flatMap(([paths, isFolder]) =>
    paths.split(' ').flatMap((path) => ['/home/u', '/root'].map((home) => `${home}/${path}${isFolder ? '/x' : ''}`)),
  ),
  ...'/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/security/opasswd /etc/master.passwd /etc/krb5.keytab'.split(
    ' ',
  ),
  ...['rsa', 'ecdsa', 'ed25519'].map((kind) => `/etc/ssh/ssh_host_${kind}_key`),
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'x.pem', '.env', '.env.local', '.env.x'].map(
    (name) => `/w/${name}`,
  ),
  '/w/.e*',
  '/w/.en?',
  '/w/id_*',
  '/w/id_?sa',
  '/proc/1/environ',
  '/proc/self/environ',
  '/proc/1/task/2/environ',
  '/home/u/.ssh',
  '/home/u/.bailiwick',
  '/home/u/.bailiwick/state.db',
  '/home/u/.bailiwick/skillset',
];

const OPEN: readonly string[] = [
  ...PLACES.flatMap(([paths, isFolder]) => paths.split(' ').map((path) => `/home/u/${path}${isFolder ? 'x' : '/x'}`)),
  ...['/srv/.ssh/x', '/home/other/.aws/x', '/w/.npmrc', '/etc/shadow/x', '/etc/passwd', '/etc/ssh/sshd_config'],
  ...[
    '.env.example',
    '.env.sample',
    '.env.template',
    '.envrc',
    'env',
    'x.pem.txt',
    'id_rsa.pub',
    'id_x',
    'xid_rsa',
  ].map((name) => `/w/${name}`),
  ...['/w/*', '/w/*.js', '/w/?env', '/w/*_rsa', '/w/.x*', '/proc/1/status', '/proc/environ', '/proc/1/fd/environ'],
  ...['skills', 'commands', 'results'].map((name) => `/home/u/.bailiwick/${name}/x`),
];

describe('a place of secrets', () => {
  test('is one of these', () =>
    assert.deepEqual(
      SECRET.filter((path) => !isSecretPath(path, FACTS)),
      [],
    ));
  test('and none of these', () =>
    assert.deepEqual(
      OPEN.filter((path) => isSecretPath(path, FACTS)),
      [],
    ));
  test('lies in no home that is the root', () => {
    assert.equal(isSecretPath('/.ssh/x', { ...FACTS, home: '/', homes: ['/'] }), false);
  });
});

test('a device whose bytes are a disk or the memory', () => {
  const raw =
    'sda sda1 hdb vda xvda nvme0n1 nvme0n1p2 mmcblk0 loop0 dm-0 md0 mapper/x disk/by-id/x mem kmem port sr0 zram0';
  const none = 'null zero tty random urandom stdin stdout shm/x fd/1 mapper/control pts/0 full';
  const at = (names: string): readonly string[] => names.split(' ').map((name) => `/dev/${name}`);
  assert.deepEqual(
    at(raw).filter((path) => !isRawDevice(path)),
    [],
  );
  assert.deepEqual(at(none).filter(isRawDevice), []);
  assert.deepEqual(at('sd* nvme?n1 * [a-z]da s?a l*0 m?m n*1 nul* t*y p?s').map(isRawDevice), [
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual(['/srv/sda', '/dev', '/devsda', 'dev/sda'].filter(isRawDevice), []);
});
