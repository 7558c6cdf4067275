/** The parameter `fields`, which adds fields of programs' own responses to the items of a list. */
import { fieldsIn, type ProgramDetail } from '../catalog/resources.ts';
import { tagOf } from '../shared/http/content.ts';
import { pick } from '../shared/pick.ts';
import { type Items, parsedItems, type ReleaseData } from './release-data.ts';

/** The fields that programs' own responses have, and items of lists lack, in the order of the responses. */
export const ADDED_FIELDS = fieldsIn('detail');
export type AddedField = (typeof ADDED_FIELDS)[number];

/**
 * Returns the items with more fields at their ends.
 *
 * @param items items of `GET /programs`
 * @param fields some of `ADDED_FIELDS`
 */
export function withFields(items: Items, fields: readonly AddedField[], release: Pick<ReleaseData, 'bodies'>): Items {
	const added = ADDED_FIELDS.filter((name) => fields.includes(name));
	const programs = parsedItems<{ readonly slug: string }>(items);
	const details = release.bodies(programs.map(({ slug }) => `/programs/${slug}`));
	const whole = programs.map((program, place) => {
		const { data }: { readonly data: ProgramDetail } = JSON.parse(details[place]!.toString());
		return JSON.stringify({ ...program, ...pick(data, added) });
	});
	const text = Buffer.from(whole.join(','));
	return {
		count: items.count,
		length: text.length,
		tag: tagOf(text),
		copyTo: (target, start) => {
			text.copy(target, start);
		},
	};
}
