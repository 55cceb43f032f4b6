/** A place where programs keep what proves who somebody is. */
export interface SecretPlace {
  /** Below a home; absolute for one of the system. */
  readonly path: string;
  /** Everything below a folder is secret. */
  readonly isFolder: boolean;
  /** Programs whose own place it is, as a line names them: an allowed line that runs one may read it (decision 0007). */
  readonly programs: readonly string[];
}

const list = (isFolder: boolean, paths: string, programs: string): readonly SecretPlace[] =>
  paths.split(' ').map((path) => ({ path, isFolder, programs: programs.split(' ').filter(Boolean) }));

const FETCHERS = 'git gh curl wget ftp lftp pip pip3 pipx uv poetry twine hg svn';
const NODE = 'npm npx pnpm pnpx yarn yarnpkg bun bunx';
const CLUSTER = 'kubectl helm kustomize k9s kubectx kubens skaffold tilt kind minikube flux argocd';

/** Of every home. Keys of ssh and GnuPG have openings of their own. */
export const HOME_PLACES: readonly SecretPlace[] = [
  ...list(true, '.ssh .gnupg', ''),
  ...list(true, '.aws', 'aws sam cdk eksctl terraform tofu pulumi'),
  ...list(true, '.azure', 'az azd terraform tofu pulumi'),
  ...list(true, '.config/gcloud', 'gcloud gsutil bq terraform tofu pulumi'),
  ...list(true, '.kube', CLUSTER),
  ...list(true, '.config/gh', 'gh git'),
  ...list(true, '.config/glab-cli', 'glab git'),
  ...list(true, '.password-store', 'pass gopass'),
  ...list(true, '.local/share/keyrings', ''),
  ...list(false, '.netrc', FETCHERS),
  ...list(false, '.git-credentials .config/git/credentials', 'git gh glab'),
  ...list(
    false,
    '.docker/config.json .config/containers/auth.json',
    'docker docker-compose podman buildah skopeo helm',
  ),
  ...list(false, '.npmrc .yarnrc.yml', NODE),
  ...list(false, '.pypirc', 'twine uv pip pip3 poetry flit hatch'),
  ...list(false, '.cargo/credentials .cargo/credentials.toml', 'cargo'),
  ...list(false, '.m2/settings.xml .m2/settings-security.xml', 'mvn mvnd ./mvnw'),
  ...list(false, '.gem/credentials', 'gem bundle'),
  ...list(false, '.composer/auth.json .config/composer/auth.json', 'composer'),
  ...list(false, '.terraform.d/credentials.tfrc.json', 'terraform tofu'),
  ...list(false, '.vault-token', 'vault'),
  ...list(false, '.pgpass', 'psql pg_dump pg_dumpall pg_restore pg_isready createdb dropdb'),
  ...list(false, '.my.cnf .mylogin.cnf', 'mysql mysqldump mysqladmin mariadb mariadb-dump'),
  ...list(false, '.s3cfg', 's3cmd'),
  ...list(false, '.config/rclone/rclone.conf', 'rclone'),
];

/** Of the system: passwords of accounts, and the keys of the machine. */
export const SYSTEM_PLACES: readonly SecretPlace[] = list(
  false,
  '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/security/opasswd /etc/master.passwd ' +
    '/etc/ssh/ssh_host_rsa_key /etc/ssh/ssh_host_ecdsa_key /etc/ssh/ssh_host_ed25519_key /etc/krb5.keytab',
  '',
);
