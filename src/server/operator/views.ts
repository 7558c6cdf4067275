import { z } from 'zod';
import type { OperatorReply, OperatorRequest } from './operator-request.ts';

const day = z.iso.date({ error: 'from and to must be days in UTC, such as 2026-11-20.' });
const QuerySchema = z.strictObject({ from: day, to: day });

/** Returns the views of each program that this directory has counted in a period, by slug. */
export async function operatorViews({ query, stores }: OperatorRequest): Promise<OperatorReply> {
	const asked = QuerySchema.safeParse(Object.fromEntries(query));
	if (!asked.success) return { problem: asked.error.issues[0]!.message };
	return { data: { views: Object.fromEntries(await stores.views.totals(asked.data)) } };
}
