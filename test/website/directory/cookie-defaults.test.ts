/** A cookie duration that a source gives nearly all programs. Tables show it with its source; nothing else shows it. */
import { expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { programDetail } from '../../../src/catalog/resources.ts';
import { payFigure } from '../../../src/website/format/pay-figure.ts';
import { termsLine } from '../../../src/website/format/terms.ts';
import { homePages } from '../../../src/website/home/home-page.ts';
import { programsText, programText } from '../../../src/website/machine-readable/page-text.ts';
import { advantages } from '../../../src/website/program/alternatives.ts';
import { bestOf } from '../../../src/website/programs/best.ts';
import { payCaption } from '../../../src/website/programs/pay-caption.ts';
import { knownColumns } from '../../../src/website/programs/program-columns.ts';
import { programRecord } from '../../../src/website/search/text-index.ts';
import { programCard } from '../../../src/website/share/share-card.ts';
import { highlights } from '../../../src/website/statistics/highlights.ts';
import { COOKIE_DAYS, valuesOf } from '../../../src/website/statistics/measures.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';

const IMPORTED = { source_name: 'OpenAffiliate', imported_at: '2026-04-17T00:00:00Z' };
const OWN = publishedProgram({
	...IMPORTED,
	commission_type: 'recurring',
	commission_rate: 30,
	commission_months: 12,
	cookie_days: 60,
});
const DEFAULT: PublishedProgram = { ...OWN, source_defaults: ['cookie_days'] };
const UNKNOWN: PublishedProgram = { ...DEFAULT, cookie_days: null };
const CHECKED: PublishedProgram = { ...DEFAULT, checked_at: '2026-05-01T00:00:00Z' };

const directoryWith = (program: PublishedProgram) =>
	directoryOf(Array.from({ length: 6 }, (_, index) => ({ ...program, slug: `p${index}` })));

test.each<[string, (program: PublishedProgram) => unknown]>([
	['the pay figure', payFigure],
	['its caption', payCaption],
	['a line of terms, as in feeds', termsLine],
	['the description of a program’s page', (program) => programText(program).description],
	['the description of a list', (program) => programsText([program]).description],
	['a record of the search', (program) => programRecord(program, []).meta],
	['the columns of a table without other cookies', (program) => [...knownColumns([program])]],
	['the best programs of a category', (program) => bestOf(directoryWith(program).programs).length],
	['the notes of the home page', (program) => highlights(directoryWith(program).programs, 1)[0]!.programs[0]!.note],
	[
		'the example of the home page',
		(program) => [...homePages.pages(directoryWith(program))][0]!.view().example !== null,
	],
	['statistics', (program) => valuesOf(COOKIE_DAYS, [program])],
	['the advantages of an alternative', (program) => advantages(program, { ...OWN, cookie_days: 30 })],
])('%s: a source default counts as unknown, until an editor has checked it', (_, show) => {
	expect(show(OWN)).not.toEqual(show(UNKNOWN));
	expect(show(DEFAULT)).toEqual(show(UNKNOWN));
	expect(show(CHECKED)).toEqual(show(OWN));
});

test('A share image has no cookie duration that is a source default', () => {
	const labels = (program: PublishedProgram) => programCard(programDetail(program)).figures.map(({ label }) => label);
	expect(labels(DEFAULT)).toEqual(['Commission']);
	expect(labels(CHECKED)).toEqual(['Commission', 'Cookie']);
	expect(labels(publishedProgram({}))).toEqual(['Commission', 'Cookie']);
});
