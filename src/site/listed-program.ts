import type { PublishedProgram } from '../catalog/published.ts';
import type { programItem } from '../catalog/views.ts';

/** The fields of a program that lists show. Published programs and items of `GET /v1/programs` have all of them. */
export interface ListedProgram
	extends Pick<
		PublishedProgram,
		| 'slug'
		| 'name'
		| 'description'
		| 'commission_type'
		| 'commission_rate'
		| 'commission_text'
		| 'commission_amount'
		| 'commission_duration'
		| 'currency'
		| 'cookie_days'
		| 'tracking_platform'
		| 'verified'
		| 'rating_average'
		| 'review_count'
	> {
	readonly organization: { readonly name: string };
}

/** A program as a list shows it, from its item in the API. */
export function listedProgram(item: ReturnType<typeof programItem>): ListedProgram {
	return {
		...item,
		organization: { name: item.brand_name },
		rating_average: item.review_count === 0 ? null : item.rating,
	};
}
