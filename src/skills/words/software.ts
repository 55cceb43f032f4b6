/**
 * Words of software that stand for the same thing, one concept a line: English, abbreviations, file endings, and German,
 * Spanish and French. General knowledge; nothing in it names a skill. Two words joined by `_` stand side by side.
 */
export const SOFTWARE = `
javascript js ecmascript mjs
typescript ts tsc tsconfig tsx
python py pip pythonic ipynb django flask
golang go goroutine
rust cargo rustc crate
csharp dotnet net asp nuget
cpp cplusplus
c clang gcc
java jvm maven jdk
kotlin kt
php artisan composer laravel symfony
ruby rails gem bundler activerecord
swift swiftui xcode ios iphone ipad apple
android aab apk playstore
react jsx hook
kubernetes k8s kubectl pod cluster
terraform tofu hcl iac infrastructure
aws amazon s3 ec2 lambda cloudformation
azure microsoft entra bicep
gcp google_cloud gcloud
cloud hosting wolke nube nuage
edge cdn worker
serverless faas lambda function
docker container dockerfile containerfile image
compose together stack
postgres postgresql psql pg
mysql mariadb
mongo mongodb
sqlite sqlite3
sql query select join statement abfrage consulta requete latest newest
database db datenbank datenbanken base_datos base_donnees sgbd dbms
table tabelle tabellen tabla tabla tableau row column zeile spalte
schema er_diagram erd entity relationship model relational
migration migrate move port convert upgrade ablosen umstellen migrar migrer umziehen
backup restore dump recovery snapshot sicherung sichern datensicherung respaldo copia_seguridad sauvegarde sauvegarder
cache caching cached zwischenspeicher
queue message messaging broker warteschlange cola file_attente
event events ereignis evento evenement
stream streaming kafka
api endpoint rest http route schnittstelle interfaz
openapi swagger specification spec
graphql resolver mutation
grpc protobuf proto rpc
websocket socket realtime live push
webhook callback notify incoming
login signin sign_in sign_on sso oauth oidc auth authentication anmeldung anmelden iniciar_sesion connexion password
payment pay checkout card billing subscription zahlung bezahlen zahlen pago pagar cobrar suscripcion paiement payer abonnement abo
git commit branch merge rebase repo repository vcs
github pull_request pr gh
history log reflog verlauf historial historique
ci pipeline continuous_integration build workflow runner
deploy deployment release rollout ship publish production prod veroffentlichen desplegar deployer bereitstellen
test testing tests spec unit prufen prufung prueba pruebas tester
e2e end_to_end browser click journey
mock stub double
load stress capacity traffic concurrent simultaneous peak simulate visitors
bug error fehler exception crash fault failure fail broken fallo erreur panne absturz stacktrace problem
debug diagnose cause troubleshoot investigate ursache fehlersuche depurar deboguer
review feedback diff pr pull_request check look_over begutachten revisar relire
refactor restructure clean cleanup tidy structure duplicate duplication aufraumen limpiar nettoyer verbessern
legacy old outdated mainframe veraltet alt viejo ancien
code source program software programm programme programa codigo quellcode
performance speed slow fast faster optimise optimize tune latency langsam schnell lento rapido lent rapide sluggish beschleunigen
memory ram heap leak oom speicher memoria memoire allocation mb gb
cpu processor hot profile profiling loop
thread threads concurrency parallel async asynchronous deadlock race lock concurrent mutex
security secure safe vulnerability attack exploit sicherheit sicher seguridad seguro securite angriff ataque attaque malicious exploit
vulnerability cve injection xss ssrf owasp
hack hacked intrusion breach compromised incident gehackt hackeado pirate suspicious unauthorised unauthorized unusual
secret secrets credential password key token vault env passwort contrasena mot_passe
encrypt encryption crypto cryptography cipher hash verschlusseln verschlusselung cifrar chiffrer decrypt
certificate cert tls ssl https acme issuer zertifikat certificado certificat
ssh key publickey sshd
reverse disassembly binary decompile elf firmware
ctf flag pwn hidden stego puzzle
linux unix ubuntu debian server systemd
server rechner servidor serveur host machine box
service daemon boot systemd dienst servicio
disk storage drive festplatte disco disque full df du
windows powershell ps1 win active_directory ad
mac macos osx
shell bash sh zsh script terminal console konsole linea_comandos ligne_commande command_line cli skript
cli command_line flags arguments options subcommand
tui terminal_ui console ncurses menu
text_tools grep sed awk sort cut
regex regexp pattern
network dns netzwerk red reseau connection routing ping curl resolve hostname
proxy nginx caddy haproxy gateway redirect reverse_proxy 502 504
vpn wireguard wg tunnel remote
monitoring metrics alert alerting prometheus grafana uberwachung monitoreo surveillance alarm
logs logging log trace tracing observability opentelemetry
oncall on_call pager paged runbook night
reliability slo sla uptime availability nines error_budget
outage downtime ausfall interrupcion panne postmortem
chaos failure kill
dependency dependencies library libs package packages abhangigkeit outdated version audit
lint linter eslint prettier format rule unused
bundle bundler webpack vite rollup esbuild build
monorepo workspace pnpm turborepo nx lerna
npm registry package publish node_modules
build compile compiler make cmake makefile bauen compilar compiler linker link
editor ide vscode vim neovim plugin
extension addon add_on plugin erweiterung extension complemento
frontend client ui browser
backend server_side api server
website web site page homepage webseite webseiten startseite website pagina sitio web landing_page onlineauftritt
css style styling layout stylesheet responsive dark_mode flexbox grid class classes
form forms formular formulario formulaire input field validate validation validation wizard
component components widget button dropdown modal dialog
animation animate transition fade motion animacion
3d webgl three mesh model scene
game games spiel juego jeu player enemy unity godot platformer
mobile app handy telefon telefono telephone phone smartphone emulator
push notification notifications alert benachrichtigung notificacion
offline sync conflict crdt
pwa manifest service_worker sw home_screen
accessibility a11y wcag aria screen_reader disabled blind barrierefrei accesibilidad accessibilite keyboard tastatur teclado clavier contrast
i18n internationalisation internationalization l10n localization localisation language languages plural locale sprache
icon icons svg vector symbol
design designer mockup figma frame
vr ar augmented virtual xr
arduino esp32 microcontroller mcu stm32 uart firmware embedded register interrupt
raspberry pi gpio led
fpga vhdl verilog testbench
robot robots roboter robotica ros
hardware elektronik sensor
homelab selfhosted self_hosted nas home_server self
parser grammar language ast compiler interpreter programming_language syntax
algorithm algorithms complexity leetcode data_structure
contest codeforces competitive constraints
blockchain crypto ethereum token nft wallet coin smart_contract on_chain solidity
quantum qubit qubits
data daten datos donnees dataset
data_quality null nulls profiling
etl airflow dag warehouse nightly extract pipeline
pandas dataframe polars csv
notebook jupyter ipynb kernel
chart charts plot graph diagram visualise visualize visualization diagramm grafico graphique figure ggplot
dashboard bi kpi powerbi power_bi tableau dax report
machine_learning ml classifier predict prediction model accuracy vorhersage prediccion
deep_learning neural network torch pytorch cuda gpu loss training epoch
llm gpt chatgpt claude language_model ai ki ia prompt assistant openai
finetune fine_tune lora train llama
rag retrieval hallucinate handbook citations knowledge
embedding embeddings vector semantic similar meaning nearest hnsw
agent agents tool_calling mcp
nlp text entities classification tokenise named
search suche suchen busqueda recherche fulltext full_text elasticsearch relevance
recommend recommendation suggestion suggest empfehlung similar bought
experiment ab_test conversion variant significance significant
scrape scraping crawl crawler extraer grab auslesen
map maps geo gis coordinates location karte mapa carte nearest markers
audio sound mp3 wav noise podcast recording ton sonido son
transcribe transcription speech recording abtippen transkribieren transcribir transcrire interview diarisation
video mp4 film clip
bot bots chatbot
discord guild
telegram tg
slack channel
matrix element synapse homeserver
ticket tickets issue issues jira backlog epic
linear cycle
cron schedule scheduled timer crontab every_day weekday nightly recurring zeitplan
feature_flag toggle toggles flag rollout kill_switch
rate_limit rate_limiting 429 too_many_requests throttle quota
cost costs bill billing kosten rechnung factura facture expensive
config configuration settings einstellungen konfiguration configuracion
json yaml toml xml jq
install installation installieren setup set_up einrichten instalar installer
convert conversion umwandeln konvertieren convertir transform
file files datei dateien archivo archivos fichero fichier fichiers folder folders ordner carpeta dossier directory downloads
rename sort organise organize deduplicate duplicate tidy chaos umbenennen ordenar ranger trier
barcode qr qrcode scan ean label
tenant tenants tenancy isolation
microservice microservices monolith split
architecture architektur arquitectura design_system system_design scale million millions requests_second
decision decide entscheidung decision_record adr choose chose compare options entscheiden decidir trade_off
commit_message message nachricht mensaje
changelog release_notes changes changed anderungen cambios
`;
