/** What people call the columns of their tables, in several languages. */

/**
 * The names of columns for the fields of programs. `commission` is the commission in words or as a figure, and
 * `commission_unit` the unit of that figure.
 */
const PROGRAM_WORDS: { readonly [field: string]: string } = {
	slug: 'slug, handle, permalink, kurzname',
	name: `name, program, programs, programm, programme, program name, programme name, programmname, brand, brand name, marke,
		merchant, merchant name, advertiser, advertiser name, anbieter, handler, haendler, partnerprogramm, shop, shop name,
		store, title, titel, tool, tool name, product, product name, produkt, software, service, saas, vendor, campaign,
		campaign name, kampagne, affiliate program, nom, nom du programme, marque, marchand, annonceur, titre, outil, produit,
		boutique, enseigne, nombre, nombre del programa, programa, marca, anunciante, comerciante, tienda, titulo,
		herramienta, producto, naam, programmanaam, programma, merk, adverteerder, winkel, nome, nome programma, marchio,
		inserzionista, negozio, titolo, prodotto, nome do programa, loja, produto, nazwa, marka, namn, navn, nimi, ad, isim`,
	organization: `organization, organisation, company, company name, firma, unternehmen, hersteller, betreiber, entreprise,
		societe, empresa, compania, bedrijf, azienda, societa, spolka, foretag, business`,
	website_url: `website, website url, web site, site, site url, url, web, webseite, homepage, home page, home, domain, domain name,
		landing page, internetseite, internetadresse, adresse, website address, site web, site internet, lien du site,
		page d accueil, domaine, sitio, sitio web, pagina web, pagina, web oficial, dominio, sito, sito web,
		pagina iniziale, webadres, webpagina, link, product url, program url, merchant url, strona, strona www, hemsida,
		hjemmeside`,
	signup_url: `signup, sign up, signup url, sign up url, signup link, sign up link, signup page, affiliate link, affiliate url,
		affiliate page, affiliate program url, affiliate program link, join, join url, join link, apply, apply url, apply link,
		apply here, application, application link, application url, registration, registration link, register, register url,
		referral link, referral url, partner link, partner page, program page, anmeldung, anmeldelink, anmelde link,
		anmeldeseite, registrierung, bewerbung, partnerlink, zur anmeldung, inscription, lien d inscription,
		lien affilie, lien d affiliation, page d inscription, s inscrire, registro, enlace de registro, enlace de afiliado,
		inscripcion, alta, solicitud, enlace, aanmelding, aanmelden, aanmeldlink, inschrijving, inschrijven,
		affiliatelink, iscrizione, link di iscrizione, link iscrizione, link affiliato, registrazione, candidatura,
		cadastro, inscricao, rejestracja, tracking link, deep link, partner program link`,
	logo_url:
		'logo, logo url, image, image url, icon url, bild, bild url, logotipo, imagen, immagine, afbeelding, picture',
	commission: `commission, commissions, commission rate, commission amount, commission value, commission structure, commission details,
		comm, rate, payout, payouts, pay out, reward, bounty, earnings, earn, pays, payment per sale, revenue share, rev share,
		revshare, cpa, cps, default commission, offer, provision, provisionssatz, provisionshohe, provisionshoehe, vergutung,
		verguetung, pramie, praemie, remuneration, taux, taux de commission, montant, gain, gains, comision, comisiones,
		tasa, tasa de comision, porcentaje, pago, recompensa, commissie, commissiepercentage, vergoeding, beloning, uitbetaling,
		commissione, commissioni, provvigione, provvigioni, percentuale, tasso, guadagno, compenso, comissao, comissoes, taxa,
		prowizja, stawka, provisjon, komisyon, percentage, percent, pct, fee, price per lead, pay per sale`,
	commission_unit: `commission type, type, unit, commission unit, rate unit, einheit, unite, unidad, eenheid, unita, unidade, value type, rate type,
		amount type, kind of value`,
	commission_type: `commission type, commission model, type of commission, model, pay model, payment model, pricing model, payout type, payment type,
		reward type, type, kind, recurring, recurring or one time, is recurring, one time or recurring, provisionsart, provisionstyp, provisionsmodell,
		vergutungsmodell, verguetungsmodell, modell, art, art der provision, wiederkehrend, type de commission, modele, modele de commission,
		recurrent, recurrence, tipo, tipo de comision, modelo, modelo de comision, recurrente, commissietype, soort, soort commissie,
		model commissie, terugkerend, tipo di commissione, tipo commissione, modello, ricorrente, tipo de comissao, recorrente, typ`,
	commission_duration: `commission duration, duration, recurring duration, commission length, commission period, how long, paid for,
		laufzeit, provisionsdauer, provisionslaufzeit, dauer, duree, duree de la commission, duracion, duracion de la comision,
		looptijd, duur, durata, durata commissione, duracao`,
	cookie_days: `cookie, cookies, cookie days, cookie duration, cookie length, cookie life, cookie lifetime, cookie period, cookie window,
		cookie time, cookie ttl, attribution window, attribution days, referral period, tracking days, tracking window, tracking period,
		conversion window, cookie laufzeit, cookielaufzeit, cookie dauer, cookiedauer, cookie tage, trackingdauer, lebensdauer,
		duree cookie, duree du cookie, duree de vie du cookie, duree des cookies, duracion cookie, duracion de la cookie,
		duracion de cookies, dias de cookie, ventana, cookieduur, cookie duur, cookieperiode, geldigheid cookie, durata cookie,
		durata del cookie, durata cookies, giorni cookie, duracao do cookie, duracao cookie, czas cookie`,
	categories: `category, categories, kategorie, kategorien, vertical, verticals, niche, industry, sector, segment, branche, rubrik, bereich,
		warengruppe, categorie, secteur, rubrique, domaine d activite, thematique, categoria, categorias, sectores, nicho,
		rubriek, branche sector, sectoren, categorieen, settore, categorie merceologiche, setor, kategoria, kategori, group, topic, theme`,
	tags: 'tags, tag, keywords, labels, label, schlagworte, schlagworter, stichworte, mots cles, etiquetas, palabras clave, trefwoorden, etichette, parole chiave',
	description: `description, short description, summary, about, tagline, details, what it does, beschreibung, kurzbeschreibung,
		descriptif, resume, descripcion, descripcion corta, resumen, omschrijving, beschrijving, samenvatting, descrizione,
		descrizione breve, riassunto, descricao, resumo, opis, beskrivning, intro`,
	long_description:
		'long description, full description, langbeschreibung, description longue, descripcion larga, lange omschrijving, descrizione lunga',
	payout_minimum: `min payout, minimum payout, payout minimum, minimum payment, min payment, payment threshold, payout threshold, threshold,
		minimum withdrawal, min withdrawal, minimum, min, minimum cashout, mindestauszahlung, auszahlungsgrenze, auszahlungsschwelle,
		mindestbetrag, auszahlung ab, paiement minimum, paiement minimal, seuil, seuil de paiement, montant minimum, minimum de paiement,
		pago minimo, minimo, minimo de pago, umbral, umbral de pago, minimale uitbetaling, uitbetalingsdrempel, minimum uitbetaling,
		uitbetaling vanaf, drempel, pagamento minimo, soglia, soglia di pagamento, importo minimo, minimo de pagamento, minimalna wyplata`,
	payout_frequency: `payout frequency, payment frequency, payout schedule, payment schedule, payment cycle, payout cycle, payment terms,
		pays out, payout interval, payment interval, auszahlungsrhythmus, auszahlungsintervall, auszahlungsturnus, auszahlung,
		frequence, frequence de paiement, frecuencia, frecuencia de pago, frequentie, uitbetalingsfrequentie, betaalfrequentie,
		frequenza, frequenza di pagamento, frequencia, frequencia de pagamento`,
	payout_methods: `payout methods, payment methods, payment method, payout method, payment options, paid via, pays via, auszahlungsart,
		auszahlungsmethode, auszahlungsmethoden, zahlungsart, zahlungsarten, mode de paiement, modes de paiement, moyens de paiement,
		metodo de pago, metodos de pago, formas de pago, betaalmethode, betaalmethoden, metodo di pagamento, metodi di pagamento`,
	tracking_platform: `network, affiliate network, platform, tracking platform, affiliate platform, tracking, tracking software, netzwerk,
		affiliate netzwerk, plattform, reseau, reseau d affiliation, plateforme, red, red de afiliados, plataforma, netwerk,
		affiliate netwerk, rete, rete di affiliazione, piattaforma, rede, siec`,
	currency: 'currency, currency code, wahrung, waehrung, devise, monnaie, moneda, divisa, valuta, moeda, waluta',
	verified: `verified, is verified, confirmed, checked, approved, gepruft, geprueft, verifiziert, bestatigt, verifie, valide, verificado,
		comprobado, geverifieerd, gecontroleerd, goedgekeurd, verificato, controllato, zweryfikowany, vetted, tested`,
	featured:
		'featured, highlight, is featured, promoted, hervorgehoben, empfohlen, en vedette, destacado, uitgelicht, in evidenza, top',
	checked_at: `last checked, checked at, checked on, date checked, last verified, verified on, verified at, last review, last reviewed,
		last check, gepruft am, geprueft am, zuletzt gepruft, letzte prufung, stand, verifie le, derniere verification,
		ultima revision, verificado el, fecha de verificacion, ultima verificacion, laatst gecontroleerd, gecontroleerd op,
		ultimo controllo, verificato il, ultima verifica, verificado em`,
	created_at: `created, created at, created on, date added, added, added on, added at, date created, date, listed, listed on, hinzugefugt,
		hinzugefugt am, hinzugefuegt am, erstellt, erstellt am, angelegt am, aufgenommen am, datum, ajoute le, date d ajout, cree le,
		date de creation, fecha, fecha de alta, anadido el, fecha de creacion, agregado, toegevoegd, toegevoegd op, aangemaakt op,
		datum toegevoegd, aggiunto il, data, data di aggiunta, creato il, data inserimento, adicionado em`,
	source_url: 'source url, source, terms url, terms, terms link, quelle, conditions url, fuente, bron, fonte',
	approval:
		'approval, approval type, approval process, freigabe, approbation, validation, aprobacion, goedkeuring, approvazione',
	approval_days:
		'approval days, approval time, time to approve, freigabedauer, delai de validation, tiempo de aprobacion',
	countries: `countries, country, regions, geo, geos, markets, available in, lander, laender, land, pays, paises, pais, landen, paesi,
		paese, mercado, mercados, markten, mercati, zielmarkt`,
	restrictions_text: `restrictions, rules, not allowed, policy, traffic restrictions, einschrankungen, regeln, verboten, interdictions, regles,
		restricciones, reglas, beperkingen, regels, restrizioni, regole`,
	aliases: 'aliases, alias, also known as, aka, other names, alternative names, auch bekannt als, former name',
	availability:
		'availability, status, program status, zustand, statut, estado, stato, state, open to publishers, verfugbarkeit, disponibilite, disponibilidad, beschikbaarheid',
	attribution: 'attribution, attribution model, attribution type, attributionsmodell',
	deep_links: 'deep links, deeplinks, deep linking, deeplinking',
};

