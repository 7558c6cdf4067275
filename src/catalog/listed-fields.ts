import { pick } from '../shared/pick.ts';
import type { PublishedProgram } from './published.ts';

const NAMES = [
	'commission_maximum',
	'commission_per',
	'commission_months',
	'commission_lifetime',
	'offers',
	'availability',
	'checked_at',
	'source_url',
	'source_name',
	'imported_at',
] as const;

/** The fields of a program that the website's lists show, and that items of `GET /programs` lack. */
export type ListedFields = Pick<PublishedProgram, (typeof NAMES)[number]>;

export function listedFields(program: ListedFields): ListedFields {
	return pick(program, NAMES);
}
