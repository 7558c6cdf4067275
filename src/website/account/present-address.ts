import type { Directory } from '../../api/directory.ts';

/** The account pages with slugs in their addresses: for each, the places of the slugs among the segments of the path. */
const SLUGS: { readonly [page: string]: { readonly [place: number]: string } } = {
	organizations: { 3: 'organizations', 5: 'programs' },
	reviews: { 3: 'programs' },
};

/**
 * Replaces the former slugs of renamed and merged records in the path of an account page. Returns undefined if it has none.
 *
 * @param path such as `/account/organizations/acme-co/programs/acme/`
 */
export function presentAddress(release: Pick<Directory, 'redirect'>, path: string): string | undefined {
	const segments = path.split('/');
	const places = SLUGS[segments[2]!] ?? {};
	const present = segments.map((slug, place) => {
		const kind = places[place];
		return (kind !== undefined && release.redirect(`/${kind}/${slug}`)) || slug;
	});
	const address = present.join('/');
	return address === path ? undefined : address;
}
