/** The lines that `npm run edit` prints after each round. */
import { KINDS } from '../../catalog/records.ts';
import { count, number } from '../../website/format/numbers.ts';
import { recordCount } from '../figures.ts';
import type { Changes, Round } from './rounds.ts';

/**
 * Describes a round in one line, without its duration: `1 program changed. Pages: 20 rendered, 352 kept, 0 removed.`
 */
export function roundLine(round: Round): string {
	if (round.outcome === 'unchanged') return 'Nothing changed.';
	if (round.outcome === 'failed') return 'Not published. Correct the problems above and save again.';
	const { rendered, kept, removed } = round.pages;
	const pages = `Pages: ${number(rendered)} rendered, ${number(kept)} kept, ${number(removed)} removed.`;
	return [changesIn(round.changes), pages].filter((sentence) => sentence !== '').join(' ');
}

/** Returns a hint about rows that were removed from the files, or undefined if there are none. */
export function removedRowsHint(round: Round): string | undefined {
	if (round.outcome === 'failed' || round.left === 0) return undefined;
	const is = round.left === 1 ? 'is no longer in the files, but stays' : 'are no longer in the files, but stay';
	return `${count(round.left, 'record')} ${is} in the snapshot: see "Hiding and deleting" in src/docs/content.md.`;
}

/** Lists the changes: `1 program changed, 2 reviews added.` Returns an empty string if no record changed. */
function changesIn(changes: Changes): string {
	const parts = Object.entries(changes).flatMap(([change, counts]) =>
		KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${recordCount(kind, counts[kind])} ${change}`),
	);
	return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}
