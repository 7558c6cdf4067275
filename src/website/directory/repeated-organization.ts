import type { Organization } from '../../catalog/organization.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { fold } from '../../search/text.ts';

/**
 * Returns the slug of the program that an organization only repeats: its single program, with the same name and website,
 * if the organization has no description. Otherwise, returns null. The page of such an organization names the program's
 * page as canonical, and the site does not list it.
 */
export function repeatedProgram({
	name,
	description,
	website_url,
	programs,
}: Pick<Organization, 'name' | 'description' | 'website_url'> & {
	readonly programs: readonly Pick<PublishedProgram, 'slug' | 'name' | 'website_url'>[];
}): string | null {
	const [program, ...others] = programs;
	if (program === undefined || others.length > 0 || description?.trim()) return null;
	const isSame = fold(name) === fold(program.name) && (website_url === null || website_url === program.website_url);
	return isSame ? program.slug : null;
}
