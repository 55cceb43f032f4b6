/**
 * Words of offices, trades and everyday life that stand for the same thing, one concept a line: English, abbreviations,
 * and German, Spanish and French. General knowledge; nothing in it names a skill. Two words joined by `_` stand side by side.
 */
export const OFFICE = `
word docx doc letter document brief dokument documento carta lettre schreiben textverarbeitung
excel xlsx xls spreadsheet workbook sheet worksheet vlookup cells tabellenkalkulation hoja_calculo tableur
macro vba makro runtime_error
powerpoint pptx ppt slides slide deck presentation folien folie prasentation diapositivas diapositives presenter prasentieren presentacion
pdf acrobat scanned ocr scan
merge combine join split extract_pages zusammenfugen verbinden teilen unir dividir fusionner
fill fill_in ausfullen rellenar rellena remplir
notion wiki workspace
note notes notiz notizen notas
markdown md readme
latex tex bibtex thesis includegraphics beamer
diagram diagrams flowchart sequence mermaid plantuml uml draw zeichnen zeichne dibujar dessiner skizze
documentation docs manual guide tutorial dokumentation anleitung documentacion
proofread proofreading grammar spelling typo typos korrektur korrigieren rechtschreibung corregir corrige corriger orthographe
simple plain easy understand simplify einfach leicht sencillo claro clair jargon
translate translation translator ubersetzen ubersetzung ubersetz traducir traduccion traduire traduction englisch french german spanish ingles anglais
summarise summarize summary tldr shorten zusammenfassen zusammenfassung resumir resumen resume resumer shorter key_points
meeting minutes call protokoll besprechung sitzung reunion acta action_items
email mail emails mails e_mail nachricht correo message inbox outlook posteingang courriel
reply answer respond antworten antwort responder repondre absage decline refuse politely
newsletter sequence drip subscribers signups campaign
spam inbox deliverability dkim spf dmarc bounce ankommen zugestellt
blog article post artikel articulo
advertising ad ads werbung anzeige publicidad publicite ppc campaign kampagne
slogan tagline copy headline hero catchy
social linkedin instagram twitter tweet facebook mastodon post publicacion publication hashtag
seo google ranking search_engine suchmaschine
analytics visitors visits traffic tracking ga4 conversion funnel besucher visitantes
brand logo corporate marke marca marque emblem embleme look style corporate_design
content editorial publish
market competitor competition rival markt mercado marche industry business sells seller vendor
price pricing charge preis preise precio prix tarif plan
sales sell prospect lead leads cold_email outreach verkauf vertrieb ventas ventes customer
customer client kunde kunden cliente clientes clients users user
support ticket helpdesk refund
crm hubspot salesforce contacts pipeline deal opportunity
churn cancel retention leave kundigen kundigung cohort
product feature requirement roadmap prioritise prioritize requests
user_research usability interview interviews persona prototype
microcopy wording label error_message dialog button_text
wireframe sketch screen navigation menu prototype layout
color colour colors palette farbe farben farbpalette colores couleurs font fonts typography typeface schrift
print printing flyer brochure poster druck drucken impresion impression cmyk bleed
3d_print printer filament stl slicer layer
project plan planning milestone gantt timeline projekt proyecto projet zeitplan estimate estimation
scrum agile sprint retro retrospective standup kanban
goal goals objective objectives okr okrs key_results ziel ziele objetivo objectif
calendar appointment meeting termin kalender cita calendrier
hire hiring candidate interview recruiting stelle job
resume cv cover_letter application bewerbung lebenslauf curriculum candidature ausbildung
appraisal performance_review evaluation colleague mitarbeiter beurteilung
onboarding new_hire new_colleague einarbeitung integration employe employee prepare first_day new_employee joiner buddy
team colleague colleagues kollegen kollege kollegin equipo equipe
conflict dispute quarrel streit conflicto conflit argue mediate
negotiate negotiation raise offer verhandeln verhandlung gehalt negociar negocier salary
contract agreement nda clause vertrag vertrage contrato contrat lease klausel
legal law lawyer recht gesetz ley loi juridique
privacy gdpr dsgvo personal_data data_protection cookie consent datenschutz rgpd
terms policy policies agb conditions imprint impressum
licence license licensing mit apache spdx lizenz licencia
compliance audit auditor soc2 iso certified evidence certification
ai_act artificial_intelligence high_risk regulation
patent invention claim invented
tax taxes deduct vat steuer steuern impuesto impuestos impot impots freelancer freiberufler
accounting bookkeeping ledger buchhaltung konto contabilidad comptabilite
invoice bill invoicing rechnung factura facture
finance financial money cash runway budget forecast valuation geld dinero argent wacc
invest investment shares stock etf portfolio aktien acciones ticker dax nasdaq bond fund funds depot bourse
trading trade exchange strategy order
fundraising investor investors seed vc pitch equity
donation donations donate donor nonprofit spende spenden donacion donaciones don dons collecte association verein
grant funding proposal fordermittel antrag subvencion subvention horizon
business_plan founder startup bank grunden geschaftsplan negocio entreprise canvas
tender rfp procurement bid ausschreibung licitacion appel_offres proposal questionnaire
supply stock warehouse inventory lager logistics delivery route tour shipping almacen entrepot
insurance insurer claim damage versicherung seguro assurance widerspruch schaden
authority authorities city fine permit objection behorde bescheid einspruch bussgeld amt administration ayuntamiento mairie gobierno
sustainability co2 carbon emissions climate nachhaltigkeit sostenibilidad durabilite scope
energy power solar panels photovoltaic battery strom energia energie heat_pump roof
garden plant plants crop crops soil gemuse garten jardin planting vegetable leaf tomato herb flower tree lawn
building construction bau bauen obra construccion chantier bim ifc wall concrete wood timber window
cook cooking recipe recipes meal meals food kochen rezept essen cocinar receta comida cuisine recette kitchen ingredients diet vegan
fitness training workout gym running exercise gimnasio rutina entrenamiento entrainement strength
travel trip journey reise viaje voyage flight hotel visa itinerary vacation holiday urlaub vacaciones vacances
event party celebration conference meetup wedding feier veranstaltung fiesta fete organise
lesson class teach teaching course unterricht klasse schule leccion clase cours pupils school teacher lehrer profesor enseignant
language_learning grammar vocabulary conversation italian spanish french practise practice sprache_lernen aprender apprendre
story novel fiction plot character geschichte roman cuento historia histoire
script screenplay screenwriting scene film movie drehbuch guion scenario episode
poem poems lyrics rhyme gedicht poema poeme
podcast episode
youtube video channel thumbnail
music chords chord song harmony musik musica musique transpose notes
research study studies paper papers literature scientific forschung studie investigacion recherche estudio etude related_work sources
citation reference references bibliography apa doi zotero zitieren literaturverzeichnis
reviewer manuscript journal abstract referee submission preprint
statistics statistical significance p_value test sample statistik estadistica statistique anova groups
bayesian prior mcmc posterior divergent
biology sequence dna rna protein gene fastq blast
chemistry molecule molecules smiles compound chemie quimica chimie
simulation simulate simulieren simular simuler dynamics flow
physics heat wave force equation physik fisica physique
astronomy star stars telescope fits galactic
math mathematics algebra calculus integral integrate derivative formula mathematik matematicas mathematiques simplify equation
proof prove theorem beweis demostrar prouver show_that
optimise optimize optimal schedule assign constraints roster
medical medicine health patient diagnosis clinical arzt medico medecin hospital symptom doctor
evidence trial rct studies guideline pubmed
fhir hl7 lab
fact fact_check quote claim verify
news briefing digest rss today nachrichten noticias actualites headlines
research_question find_out compare report deep thorough vergleich comparar comparer
decide choice pros cons should_i entscheidung elegir choisir
idea ideas brainstorm name names thoughts ideen nombres idees stuck
journal diary mood stress calm reflection tagebuch diario
workflow automate automation automatically automatisch automatisieren automatizar automatiser no_code zapier n8n
airtable base records
skill skills instruction instructions reusable
write writing schreiben schreib schreibe erstelle erstellen escribir escribe ecrire redacta rediger verfassen
explain explanation erklaren erklar explicar explica expliquer
picture image photo photos bild bilder foto imagen image
shop store onlineshop webshop tienda boutique cart warenkorb ecommerce
woocommerce wordpress woo wp
sap abap
survey questionnaire fragebogen umfrage encuesta enquete
speech talk toast rede discurso discours
`;
