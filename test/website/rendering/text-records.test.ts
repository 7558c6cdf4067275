import { expect, test } from 'vitest';
import { textSources } from '../../../src/build/build-site.ts';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { DOCUMENTATION, documentationAddress } from '../../../src/website/addresses.ts';
import { manuals, pagesOf } from '../../../src/website/documentation/documentation-pages.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The records of some programs in the text index, without the documentation. */
function recordsOf(...programs: readonly PublishedProgram[]) {
	const directory = directoryOf(programs);
	return textSources(directory)
		.map((source) => source.record())
		.filter(({ url }) => !url.startsWith(DOCUMENTATION.address));
}

test('The search finds programs, categories, organizations and networks, each with its first page', () => {
	const categories = [{ slug: 'mail', name: 'Mail' }];
	const programs = Array.from({ length: 60 }, (_, index) =>
		publishedProgram({ slug: `p-${index}`, name: `P ${index}`, categories, tracking_platform: 'tolt' }),
	);
	const addresses = recordsOf(...programs).map(({ url }) => url);
	expect(addresses.sort()).toEqual(
		[
			'/categories/mail/',
			'/networks/tolt/',
			'/organizations/acme/',
			...programs.map(({ slug }) => `/programs/${slug}/`),
		].sort(),
	);
});

test('The search finds the documentation, but not the code in it', () => {
	const records = textSources(directoryOf([])).map((source) => source.record());
	expect(records.map(({ url }) => url)).toEqual(
		manuals()
			.flatMap(pagesOf)
			.map(({ address }) => address),
	);
	const limits = records.find(({ url }) => url === documentationAddress('limits'))!;
	expect(limits.meta).toEqual({ title: 'Limits' });
	expect(limits.content).toContain('A plan can limit the request rate of an account.');
	expect(limits.content).not.toContain('await');
});

test('The search does not find an organization that only repeats its program', () => {
	const records = recordsOf(
		publishedProgram({ organization: { slug: 'acme', name: 'ACME' } }),
		publishedProgram({ slug: 'other', name: 'Other', organization: { slug: 'others', name: 'Others' } }),
	);
	expect(records.map(({ url }) => url)).toEqual(['/programs/acme/', '/programs/other/', '/organizations/others/']);
});
