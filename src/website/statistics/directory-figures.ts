import { IN_HOUSE } from '../../catalog/keyword-names.ts';
import type { Directory } from '../directory/directory.ts';
import { number, type Quantity } from '../format/numbers.ts';
import { COMMISSION_RATE, COOKIE_DAYS, medianOf } from './measures.ts';

export interface DirectoryFigure {
	readonly name: string;
	readonly quantity: Quantity | null;
}

/** Returns the directory's key numbers: its size and its median terms. */
export function directoryFigures(directory: Directory): DirectoryFigure[] {
	const { programs, listedOrganizations: organizations, categories, networks, reviews } = directory;
	const counted = (items: { readonly length: number }): Quantity => ({ figure: number(items.length), unit: '' });
	return [
		{ name: 'Programs', quantity: counted(programs) },
		...(organizations.length > 0 ? [{ name: 'Organizations', quantity: counted(organizations) }] : []),
		{ name: 'Categories', quantity: counted(categories) },
		{ name: 'Networks', quantity: counted(networks.filter(({ slug }) => slug !== IN_HOUSE)) },
		...(reviews.total > 0 ? [{ name: 'Reviews', quantity: counted({ length: reviews.total }) }] : []),
		{ name: 'Median commission', quantity: medianOf(COMMISSION_RATE, programs) },
		{ name: 'Median cookie', quantity: medianOf(COOKIE_DAYS, programs) },
	];
}
