/** Finds the redirects that an undo brings back. */
import type Database from 'better-sqlite3';
import type { Kind } from '../../catalog/records.ts';
import { type Redirect, redirectReader } from '../redirects.ts';
import type { RedirectEdit } from './read-changes.ts';

export interface EarlierRedirect {
	readonly kind: Kind;
	readonly slug: string;
	readonly redirect: Redirect | undefined;
}

/**
 * Returns where slugs led before a change. Leaves out slugs that a record has, that lead elsewhere since the change, or
 * whose earlier target no longer exists.
 *
 * @param edits those of the change, in order
 * @param isRecord whether a record exists after the undo
 */
export function earlierRedirects(
	db: Database.Database,
	edits: readonly RedirectEdit[],
	isRecord: (kind: Kind, key: string) => boolean,
): EarlierRedirect[] {
	const present = redirectReader(db);
	const earlier = new Map<string, EarlierRedirect>();
	for (const some of Map.groupBy(edits, ({ kind, slug }) => `${kind} ${slug}`).values()) {
		const [{ kind, slug, before }, { after }] = [some[0]!, some.at(-1)!];
		if (isRecord(kind, slug) || present(kind, slug)?.target !== after?.target) continue;
		earlier.set(`${kind} ${slug}`, { kind, slug, redirect: before });
	}

	/** Whether a slug leads to a record, or to one that is gone. */
	function endsWell({ kind, slug, redirect }: EarlierRedirect): boolean {
		const passed = new Set([slug]);
		let at = redirect?.target;
		while (typeof at === 'string' && !passed.has(at) && !isRecord(kind, at)) {
			passed.add(at);
			const next: Redirect | undefined = earlier.has(`${kind} ${at}`)
				? earlier.get(`${kind} ${at}`)!.redirect
				: present(kind, at);
			if (next === undefined) return false;
			at = next.target;
		}
		return typeof at !== 'string' || !passed.has(at);
	}

	return [...earlier.values()].filter(endsWell);
}