/** The names of columns for the fields of reviews. */
const REVIEW_WORDS: { readonly [field: string]: string } = {
	id: 'id, review id, bewertungs id',
	program: PROGRAM_WORDS.name!,
	author_username: `author, author username, username, user, user name, reviewer, reviewer name, written by, by, autor, verfasser, benutzer, nutzer,
		auteur, utilisateur, usuario, autora, gebruiker, schrijver, autore, utente, customer`,
	author_display_name: 'author display name, display name, full name, anzeigename',
	rating: `rating, stars, score, grade, bewertung, sterne, note sur 5, note, etoiles, puntuacion, estrellas, valoracion, calificacion,
		beoordeling, sterren, cijfer, valutazione, stelle, voto, punteggio, avaliacao`,
	title:
		'title, headline, subject, titel, uberschrift, betreff, titre, objet, titulo, asunto, onderwerp, titolo, oggetto',
	body: `review, body, text, comment, comments, review text, message, feedback, kommentar, rezension, bewertungstext, avis, commentaire,
		texte, resena, comentario, opinion, texto, recensie, opmerking, tekst, recensione, commento, testo, kritik`,
	months_in_program: 'months in program, months in the program, months, monate, mois, meses, maanden, mesi',
	paid_on_time: 'paid on time, on time, pays on time, punctual, punktlich bezahlt, punktlich',
	approval_days: 'approval days, days to approval, approval time, approved after, tage bis zur freigabe',
	upvotes: 'upvotes, votes, likes, helpful, hilfreich, votos, stemmen, voti, utile',
	created_at: `${PROGRAM_WORDS.created_at}, review date, posted, posted on, published on, submitted, submitted at`,
};

