import type { Organization } from '../../catalog/organization.ts';
import { fold } from '../../search/text.ts';
import { onceFor } from '../../shared/once.ts';
import type { Directory, WithPrograms } from './directory.ts';

/**
 * Whether the page of an organization only repeats the page of its program: it has one program, with the same name and
 * website, and no description. Such an organization has an address, but nothing on the site links to it or counts it.
 */
export function repeatsProgram({ name, description, website_url, programs }: WithPrograms<Organization>): boolean {
	const [program, ...others] = programs;
	if (program === undefined || others.length > 0 || description?.trim()) return false;
	return fold(name) === fold(program.name) && (website_url === null || website_url === program.website_url);
}

/** Returns the organizations that the site lists, counts and links to: those that do not only repeat their program. */
export const listedOrganizations = onceFor((organizations: Directory['organizations']) =>
	organizations.filter((organization) => !repeatsProgram(organization)),
);
