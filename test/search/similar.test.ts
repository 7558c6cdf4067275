import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { similarPrograms } from '../../src/search/similar.ts';
import { publishedProgram } from '../support/published-program.ts';

type Fields = Partial<PublishedProgram>;

/** A program whose name is a word of its own. */
function program(slug: string, categories: readonly string[], fields: Fields = {}) {
	return publishedProgram({
		slug,
		name: slug,
		organization: { slug, name: slug },
		description: '',
		categories: categories.map((slug) => ({ slug, name: slug })),
		...fields,
	});
}

/** Programs of the category `other`, so that the subjects of a few programs are rare. */
const CROWD = Array.from({ length: 60 }, (_, index) => program(`crowd${index}`, ['other']));

/** The slugs of the programs that are similar to the first one. */
function similarToFirst(programs: readonly PublishedProgram[], synonyms: readonly (readonly string[])[] = []) {
	const all = [...programs, ...CROWD];
	return Array.from(similarPrograms(all, synonyms)[0]!, (number) => all[number]!.slug);
}

const about = (description: string) => ({ description });

describe('Among two programs, the more similar one is', () => {
	test.each<readonly [fact: string, own: Fields, more: Fields, less: Fields]>([
		['one about the same, not one of the same category', about('Newsletters'), about('Newsletter'), { categories: [] }],
		['one with a word that few have', about('Rare usual'), about('rare'), about('usual')],
		['one with two of the words', about('Signed documents'), about('documents, signed'), about('Documents')],
		['one that is about nothing else', about('Invoices'), about('Invoices'), about('Invoices wine bikes hotels')],
		[
			'one with the same words in other forms',
			about('Accountants hiring'),
			about('Hires an accountant'),
			about('Hiring'),
		],
		[
			'one of a category that the tag names',
			{ tags: ['wine-bars'] },
			{ categories: [{ slug: 'bars', name: 'Wine bars' }] },
			{ tags: ['bars'] },
		],
		['one with a phrase of the tag', { tags: ['landing-pages'] }, about('Landing page'), about('Landing')],
		[
			'one with the word among the first ones',
			about('Wine'),
			about('Wine one two three four five six seven eight nine ten'),
			about('one two three four five six seven eight nine ten wine'),
		],
		['one with the word in its short description', about('Wine'), about('Wine'), { long_description: 'Wine' }],
		['one with the word in its long description', about('Wine'), { long_description: 'Wine' }, { categories: [] }],
		[
			'one with more reviews, if both are the same',
			about('Wine'),
			{ ...about('Wine'), review_count: 1 },
			{ ...about('Wine'), views: 9 },
		],
	])('%s', (_, own, more, less) => {
		const usual = [1, 2, 3, 4].map((index) => program(`usual${index}`, ['other'], about('Usual')));
		const pair = [program('less', [], less), program('more', [], more)];
		const found = similarToFirst([program('this', ['mail'], own), ...pair, ...usual]);
		expect(found).toContain('more');
		expect(found.filter((slug) => slug === 'more' || slug === 'less')[0]).toBe('more');
	});
});

describe('Programs do not become similar by', () => {
	test.each<readonly [what: string, own: Fields, other: Fields]>([
		['the end of a domain', { name: 'Acme.studio', ...about('Acme.shop') }, { name: 'Zeta.shop' }],
		['a number', about('24/7 for 500 cities'), about('Since 1984, 24/7, 500')],
		['a word such as `powerful`', about('The most powerful platform for teams'), about('Powerful, for your team')],
		['the own name of one of them', { name: 'Motion', ...about('Motion plans') }, about('Motion pictures')],
		[
			'the name of their organization',
			{ organization: { slug: 'acme', name: 'Acme' }, ...about('By Acme') },
			about('acme'),
		],
		[
			'the end of a long description',
			{ long_description: `${'Word '.repeat(60)}newsletters` },
			{ long_description: 'Newsletters' },
		],
	])('%s', (_, own, other) => {
		expect(similarToFirst([program('this', [], own), program('other', [], other)])).toEqual([]);
	});
});

test('Phrases with the same meaning are the same subject', () => {
	const programs = [about('Newsletters for you'), about('Email marketing'), about('Emails')].map((fields, index) =>
		program(`p${index}`, [], fields),
	);
	expect(similarToFirst(programs, [['email marketing', 'newsletter']])).toEqual(['p1']);
});

test('A phrase of several words counts more than single words', () => {
	const synonyms = [
		['email marketing', 'newsletter campaign'],
		['wine', 'tea'],
	];
	const programs = [about('Newsletter campaigns, tea'), about('Wine'), about('Email marketing')];
	const named = programs.map((fields, index) => program(`p${index}`, [], fields));
	expect(similarToFirst(named, synonyms)).toEqual(['p2', 'p1']);
});

test('Of a synonym of one word, only the plural is the same subject', () => {
	const synonyms = [['planning', 'agenda', 'grocery']];
	const of = (own: string, other: string) =>
		similarToFirst([program('this', [], about(own)), program('other', [], about(other))], synonyms);
	expect(of('Agenda', 'Groceries')).toEqual(['other']);
	expect(of('Agenda', 'Paid plans')).toEqual([]);
});

test('Closed programs are left out, and those that not everyone can join come last', () => {
	const of = (slug: string, availability: PublishedProgram['availability'], description = 'Newsletters') =>
		program(slug, ['mail'], { availability, description });
	const others = [
		of('closed', 'closed'),
		of('invited', 'invitation'),
		of('waiting', 'waitlist'),
		of('open', 'open', ''),
		of('unknown', null),
	];
	expect(similarToFirst([of('this', 'closed'), ...others])).toEqual(['unknown', 'open', 'invited', 'waiting']);
});

test('There are at most twelve, filled up from the same category', () => {
	const mail = Array.from({ length: 20 }, (_, index) => program(`m${index}`, ['mail'], { review_count: index }));
	const own = program('this', ['mail'], about('Newsletters'));
	const found = similarToFirst([own, ...mail, program('about', ['other'], about('Newsletters'))]);
	expect(found).toHaveLength(12);
	expect(found.slice(0, 3)).toEqual(['about', 'm19', 'm18']);
});

test('If two categories have the same name, the order of the programs makes no difference', () => {
	const named = (slug: string, category: string) =>
		program(slug, [], { categories: [{ slug: category, name: 'Wine' }] });
	const others = [named('a', 'wine'), named('b', 'wines')];
	const own = program('this', [], { tags: ['wine'] });
	expect(similarToFirst([own, ...others])).toEqual(similarToFirst([own, ...others.toReversed()]));
});

test('The order of the programs makes no difference', () => {
	const words = ['mail', 'letter', 'shop', 'host', 'bank', 'game', 'bike', 'wine', 'tea'];
	const programs = Array.from({ length: 200 }, (_, index) =>
		program(`p${index}`, [words[index % 4]!], about([1, 5, 7].map((step) => words[(index * step) % 9]).join(' '))),
	);
	const named = (list: readonly PublishedProgram[]) =>
		new Map(
			similarPrograms(list, []).map((similar, place) => [list[place]!.slug, Array.from(similar, (n) => list[n]!.slug)]),
		);
	const backwards = named(programs.toReversed());
	for (const [slug, similar] of named(programs)) expect(backwards.get(slug)).toEqual(similar);
});
