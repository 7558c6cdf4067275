/** Brings redirects back when a change is undone. */
import type { Kind } from '../../catalog/records.ts';
import { existenceChecker } from '../read.ts';
import { type Redirect, redirectReader } from '../redirects.ts';
import type { OpenChange } from '../write.ts';
import type { RedirectEdit } from './read-changes.ts';

interface EarlierRedirect {
	readonly kind: Kind;
	readonly slug: string;
	readonly redirect: Redirect | undefined;
}

/**
 * Finds where slugs led before a change, unless they lead elsewhere since. Call it before records change. The returned
 * function makes the slugs lead there again, unless a record has the slug or the earlier target no longer exists.
 *
 * @param edits those of the change, in order
 */
export function redirectRestorer(change: OpenChange, edits: readonly RedirectEdit[]): () => void {
	const present = redirectReader(change.db);
	const isRecord = existenceChecker(change.db);
	const earlier = new Map<string, EarlierRedirect>();
	for (const some of Map.groupBy(edits, ({ kind, slug }) => `${kind} ${slug}`).values()) {
		const [{ kind, slug, before }, { after }] = [some[0]!, some.at(-1)!];
		if (present(kind, slug)?.target !== after?.target) continue;
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

	return () => {
		for (const [name, { kind, slug }] of earlier) if (isRecord(kind, slug)) earlier.delete(name);
		for (const { kind, slug, redirect } of [...earlier.values()].filter(endsWell))
			change.redirect(kind, slug, redirect);
	};
}
