import { z } from 'zod';
import { isSlug } from '../../catalog/slug.ts';
import type { OperatorReply, OperatorRequest } from './operator.ts';

/** The maximum number of programs in a response. */
const MOST = 10_000;

const QuerySchema = z.strictObject({
	day: z.iso.date({ error: 'day must be a day in UTC, such as 2026-11-20.' }),
	after: z
		.string()
		.refine((text) => text === '' || isSlug(text), { error: 'after must be a slug.' })
		.default(''),
});

/** Returns the views that this directory has counted on a day, by program. `has_more` asks for a request with `after`. */
export async function operatorViews({ query, stores }: OperatorRequest): Promise<OperatorReply> {
	const asked = QuerySchema.safeParse(Object.fromEntries(query));
	if (!asked.success) return { problem: asked.error.issues[0]!.message };
	const { day, after } = asked.data;
	const found = await stores.views.ofDay(day, after, MOST + 1);
	const programs = found.slice(0, MOST).map(({ program, views, clicks }) => ({ program, views, clicks }));
	return { data: { programs, has_more: found.length > MOST } };
}
