/** The parameter `fields`, which adds fields of programs' own responses to the items of a list. */
import { fieldsIn } from '../catalog/program-responses.ts';
import type { ProgramDetail } from '../catalog/views.ts';
import { pick } from '../shared/pick.ts';
import { tagOf } from '../shared/tag.ts';
import { dataAt } from './data-at.ts';
import type { Directory, Items } from './directory.ts';

/** The fields that programs' own responses have, and items of lists lack, in the order of the responses. */
export const ADDED_FIELDS = fieldsIn('detail');
export type AddedField = (typeof ADDED_FIELDS)[number];

/**
 * Returns the items with more fields at their ends.
 *
 * @param items items of `GET /programs`
 * @param fields some of `ADDED_FIELDS`
 */
export function withFields(items: Items, fields: readonly AddedField[], directory: Directory): Items {
	const added = ADDED_FIELDS.filter((name) => fields.includes(name));
	const joined = Buffer.alloc(items.length);
	items.copyTo(joined, 0);
	const programs: { readonly slug: string }[] = JSON.parse(`[${joined}]`);
	const whole = programs.map((program) => {
		const detail = dataAt<ProgramDetail>(directory, `/programs/${program.slug}`)!;
		return JSON.stringify({ ...program, ...pick(detail, added) });
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
