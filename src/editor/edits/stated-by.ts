/** Says who states the values of a program's terms. */
import type { Program } from '../../catalog/program.ts';

/**
 * Returns `read in the conditions: “20% for life”`, `from OpenAffiliate`, `entered by an editor`, `left open by an editor`
 * or `left open, because …`. Undefined if nothing is known about it.
 */
export function statedBy(program: Program, field: string): string | undefined {
	const evidence = program.commission_evidence?.[field];
	if (evidence === undefined) return undefined;
	const { by, place, words, given } = evidence;
	const isOpen = program[field as keyof Program] === null;
	if (by === 'editor') return `${isOpen ? 'left open' : 'entered'} by an editor`;
	if (by === 'source') return `from ${program.source_name ?? 'its source'}`;
	if (isOpen) return `left open, because its words are unclear; its source says ${given}`;
	return place === null ? 'read in its words' : `read in the ${place === 'rate' ? 'commission' : place}: “${words}”`;
}
