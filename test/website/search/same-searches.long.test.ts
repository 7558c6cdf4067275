import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIndex } from '../../../src/search/build-index.ts';
import { compactNames } from '../../../src/search/names.ts';
import { compareDefault } from '../../../src/search/order.ts';
import { ProgramIndex } from '../../../src/search/program-index.ts';
import { factText } from '../../../src/search/program-texts.ts';
import { searchWords } from '../../../src/website/search/search-words.ts';
import { programRecord } from '../../../src/website/search/text-index.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { type SearchHost, startSearchHost } from '../../support/search-host.ts';
import { type Files, indexOf } from '../../support/text-indexes.ts';

const email = [{ slug: 'newsletters', name: 'Newsletters' }];
const PROGRAMS = [
	{ slug: 'lumen-letters', name: 'LumenLetters', aliases: ['Glow Post'], categories: email, tags: ['open-source'] },
	{
		slug: 'quill-mail',
		name: 'Quill Mail',
		description: 'Sells letters, with an affiliate program',
		categories: email,
	},
	{ slug: 'birch', name: 'Bïrch (Formerly RevealBoard)', description: 'Ads for shops' },
	{ slug: 'hearth', name: 'Hearth', description: 'A builder of stoves; brand building', aliases: ['hearth-and-home'] },
	{ slug: 'oats-co', name: 'Oats & Co.', description: 'Breakfast by mail', restrictions_text: 'No brand bidding' },
	{ slug: 'hexa-io', name: 'Hexa.io', description: 'Lumen of hex codes', payout_methods: ['payoneer'] },
	{ slug: 'hexa-io-pages', name: 'Hexa.io Pages', description: 'Pages for hexa' },
	{ slug: 'pioneer', name: 'Pioneer', description: 'Tools for gardens' },
]
	.map((program) => publishedProgram({ organization: { slug: program.slug, name: program.name }, ...program }))
	.sort(compareDefault);

let host: SearchHost;
let files: Files;
const index = new ProgramIndex(buildIndex(PROGRAMS));

beforeAll(async () => {
	host = await startSearchHost();
	const sources = PROGRAMS.map((program, number) => {
		const record = programRecord(program, []);
		return { url: record.url, program: { slug: program.slug, number }, record: () => record };
	});
	const names = PROGRAMS.flatMap((program) => [program.name, ...compactNames(program)]);
	const words = searchWords([...names, ...PROGRAMS.map(factText)]);
	files = new Map([...(await indexOf(sources)).files, ['search-words.txt', Buffer.from(words.join('\n'))]]);
});
afterAll(() => host?.[Symbol.asyncDispose]());

/** The slug of the first program that the explorer finds. */
function firstInIndex(q: string): string | undefined {
	const { page } = index.search({ q, sort: 'relevance', offset: 0, limit: 1 });
	return PROGRAMS[page[0]!]?.slug;
}

const slugOf = (url: string | undefined) => url?.split('/')[2];

describe('The search in the header and the explorer', () => {
	test.each([
		['lumenletters', 'lumen-letters'],
		['Lumen Letters', 'lumen-letters'],
		['lumen-letters', 'lumen-letters'],
		['lumen lett', 'lumen-letters'],
		['glowpost', 'lumen-letters'],
		['GLOW POST', 'lumen-letters'],
		['quillmail', 'quill-mail'],
		['quill.mail', 'quill-mail'],
		['Quillmail affiliate program', 'quill-mail'],
		['lumen letters referral program', 'lumen-letters'],
		['hearth affiliate', 'hearth'],
		['birch', 'birch'],
		['revealboard', 'birch'],
		['reveal board', 'birch'],
		['hearth and home', 'hearth'],
		['hearthandhome', 'hearth'],
		['oats co', 'oats-co'],
		['hexa io', 'hexa-io'],
		['hexaio', 'hexa-io'],
		['hexa', 'hexa-io'],
		['hexa.io pa', 'hexa-io-pages'],
		['open source', 'lumen-letters'],
		['breakfast', 'oats-co'],
	])('find the same program first for %s', async (q, slug) => {
		const [found] = await host.search(files, [q]);
		expect([firstInIndex(q), slugOf(found!.best[0]?.url), found!.isSure]).toEqual([slug, slug, true]);
	});

	test.each([
		['lumenleters', 'lumen-letters'],
		['quil mail', 'quill-mail'],
		['revealbaord', 'birch'],
		['pionere', 'pioneer'],
		['heerth', 'hearth'],
	])('correct the same misspelt name: %s', async (q, slug) => {
		const [found] = await host.search(files, [q]);
		// Pagefind ignores endings and reads every word as the start of a word, so it may find the name uncorrected.
		const { best } = found!.isSure ? found! : (await host.correct(files, [q]))[0]!.answers;
		expect([firstInIndex(q), firstInIndex(index.suggest({ q })!)]).toEqual([undefined, slug]);
		expect(slugOf(best[0]?.url)).toBe(slug);
	});

	test.each(['brand bidding', 'payoneer', 'gardens stoves'])('correct no word that occurs anywhere: %s', async (q) => {
		const [found] = await host.search(files, [q]);
		expect([firstInIndex(q), found!.isSure]).toEqual([undefined, false]);
		expect([index.suggest({ q }), (await host.correct(files, [q]))[0]]).toEqual([undefined, undefined]);
	});
});
