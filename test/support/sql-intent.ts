/**
 * The search by intent with plain SQL and loops. It is slow but short, and written independently of the index, so that
 * tests can compare the two. Both divide a text into words and phrases in the same way.
 */
import Database from 'better-sqlite3';
import { networkName } from '../../src/catalog/keyword-names.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { FILLERS } from '../../src/search/intent/fillers.ts';
import { stemOf } from '../../src/search/intent/stem.ts';
import { type Alternative, spansOf, type Unit } from '../../src/search/intent/units.ts';
import { LEGAL_FORM, namesMeant, otherNames, searchText } from '../../src/search/names.ts';
import type { Matches } from '../../src/search/program-index.ts';
import { similarPrograms } from '../../src/search/similar.ts';
import { fold, words } from '../../src/search/text.ts';

const WEIGHTS = { name: 100, tag: 80, category: 60, about: 25, all: 24 } as const;
type Place = keyof typeof WEIGHTS;
const TOPICS = `('name', 'tag', 'category', 'about')`;

interface Matched {
	readonly unit: Unit;
	readonly anywhere: Set<number>;
	readonly inTopics: Set<number>;
	readonly rarity: number;
	readonly value: (program: number) => number;
}

export class SqlIntent {
	readonly #db = new Database(':memory:');
	readonly #programs: readonly PublishedProgram[];
	readonly #synonyms: readonly (readonly string[])[];
	readonly #similar: readonly Uint32Array[];

