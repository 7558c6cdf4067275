/** Finds and removes values that name other records, such as the organization in a program. */
import type { ChangedFields, ChangeKind } from '../../catalog/change.ts';

/** The fields that name records of another kind. Their values are `{slug, name}`, or a list of these. */
const KIND_OF: { readonly [field: string]: ChangeKind } = {
	categories: 'category',
	organization: 'organization',
	program: 'program',
};

export interface Mention {
	readonly kind: ChangeKind;
	readonly id: string;
}

export function mentionsIn(fields: ChangedFields): Mention[] {
	return Object.entries(fields).flatMap(([name, values]) => {
		const kind = KIND_OF[name];
		return kind === undefined ? [] : values.flatMap(slugsIn).map((id) => ({ kind, id }));
	});
}

/** Returns the changed fields with null in place of each value that names the given record. */
export function withoutMention(fields: ChangedFields, { kind, id }: Mention): ChangedFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, [before, after]]) => {
			const keep = (value: unknown) => (KIND_OF[name] === kind && slugsIn(value).includes(id) ? null : value);
			return [name, [keep(before), keep(after)]];
		}),
	);
}

function slugsIn(value: unknown): string[] {
	return [value].flat().flatMap((one) => (one as { readonly slug?: string } | null)?.slug ?? []);
}