/**
 * Columns that editors keep for themselves, and times of changes, which the snapshot keeps itself. They are never read.
 */
const PRIVATE = `notes, note, internal, internal notes, private, remark, remarks, todo, to do, notizen, notiz, intern, interne notizen, bemerkung,
	bemerkungen, anmerkung, anmerkungen, remarque, remarques, notas, nota, observaciones, opmerkingen, notities, osservazioni,
	e mail, email, mail, contact, contact email, contact person, kontakt, ansprechpartner, phone, telefon, tel, telephone,
	login, password, passwort, mot de passe, contrasena, wachtwoord, account manager, owner, assigned to, zustandig, nr, no,
	pos, index, row, lfd nr, priority, prioritat,
	updated, updated at, updated on, last updated, last update, modified, last modified, date updated, aktualisiert,
		aktualisiert am, geandert am, letzte anderung, mis a jour, mis a jour le, derniere mise a jour, actualizado, actualizado el,
		ultima actualizacion, bijgewerkt, bijgewerkt op, laatst bijgewerkt, aggiornato, aggiornato il, ultimo aggiornamento`;

export const WORDS = {
	programs: wordsOf(PROGRAM_WORDS),
	reviews: wordsOf(REVIEW_WORDS),
} as const;

const PRIVATE_WORDS = new Set(listOf(PRIVATE));

