/**
 * The words people use when they talk about a field, one field a line: its names, its things, its doings, in English,
 * German, Spanish and French. General knowledge; nothing in it names a skill. Two words joined by `_` stand side by side.
 */
export const FIELDS = `
shell script bash loop variable subfolder directory recursive chmod echo pipe exit argument glob rename batch files shebang
game games gameplay unity godot unreal character player enemy camera level sprite physics collision jump scene score inventory shader multiplayer spielfigur
form forms input field submit button checkbox validation required signup checkout enter filled error_message formular eingabe
payment payments stripe paypal bank card 3d_secure sca chargeback refund price charge buyer customer invoice subscription checkout kreditkarte zahlung
data_quality quality missing invalid impossible empty duplicate outlier wrong values null completeness plausibility check
project planning task tasks deadline milestone dependency schedule estimate plan finish resources gantt aufgaben termine frist fecha_limite delai
privacy gdpr personal_data ip_address consent log retention erase delete subject store allowed processor breach cookie newsletter tracking datenschutz privacidad confidentialite
dependency cve advisory vulnerable affected patch upgrade outdated version package library supply_chain
app_store release testflight appstore playstore submission rejected review beta build signing provisioning screenshots
salesforce apex batch account opportunity lead object flow trigger lwc
algebra calculus equation solve root roots polynomial integral derivative limit simplify factor symbolic matrix gleichung losen ecuacion resolver equation resoudre
event events party wedding conference guests guest venue catering invitation book schedule hochzeit gaste feier boda invitados mariage invites anniversary
feature_flag flag rollout gradual percentage canary beta try switch toggle experiment
decision decide choose choice buy lease rent option alternative pros cons versus better worth should compare kaufen mieten comprar acheter
negotiate negotiation rent raise salary price discount supplier offer demand deal argue gehaltserhohung alquiler loyer
contract agreement clause sign termination liability notice rent employment purchase lawyer klausel kundigung kundigungsfrist clausula resiliation
insurance claim policy damage accident premium insurer pay refuse coverage car house unfall schaden accidente accident sinistre
tax taxes deduct income vat return expenses freelancer self_employed autonomo finanzamt steuer absetzen hacienda fisc declaration
authority city_council permit fine ticket parking application form objection appeal complaint passport registration amt antrag bescheid ayuntamiento mairie
health medical patient doctor disease treatment symptom therapy drug dose vaccine hospital nurse krank arzt medikament enfermedad maladie
nutrition food recipe cook dinner breakfast meal ingredients vegan calories diet bake oven rice pasta chicken egg vegetables kochen gericht cena diner
fitness training exercise gym muscle run running weight strength endurance stretching cardio abnehmen laufen correr courir
travel trip flight hotel itinerary sightseeing visa luggage train beach weekend reise urlaub flug viaje vuelo voyage sejour
school teacher pupil student students lesson homework exam class grade course worksheet kids children schuler prufung alumno examen eleve devoir
language learn vocabulary grammar pronunciation speak conversation verb tense exercise native fluent lernen vokabeln hablar parler
story novel fiction chapter character plot ending hero fantasy crime romance dialogue write author roman held capitulo chapitre
film movie video script scene camera dialogue shot trailer clip explainer documentary drehbuch
video youtube channel clip thumbnail title subscriber views watch upload shorts
music song chord melody guitar piano bass drums rhythm lyrics key scale band lied gitarre klavier cancion chanson
podcast episode guest interview host listeners feed intro microphone folge
garden plant sow harvest soil water seed vegetable fruit tree weed pest lawn flower greenhouse field crop pflanzen giessen sembrar planter
build building house wall floor roof concrete brick foundation insulation renovation kitchen bathroom tile haus beton mauer casa hormigon maison quantity
energy electricity power solar battery heating heat_pump kwh consumption meter tariff charge grid photovoltaik heizung electricidad electricite chauffage
environment sustainability climate carbon footprint emissions recycling csrd esg umwelt klima
news headline headlines newspaper article press today morning feed rss daily sites zeitung nachrichten noticias journal
fact facts claim source quote rumour hoax photo picture statistic true false verify myth
research compare overview sources thorough investigate background question products best alternatives
science paper article journal study review literature method result hypothesis submission reviewer editor revise manuscript abstract discussion
statistics mean median deviation regression significance test sample distribution variance confidence correlation outlier survey mittelwert media moyenne
bayesian prior posterior stan chain sampling likelihood credible
biology cell gene genome sequence species protein mutation reads alignment
chemistry molecule compound reaction solvent element structure formula bond drug
molecular_dynamics atoms force_field lammps gromacs water protein ligand temperature energy
physics force energy velocity wave heat fluid stress temperature pressure simulate mesh
astronomy star planet telescope sky image spectrum light_curve magnitude
maths proof theorem prove number prime irrational set induction
optimization minimise maximise minimize maximize constraints assign allocate shift schedule route budget capacity fewest cheapest fairest tour
quantum qubit qubits qiskit circuit entangle bell grover noise noisy gate
robot robots arm gripper navigate obstacle lidar camera map drive joint sensor
electronics circuit board led sensor pin voltage resistor gpio i2c spi uart motor relay
fpga hdl verilog xilinx altera clock register simulation
raspberry pi sd_card gpio headless kiosk camera hat
3d_print printer nozzle filament layer bed support slicer pla print_bed warping stuck
print printed printing flyer poster card booklet paper colours margin bleed a4 a5 gedruckt imprenta imprimeur
logo emblem symbol mark sign brand company club shop cafe verein identity
colour color palette font fonts typeface pair heading contrast shade background blue red green
brand guideline logo shade colour font tone template allowed company official corporate
interface ui screen page menu button layout flow navigation wireframe mockup sketch place bedienoberflache pantalla ecran
ux text wording label button error empty message tooltip tone list short
user_research interview interviews users people ask question questions findings usability test observation persona survey
product feature idea request customers wish roadmap backlog priority version plan quarter year
price pricing charge free plan tier discount willingness saas fee cost cheaper expensive
market competitor competition compete industry size segment trend demand target_group sell branche
sales sell lead prospect cold follow_up offer call pitch pipeline deal buyer angebot oferta offre
marketing campaign ad ads advert audience click budget lead reach promotion werbung
newsletter email_sequence mails automatic subscribers onboarding signups series
social post posts followers caption hashtag story feed announce announcement share
text copy headline landing product_page slogan persuade sell benefits
blog article post readers topic draft
content calendar topics audience publish editorial
seo google rank ranking keyword indexed index search_console sitemap backlinks found
analytics visitors traffic bounce funnel source sessions event drop_off conversion
crm contact contacts deal company pipeline hubspot
churn cancel leave stay unsubscribe cohort retention loyal
investor investors startup equity valuation round seed raise dilution share
business founder cafe restaurant shop open company found loan bank plan idea gewerbe empresa
finance money budget cash revenue profit cost forecast loss month year bank
shares stock fund etf dividend market portfolio bond risk return invest yield ticker
bitcoin crypto coin wallet exchange backtest strategy moving_average trade signal
grant call proposal eu funding foundation application impact horizon consortium forderung
tender bid request_for_proposal public buyer requirement offer
supply stock order reorder delivery supplier lead_time warehouse parts inventory pallets bestand
compliance iso 27001 soc audit policy control evidence certified certificate employees risk
licence license gpl mit copyright reuse copied attribution notice commercial
ai_act ai_system regulation eu high_risk prohibited
performance_review feedback colleague employee junior senior goals progress appraisal evaluation rating mitarbeitergesprach
onboarding newcomer new_employee first_week first_day introduce access starter einarbeiten
cv resume job application apply experience letter hire career profile lebenslauf candidatura emploi
conflict colleagues argue quarrel tension talk mediate trust angry streiten discusion dispute
goal goals objective target measure quarter result okr
idea ideas creative name names invent inspiration suggestions alternatives
journal feelings day mood thoughts reflect gratitude habit stress relax sleep
meeting minutes call transcript agreed decided decisions actions who notes attendees agenda besprochen acordado decide
email mail reply answer write polite apologise decline remind request message thank customer boss beschwerde queja reclamation
summary summarise short long article report key main points gist brief kurz corto court
simple plain understand understands everyone words official letter notice child elderly verstandlich verstehen entender comprendre
proofread mistake mistakes error spelling grammar comma sentence fix text fehler
translate language english german french spanish italian dutch polish chinese
spreadsheet excel cell formula column row sum average sheet table filter sort chart spalte zeile summe celda somme
slides presentation deck slide talk speaker powerpoint audience pitch vortrag ponencia expose
pdf page pages merge split remove rotate compress sign form scan seite seiten pagina
document word docx letter template header footer comment tracked heading
notes vault wiki knowledge page pages workspace
subtitles transcript transcript speech spoken recording interview dictation untertitel subtitulos sous_titres
audio sound recording noise volume voice music track mix loud quiet echo
photos pictures image folder duplicates sort rename tidy disk download fotos
backup copy disk rsync restore safe lose lost snapshot offsite daten_sichern
server linux process memory disk boot service user package update swap kernel systemctl
network internet wifi router connection slow unreachable dns host firewall port netz conexion
vpn tailscale wireguard tunnel remote router home
certificate https certbot renew expire expired lets_encrypt browser_warning
security attack attacker vulnerability hacker safe unsafe input injection login malicious angreifer
ctf challenge points category crypto base64 decode puzzle flag hint
log logs logging entry trace correlate request level
alert alarm metric threshold dashboard notify fires panel
slo downtime availability uptime allowed month nines
test tests failing flaky assert suite unit integration coverage
browser_test click login page automatically screenshot element selector
property_test strategy generator hypothesis random nested invariant counterexample
load_test users concurrent peak traffic requests handle sale
git branch commit merge deleted lost pull push tag undo revert history
release version new changes users neuerungen neu version novedades nouveautes
docker image layer apt size build registry tag
cluster node nodes pod scheduling insufficient evicted taint
terraform resource resources destroy plan renamed moved import state
cloud aws zone availability_zone region bucket service_account role gcs instance
ci workflow job jobs runner cache artifact secret matrix step
service services microservice event order saga cancelled inform communicate
queue message messages worker twice redeliver consumer publish
database table column row record key foreign index query slow replica slave master lag
search autocomplete suggestions product names facets relevance
model models train training accuracy learn overfit rollback serve predict drift
llm model examples adapt tone finetune mistral llama dataset
web_scraping page pages extract collect prices offers daily site html crawl
compiler parser precedence operators token grammar recursive_descent lexer ast
cli program argument output stderr stdout exit code error errors help flag
contest input pairs count n modulo subarray sum limits
generic infer type types typescript inference keyof
reference local lifetime return owned clone
swiftui list view row delete button
mobile app phone android ios crash start simulator device
website app install icon home_screen offline pwa
css tailwind tablet mobile bigger width font size breakpoint
svg vector path trace icon png
web_vitals google slow score page speed
package types install exports publish consumers
outlook mail button send sheet macro excel
airtable view filter record
telegram group photo bot send channel
ticket issue bug create assign project
html pdf a4 template invoice print
`;
