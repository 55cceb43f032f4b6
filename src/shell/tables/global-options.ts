import type { FlagTable } from '../../vocab/flag-table.ts';
import { flagTable } from './table.ts';

const globals = (head: string, groups: Readonly<Record<string, string>>): readonly [string, FlagTable] => [
  head,
  flagTable(head, groups, { stopsAtOperand: true }),
];

/**
 * Options that may stand between a program and its subcommand: `git -C x push` is `git push` (POLICY 5). A program that
 * has no table here has its subcommand in its first word that is no flag.
 */
export const GLOBAL_OPTIONS: ReadonlyMap<string, FlagTable> = new Map([
  globals('git', {
    '0':
      '-v|--version -h|--help --html-path --man-path --info-path -p|--paginate -P|--no-pager --no-replace-objects --bare ' +
      '--literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-advice --no-lazy-fetch',
    '1': '-C --git-dir --work-tree --namespace --super-prefix --list-cmds --attr-source',
    '1/runs': '-c --config-env',
    'attached/runs': '--exec-path',
  }),
  globals('docker', {
    '0': '-D|--debug --tls --tlsverify -v|--version --help',
    '1': '--config -c|--context -H|--host -l|--log-level --tlscacert --tlscert --tlskey',
  }),
  globals('podman', {
    '0': '-r|--remote -v|--version --help --noout',
    '1': '-c|--connection --identity --log-level --url --root --runroot --storage-driver --storage-opt --cgroup-manager --config --module',
  }),
  globals('npm', {
    '0':
      '-g|--global -s|--silent -d -dd -ddd -q|--quiet -v|--version -h|--help -f|--force -y|--yes -l|--long -p|--parseable ' +
      '--json --offline --prefer-offline --no-audit --no-fund --workspaces --include-workspace-root --ignore-scripts --dry-run',
    '1':
      '--registry --prefix -C --userconfig --globalconfig --cache --loglevel -w|--workspace --tag --access --otp --omit --include ' +
      '--scope --node-options --script-shell --before --auth-type',
  }),
  globals('pnpm', {
    '0': '-r|--recursive -w|--workspace-root -s|--silent --color --no-color --stream --aggregate-output --version --help',
    '1': '-C|--dir -F|--filter --filter-prod --registry --reporter --loglevel --config',
  }),
  globals('yarn', {
    '0': '--silent -s --offline --json --verbose -v --version --help',
    '1': '--cwd --registry --cache-folder',
  }),
  globals('cargo', {
    '0': '-v|--verbose -q|--quiet -V|--version -h|--help --list --locked --offline --frozen',
    '1': '--color -C --config -Z --explain',
  }),
  globals('kubectl', {
    '0': '--insecure-skip-tls-verify --match-server-version --warnings-as-errors --help -h',
    '1':
      '-n|--namespace --context --cluster --kubeconfig --user -s|--server --as --as-group --as-uid --token --certificate-authority ' +
      '--client-certificate --client-key --request-timeout --tls-server-name --cache-dir -v --v --profile --profile-output',
  }),
  globals('helm', {
    '0': '--debug --help',
    '1': '-n|--namespace --kube-context --kubeconfig --kube-token --registry-config',
  }),
  globals('terraform', { '0': '-help -version', 'attached': '-chdir' }),
  globals('tofu', { '0': '-help -version', 'attached': '-chdir' }),
  globals('systemctl', {
    '0':
      '--system --user --global -a|--all -l|--full -q|--quiet --no-block --no-legend --no-pager --no-wall --no-reload --wait --now ' +
      '-f|--force --dry-run -i --plain -r|--recursive --reverse --runtime --failed --ignore-dependencies --no-ask-password ' +
      '-h|--help --version --value --show-types --firmware-setup --mkdir --read-only --with-dependencies',
    '1':
      '-t|--type --state -p|--property -P -H|--host -M|--machine -s|--signal --kill-whom --kill-who --job-mode -n|--lines -o|--output ' +
      '--root --image --preset-mode --message --when --timestamp --boot-loader-menu --boot-loader-entry --reboot-argument --check-inhibitors --what --legend',
  }),
  globals('gh', { '0': '--help --version', '1': '-R|--repo --hostname' }),
  globals('aws', {
    '0': '--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --no-cli-auto-prompt --cli-auto-prompt --version',
    '1': '--endpoint-url --output --query --profile --region --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format',
  }),
  globals('gcloud', {
    '0': '-q|--quiet --help -h --log-http --user-output-enabled',
    '1': '--account --billing-project --configuration --flags-file --flatten --format --impersonate-service-account --project --verbosity --trace-token --access-token-file',
  }),
  globals('pip', {
    '0': '-q|--quiet -v|--verbose -V|--version -h|--help --isolated --require-virtualenv --no-input',
    '1': '--python --log --proxy --retries --timeout --cert --client-cert --cache-dir --exists-action --trusted-host',
  }),
  globals('bundle', { '0': '--no-color --verbose -V -r', '1': '--retry' }),
  globals('make', {
    '0': '-s|--silent|--quiet -k|--keep-going -B|--always-make -i|--ignore-errors -w|--print-directory --no-print-directory -r -R -S -e',
    '1': '-C|--directory -f|--file|--makefile -I|--include-dir -o -W -E|--eval',
    'attached': '-j|--jobs -l|--load-average -O|--output-sync',
  }),
  globals('go', { '1': '-C' }),
  globals('vagrant', { '0': '--version --help --debug --no-color --machine-readable --no-tty' }),
  globals('pulumi', {
    '0': '--non-interactive --logtostderr -e|--emoji',
    '1': '-C|--cwd --color -v|--verbose --profiling --tracing',
  }),
]);