function wordsOf(table: { readonly [field: string]: string }): ReadonlyMap<string, readonly string[]> {
	return new Map(Object.entries(table).map(([field, words]) => [field, listOf(words)]));
}

function listOf(words: string): string[] {
	return words.split(',').map((word) => word.replace(/\s+/g, ' ').trim());
}

/** Makes the name of a column comparable: `Min. payout (€)` and `minPayout` are `min payout`. */
export function plainName(header: string): string {
	return header
		.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/ß/g, 'ss')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

export function isPrivate(header: string): boolean {
	return PRIVATE_WORDS.has(plainName(header));
}

/** Whether a text is what people call some column. */
export function isHeaderWord(text: string): boolean {
	return text.length < 80 && (isPrivate(text) || ALL_WORDS.has(plainName(text)));
}

const ALL_WORDS = new Set([...WORDS.programs.values(), ...WORDS.reviews.values()].flat());

/**
 * Returns how well a column's name says that it holds a field: 2 for our own name of the field, 1 for one of the field's names, less for a name that
 * contains one, and 0 if it says nothing.
 */
export function nameScore(header: string, field: string, words: readonly string[]): number {
	if (header === field) return 2;
	const name = plainName(header);
	if (name === '') return 0;
	if (name === field.replaceAll('_', ' ') || words.includes(name)) return 1;
	const contained = words.filter((word) => ` ${name} `.includes(` ${word} `));
	const longest = Math.max(0, ...contained.map((word) => word.length));
	if (longest > 0) return 0.4 + (0.4 * longest) / name.length;
	const compounds = words.filter((word) => word.length >= 5 && !word.includes(' ') && name.includes(word));
	return compounds.length > 0 ? 0.35 : 0;
}
