import { expect, test } from 'vitest';
import type { Organization } from '../../../src/catalog/organization.ts';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { repeatedProgram } from '../../../src/website/directory/directory.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The program that the organization `Acme` repeats, if its programs are called `Acme` too. */
function repeats(fields: Partial<Organization> = {}, ...programs: readonly Partial<PublishedProgram>[]) {
	const own = (programs.length > 0 ? programs : [{}]).map((program, index) =>
		publishedProgram({ slug: `p${index}`, ...program }),
	);
	return repeatedProgram({ ...directoryOf(own).organizations[0]!, ...fields });
}

test.each<[string, Partial<Organization>]>([
	['has nothing of its own', {}],
	['has the same website', { website_url: 'https://acme.example/' }],
	['has the same name in another case', { name: 'ACME' }],
	['has a blank description', { description: ' ' }],
])('an organization repeats its program if it %s', (_, fields) => {
	expect(repeats(fields)).toBe('p0');
});

test.each<[string, Partial<Organization>]>([
	['another name', { name: 'Acme Group' }],
	['another website', { website_url: 'https://group.example/' }],
	['a description', { description: 'Makes anvils.' }],
])('an organization does not repeat its program if it has %s', (_, fields) => {
	expect(repeats(fields)).toBeNull();
});

test('an organization with two programs or none repeats neither', () => {
	expect(repeats({}, {}, {})).toBeNull();
	expect(repeats({ programs: [] } as object)).toBeNull();
});

test('The site lists the organizations that do not only repeat their program', () => {
	const { listedOrganizations } = directoryOf([
		publishedProgram({}),
		publishedProgram({ slug: 'b', organization: { slug: 'group', name: 'Group' } }),
	]);
	expect(listedOrganizations.map(({ slug }) => slug)).toEqual(['group']);
});