	/** @param programs in the default order, as for `buildIndex` */
	constructor(programs: readonly PublishedProgram[], synonyms: readonly (readonly string[])[]) {
		this.#programs = programs;
		this.#synonyms = synonyms;
		this.#similar = similarPrograms(programs, synonyms);
		this.#db.exec(`
			CREATE TABLE words (program INTEGER, place TEXT, field INTEGER, position INTEGER, word TEXT, stem TEXT);
			CREATE INDEX by_stem ON words (place, stem);`);
		const insert = this.#db.prepare('INSERT INTO words VALUES (?, ?, ?, ?, ?, ?)');
		programs.forEach((program, number) => {
			const texts: { readonly [P in Place]: readonly string[] } = {
				name: [program.name, ...otherNames(program)].map((name) => name.replace(LEGAL_FORM, '')),
				tag: program.tags ?? [],
				category: program.categories.map(({ name }) => name),
				about: [program.description],
				all: [searchText(program)],
			};
			for (const [place, fields] of Object.entries(texts)) {
				fields.forEach((text, field) => {
					words(fold(text)).forEach((word, position) => {
						insert.run(number, place, field, position, word, stemOf(word));
					});
				});
			}
		});
	}

	/** @param isAllowed whether a program matches all filters */
	search(q: string, isAllowed: (program: number) => boolean, offset: number, limit: number): Matches {
		const { all, unknown, telling } = this.#find(q);
		const found = [...this.#programs.keys()].filter(
			(program) => isAllowed(program) && (all.has(program) || telling.some(({ anywhere }) => anywhere.has(program))),
		);
		const rest = found.filter((program) => !all.has(program));
		const counted = new Set<number>();
		const some = telling.map(({ unit, anywhere }) => {
			const further = rest.filter((program) => anywhere.has(program) && !counted.has(program));
			for (const program of further) counted.add(program);
			return { word: unit.words, count: further.length };
		});
		return {
			total: found.length,
			page: this.ranked(q, found).slice(offset, offset + limit),
			words: {
				all: found.length - rest.length,
				some: some.filter(({ count }) => count > 0),
				none: [...new Set(unknown)],
			},
		};
	}

	/** Sorts programs by how well they match a text. */
	ranked(q: string, programs: readonly number[]): number[] {
		const { all, scores } = this.#find(q);
		return programs.toSorted((a, b) => Number(all.has(b)) - Number(all.has(a)) || scores[b]! - scores[a]! || a - b);
	}

	#find(q: string) {
		const text = fold(q);
		const numbers = [...this.#programs.keys()];
		const spans = spansOf(words(text), this).map(({ units, phrase }) => ({
			units: units.map((unit) => this.#match(unit)),
			phrase: phrase && this.#match(phrase),
		}));
		const units = spans.flatMap(({ units, phrase }) => [...(phrase === undefined ? [] : [phrase]), ...units]);
		const strong = spans.filter((span) => span.units.some(({ unit }) => !unit.isWeak));
		const namesSubject = strong.some(({ phrase }) => phrase !== undefined);
		const alone = numbers.map((program) =>
			spans.reduce((sum, { units, phrase }) => {
				const apart = units.reduce((sum, { value }) => sum + value(program), 0);
				const isLess = phrase !== undefined || namesSubject;
				return sum + Math.max(Math.round(isLess ? apart * 0.3 : apart), phrase?.value(program) ?? 0);
			}, 0),
		);
		const scores = numbers.map((program) => {
			const three = [...this.#similar[program]!.slice(0, 3)].map((other) => alone[other]!);
			const support = Math.round((2 * three.reduce((a, b) => a + b, 0)) / 3);
			return alone[program]! + (strong.length > 1 ? Math.min(2 * alone[program]!, support) : 0);
		});
		const all = new Set(
			spans.length === 0
				? this.#numbers(everyWord(words(text)))
				: numbers.filter((program) =>
						spans.every(({ units, phrase }) => {
							const apart = units.length > 0 && units.every((one) => one.unit.isWeak || one.inTopics.has(program));
							return apart || phrase?.inTopics.has(program);
						}),
					),
		);
		const total = units.reduce((sum, { rarity }) => sum + rarity, 1);
		const meant = namesMeant(text);
		const joined = words(text).join('');
		numbers.forEach((program) => {
			const { name, categories, tags } = this.#programs[program]!;
			const compact = [name, ...otherNames(this.#programs[program]!)].map(joinedWords).filter(Boolean);
			const starts =
				fold(name).startsWith(text) || (joined.length >= 3 && compact.some((one) => one.startsWith(joined)));
			const isNamed = compact.some((one) => meant.includes(one));
			const named: [boolean, number][] = [
				[fold(name) === text || meant.includes(joinedWords(name)), 400],
				[isNamed, 300],
				[starts, 45],
				[
					fold(name).includes(text) || isNamed || (joined.length >= 3 && compact.some((one) => one.startsWith(joined))),
					15,
				],
			];
			for (const [holds, percent] of named) if (holds) scores[program]! += total * percent * 100;
			if (named.some(([holds]) => holds)) all.add(program);
			const topics = [categories.flatMap(({ slug, name }) => [slug, name]), tags ?? []];
			for (const list of topics) if (joined && list.map(joinedWords).includes(joined)) scores[program]! += total * 2000;
		});
		const unknown = spans
			.filter(({ phrase }) => !phrase || phrase.anywhere.size === 0)
			.flatMap(({ units }) => units.filter(({ anywhere }) => anywhere.size === 0).map(({ unit }) => unit.words));
		const known = units.filter(({ anywhere }) => anywhere.size > 0);
		const knownStrong = known.filter(({ unit }) => !unit.isWeak);
		const candidates = knownStrong.length > 0 ? knownStrong : known;
		const rarest = Math.max(...candidates.map(({ rarity }) => rarity));
		const telling = candidates.filter(({ rarity }) => rarity >= rarest / 2);
		return { all, scores, unknown, telling };
	}

	close(): void {
		this.#db.close();
	}

	hasStem(stem: string): boolean {
		return this.#numbers(`SELECT program FROM words WHERE stem = ${quoted(stem)}`).size > 0;
	}

	hasTopic(word: string): boolean {
		return (
			this.#numbers(`SELECT program FROM words WHERE place IN ${TOPICS} AND stem = ${quoted(stemOf(word))}`).size > 0
		);
	}

	synonyms(phrase: readonly string[]): string[][] {
		const stems = phrase.map(stemOf).join('');
		const keys = new Set([stems, stemOf(phrase.join(''))]);
		return [...keys].flatMap((key) =>
			this.#synonyms.flatMap((group) =>
				group
					.filter((one) => [words(one).map(stemOf).join(''), stemOf(words(one).join(''))].includes(key))
					.flatMap((one) => group.slice(0, 8).filter((other) => other !== one))
					.map((other) => words(other).map(stemOf)),
			),
		);
	}

	phraseWithin(list: readonly string[]): string[] | undefined {
		const [longest] = list
			.flatMap((word) =>
				this.#synonyms
					.flat()
					.map(words)
					.filter((phrase) => phrase.filter((one) => !FILLERS.has(one)).length > 1)
					.map((phrase) => ({ word, stems: phrase.map(stemOf) })),
			)
			.filter(({ word, stems }) => stems[0] === stemOf(word))
			.filter(
				({ stems }) => new Set(stems).size === stems.length && stems.every((stem) => list.map(stemOf).includes(stem)),
			)
			.sort((a, b) => b.stems.length - a.stems.length);
		return longest?.stems.map((stem) => list.find((word) => stemOf(word) === stem)!);
	}

	programsOf(name: string): never | undefined {
		return this.#withValue(name).size > 0 ? ({} as never) : undefined;
	}

	/** The programs of the network, or with the payout method, that has this name. */
	#withValue(name: string): Set<number> {
		const isNamed = (value: string) => [value, networkName(value)].map(joinedWords).includes(name);
		return new Set(
			[...this.#programs.entries()]
				.filter(([, { tracking_platform, payout_methods }]) =>
					[tracking_platform ?? '', ...(payout_methods ?? [])].filter(Boolean).some(isNamed),
				)
				.map(([number]) => number),
		);
	}

	#match(unit: Unit): Matched {
		const found = new Map<number, Map<string, number>>();
		const add = (program: number, place: string, value: number) => {
			const values = found.get(program) ?? new Map();
			found.set(program, values);
			if (!values.has(place)) values.set(place, value);
		};
		for (const program of this.#withValue(unit.words.replaceAll(' ', ''))) add(program, 'value', 6000);
		for (const place of Object.keys(WEIGHTS) as Place[]) {
			const near = unit.alternatives.map((one) => ({ ...one, isApart: false }));
			const apart = near
				.filter(({ stems }) => stems.length > 1)
				.map((one) => ({ ...one, isApart: true, percent: (one.percent * 60) / 100 }));
			for (const alternative of [...near, ...apart]) {
				for (const program of this.#numbers(having(alternative, place))) {
					const length = Math.min(255, words(this.#programs[program]!.description).length);
					const weight = place === 'about' ? Math.round(25 * (1 + 8 / Math.max(8, length))) : WEIGHTS[place];
					add(program, place, alternative.percent * weight);
				}
			}
		}
		const anywhere = new Set(found.keys());
		const inTopics = new Set(
			[...found]
				.filter(([, values]) => [...values.keys()].some((place) => place !== 'all'))
				.map(([program]) => program),
		);
		const rarity = Math.round(100 * Math.log(1 + this.#programs.length / Math.max(1, inTopics.size || anywhere.size)));
		return {
			unit,
			anywhere,
			inTopics,
			rarity,
			value(program) {
				const values = [...(found.get(program)?.values() ?? [])];
				if (values.length === 0) return 0;
				const most = Math.max(...values);
				const tenths = 10 * most + 3 * (values.reduce((a, b) => a + b) - most);
				return Math.round((tenths * (unit.isWeak ? 7 : 10)) / 100) * rarity;
			},
		};
	}

	#numbers(sql: string): Set<number> {
		return new Set(this.#db.prepare<[], number>(sql).pluck().all());
	}
}

/** SQL that selects the programs with an alternative in a place. */
function having({ stems, asPrefix, isApart }: Alternative & { readonly isApart: boolean }, place: Place): string {
	const one = (stem: string) =>
		asPrefix ? `substr(word, 1, ${[...stem].join('').length}) = ${quoted(stem)}` : `stem = ${quoted(stem)}`;
	const each = stems.map((stem) => `SELECT program FROM words WHERE place = '${place}' AND ${one(stem)}`);
	const fillers = [...FILLERS].map(quoted).join();
	const pairs = stems.slice(1).map(
		(stem, i) => `SELECT a.program FROM words a JOIN words b
			ON b.program = a.program AND b.place = a.place AND b.field = a.field AND b.position = a.position + 1
			WHERE a.place IN ${TOPICS} AND a.stem = ${quoted(stems[i]!)} AND b.stem = ${quoted(stem)}
			AND a.word NOT IN (${fillers}) AND b.word NOT IN (${fillers})`,
	);
	return [...each, ...(isApart ? [] : pairs)].join(' INTERSECT ');
}

/** SQL that selects the programs with every word, the last of which may be incomplete. */
function everyWord(list: readonly string[]): string {
	if (list.length === 0) return 'SELECT program FROM words WHERE FALSE';
	return list
		.map((word, i) => {
			const is = i < list.length - 1 ? `word = ${quoted(word)}` : `substr(word, 1, ${word.length}) = ${quoted(word)}`;
			return `SELECT program FROM words WHERE place = 'all' AND ${is}`;
		})
		.join(' INTERSECT ');
}

const joinedWords = (text: string) => words(fold(text)).join('');
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
