/**
 * By what people show a subject without naming it: file names, commands, functions, error words, and everyday words of a
 * field; one subject a line, its own names first. General knowledge; nothing in it names a skill.
 */
export const ARTEFACTS = `
python traceback valueerror typeerror keyerror attributeerror importerror indentationerror modulenotfounderror virtualenv venv requirements numpy scipy pip py pypi def
asyncio async await awaited coroutine event_loop aiohttp gather
pytest fixture parametrize conftest monkeypatch assert
javascript undefined nan console promise then foreach jquery dom
typescript any unknown interface generic enum assignable ts2322 ts2345 declaration
node express fastify npm unhandled rejection heap econnrefused eaddrinuse enoent buffer
react useeffect usestate usememo usecallback useref props state rerender hooks component jsx redux
next hydration ssr app_router server_action getserversideprops
vue nuxt pinia vuex composable ref reactive v_model
svelte runes sveltekit load
angular ng rxjs observable signal zone unsubscribe ngmodule directive
java nullpointerexception classnotfoundexception maven gradle pom bean hibernate jpa autowired spring spring_boot
kotlin suspend flow coroutine launch coroutinescope viewmodel
csharp nullreferenceexception linq ef entity_framework async blazor
cpp segfault segmentation vtable std vector template unique_ptr undefined_reference linker
rust borrow borrowed lifetime moved trait clap e0502 e0382 mutable
go nil goroutine panic gofmt errgroup channel
ruby rspec nomethoderror erb rake
php pdo composer eloquent blade
swift optional binding viewcontroller storyboard swiftui testflight
android activity intent recomposition lazycolumn manifest logcat
flutter dart widget renderflex pubspec overflowed
haskell ghc monad cabal stack_overflow functor lazy
scala sbt implicit akka cats zio
perl cpan pl cgi
r rstudio ggplot tidyverse dplyr lme4 anova
julia jl ode differential
matlab simulink butterworth lowpass fft filter
cobol jcl copybook host mainframe
solidity erc20 reentrancy mint foundry
performance lcp cls inp fcp ttfb lighthouse pagespeed core_web_vitals slow load
three glb gltf mesh shadow camera light webgl
http status 200 201 204 301 400 401 403 404 405 409 410 422 500 503 cors rest request response api
oauth redirect_uri pkce jwt bearer session token login
payments invoice refund stripe card sepa checkout
hosting vercel netlify static preview domain spa deploy hosted
docker dockerfile copy entrypoint build_context layer image
compose depends_on volumes services container
kubernetes replicas yaml manifest ingress probe crashloopbackoff imagepullbackoff oomkilled 137 pending readiness liveness kustomize
helm values release chart
gitops argocd flux sync outofsync drift
terraform tfstate state_lock provider plan apply
pulumi stack hcl
ansible inventory unreachable playbook role vault
aws accessdenied putobject assumerole arn sts iam vpc dynamodb cognito
lambda cold_start invocation handler layer
github actions workflow runner secrets integration pull_request
gitlab merge_request stages runner artifacts
jenkins jenkinsfile groovy
git head detached stash cherry_pick rebase force_push undo conflict squash
refactoring lines function duplicated smell spaghetti nested god_class extract
kafka consumer lag rebalance offset partition topic producer
rabbitmq ack dead_letter exchange amqp
redis maxmemory eviction ttl expire key
postgres explain_analyze vacuum index role connections pgbouncer locking
mysql 1045 innodb utf8mb4 charset emojis
mongodb lookup aggregate aggregation collection document objectid embed
sqlite locked wal
elasticsearch shards unassigned index
graph neo4j cypher hops friends match nodes edges
dbt ref incremental compilation stg snapshot
spark pyspark executor shuffle skew
pandas settingwithcopywarning merge groupby dtype csv dups
notebook ipynb kernel kernel_died
classification churn fraud predict accuracy f1 auc imbalance xgboost scikit sklearn
pytorch nan epoch cuda tensor gradient out_of_memory batch
nlp tokens tickets sort category subject spacy sentiment
experiment significant conversion uplift
map markers epsg gps route leaflet latitude
plantuml startuml enduml arrows actor
jira jql assigned epic bugs
slack channel slash slash_command emoji bot
discord roles members moderation server
telegram botfather chat
stocks pe dividend etf
robotics tf lidar slam gazebo extrapolation navigation obstacles
cypress cy intercept
playwright locator click getbyrole headless
jest vitest mock spyon expect snapshot jsdom spec
tdd kata test_first
cli help usage exit_code flags subcommands stdin
vba 1004 range cells userform macro
sap mara bapi transport dump
salesforce soql trigger opportunity lightning
bayesian rhat r_hat warmup chains
rmsd trajectory minimisation box explodes protein solvate gromacs
bioinformatics counts fastq fasta vcf reads genome
calculus integrate derivative limit
physics wing turbulence mesh heat_equation cfd finite_element navier
astronomy galaxy planet exoplanet
make makefile missing_separator target just taskfile
investors pre_money equity seed safe valuation
tls issuer expired chain
ssh permission_denied publickey
load_average iowait perf idle syscalls
nginx bad_gateway www rewrite 502
wireguard handshake
prometheus rate increase promql error_rate
sentry minified issues
slo 99 error_budget
airtable rollup
debugging crash reproduce intermittent flaky bisect weird breakpoint stacktrace
plain_language jargon simple readability layman
fitness marathon run gym squat pushups muscles
lesson pupils worksheet curriculum homework classroom
gardening seeds harvest fertiliser pests pruning compost vegetables
construction cement bricks beams walls foundation
css padding margin align overflow sticky position
sql having distinct union window subquery latest
linux systemctl journalctl apt df du chmod cron
network ping traceroute packet mtu wifi timeout firewall
tax deduct deduction return allowance expense
finance margin profit burn break_even
contract clause liability termination landlord signing
gdpr deletion processor breach consent dpo
licence gpl agpl mit proprietary copyleft
statistics p_value correlation sample significant variance
chemistry atom bond acid solvent polymer
algorithms big_o quadratic sorting binary_search linked_list tree graph
competitive tle codeforces atcoder modulo
proof induction contradiction lemma theorem
ctf steganography rsa overflow
fuzzing random roundtrip invariant shrink
hl7 adt oru observation loinc snomed
load_test rps k6 jmeter locust black_friday
incident phishing ransomware leaked stolen forensics
pwa installable manifest offline service_worker
ar arkit arcore furniture camera
tls issuer expired self_signed chain
tracing span correlation opentelemetry jaeger
vscode vsce sidebar webview marketplace
spreadsheet vlookup sumif pivot cells formula
excel 1004 range cells worksheet
3d_printing stl filament nozzle bed
webhook hmac signature payload ngrok
system_design scalability sharding throughput availability
contract_testing pact provider consumer
scrum velocity retro backlog standup
journal gratitude mood calm
awk column columns lines pattern
`;
