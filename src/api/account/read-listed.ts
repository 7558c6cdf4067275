/** Reads published records in the form in which editors write them. */
import type { Named } from '../../catalog/published.ts';
import { type BrandKind, COLUMNS } from '../../catalog/records.ts';
import { isSlug } from '../../catalog/slug.ts';
import type { ProposedFields } from '../../state/proposals/proposal.ts';
import type { ReleaseData } from '../release-data.ts';

export interface ListedRecord {
	/** The record's fields by the names of their columns, as far as they are public. */
	readonly fields: ProposedFields;
	/** The entity tag of the record, without quotes. */
	readonly tag: string;
	/** The slug and the name of the organization that the record is or belongs to. */
	readonly organization: string;
	readonly organizationName: string;
}

/** Returns undefined if no such record is published. */
export function readListed(
	release: Pick<ReleaseData, 'resource'>,
	kind: BrandKind,
	slug: string,
): ListedRecord | undefined {
	if (!isSlug(slug)) return undefined;
	const content = release.resource(`/${kind}/${slug}`);
	if (content === undefined) return undefined;
	const { data } = JSON.parse(content.read().toString()) as { data: { readonly [field: string]: unknown } };
	const organization = kind === 'programs' ? (data.organization as Named) : (data as unknown as Named);
	// The application keeps who states figures, and responses show it in another form.
	const columns = Object.entries(data).filter(([name]) => (COLUMNS[kind][name]?.type ?? 'evidence') !== 'evidence');
	const references =
		kind === 'programs'
			? {
					organization: organization.slug,
					categories: (data.categories as Named[]).map((category) => category.slug),
				}
			: {};
	return {
		fields: { ...Object.fromEntries(columns), ...references },
		tag: content.tag!,
		organization: organization.slug,
		organizationName: organization.name,
	};
}
