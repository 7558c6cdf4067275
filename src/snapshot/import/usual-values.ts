/**
 * Finds the values that nearly all programs of a source have, or nearly all programs of a group in it, such as a network.
 * In a source that collects its programs from others, such a value is not a fact about any of them: nobody has looked it
 * up. It is left empty. In a table of the editor's own, it is kept and only noted.
 */
import type { Program } from '../../catalog/program.ts';
import type { Group, SourceRecord } from './source.ts';

/** The fields in which programs differ, so that nearly the same value everywhere is suspicious. */
export const DIFFERING_FIELDS = [
	'cookie_days',
	'payout_minimum',
	'payout_frequency',
	'payout_methods',
	'approval',
	'approval_days',
	'attribution',
	'restrictions',
	'epc',
	'average_order_value',
] as const satisfies readonly (keyof Program)[];

type Field = (typeof DIFFERING_FIELDS)[number];

/** A value is usual if at least `share` of at least `fewest` programs with a value have it. */
interface Rule {
	readonly fewest: number;
	readonly share: number;
}

const RULE: Rule = { fewest: 20, share: 0.8 };
/** There are only a few words for such a field, so that many programs can rightly have the same one. */
const RULE_OF_WORDS: Rule = { fewest: 50, share: 0.95 };

/** Counts the values of a field. Programs without a value do not count. */
export class ValueCounts {
	readonly #counts = new Map<unknown, { readonly value: unknown; count: number }>();
	#of = 0;

	add(value: unknown): void {
		if (value === undefined || value === null || value === '') return;
		const identity = identityOf(value);
		const known = this.#counts.get(identity);
		if (known === undefined) this.#counts.set(identity, { value, count: 1 });
		else known.count++;
		this.#of++;
	}

	/** Returns the value that nearly all programs with a value have, if there is one. */
	usual(): { readonly value: unknown; readonly count: number; readonly of: number } | undefined {
		const [first] = [...this.#counts.values()].sort((a, b) => b.count - a.count);
		if (first === undefined) return undefined;
		const { fewest, share } = typeof first.value === 'string' ? RULE_OF_WORDS : RULE;
		if (this.#of < fewest || first.count < share * this.#of) return undefined;
		return { ...first, of: this.#of };
	}
}

/** Returns the same text or number for equal values. The order of a list does not matter. */
function identityOf(value: unknown): unknown {
	return Array.isArray(value) ? JSON.stringify(value.toSorted()) : value;
}

const isSame = (a: unknown, b: unknown) => identityOf(a) === identityOf(b);

/** A value that nearly all programs of a source, or of a group in it, have. */
export interface UsualValue {
	readonly field: Field;
	/** The source's name for the field. */
	readonly column: string;
	/** Null for all programs of the source. */
	readonly group: Group | null;
	readonly value: unknown;
	/** The number of programs that have it. */
	readonly count: number;
	/** The number of programs with a value. */
	readonly of: number;
}

/** A program of a source that collects programs from others, and the groups that it belongs to. */
export interface CollectedProgram {
	readonly record: SourceRecord;
	readonly groups: readonly Group[];
}

/** Counts the values of all fields of programs. */
export class ProgramCounts {
	readonly #group: Group | null;
	readonly #fields = DIFFERING_FIELDS.map((field) => ({ field, column: field as string, counts: new ValueCounts() }));

	/** @param group the group whose programs are counted */
	constructor(group: Group | null = null) {
		this.#group = group;
	}

	add({ raw, sourceNames }: SourceRecord): void {
		for (const one of this.#fields) {
			one.counts.add(raw[one.field]);
			one.column = sourceNames?.[one.field] ?? one.field;
		}
	}

	usual(): UsualValue[] {
		return this.#fields.flatMap(({ field, column, counts }) => {
			const usual = counts.usual();
			return usual === undefined ? [] : [{ field, column, group: this.#group, ...usual }];
		});
	}
}

/** Finds the usual values of programs, and those of each of their groups that are not usual for all programs. */
export function usualValues(programs: readonly CollectedProgram[]): UsualValue[] {
	const all = new ProgramCounts();
	const groups = new Map<string, ProgramCounts>();
	for (const { record, groups: ofProgram } of programs) {
		all.add(record);
		for (const group of ofProgram) {
			const key = `${group.column}\n${group.value}`;
			const counts = groups.get(key) ?? new ProgramCounts(group);
			groups.set(key, counts);
			counts.add(record);
		}
	}
	const general = all.usual();
	const isGeneral = ({ field, value }: UsualValue) =>
		general.some((one) => one.field === field && isSame(one.value, value));
	const ofGroups = [...groups.values()].flatMap((counts) => counts.usual());
	return [...general, ...ofGroups.filter((usual) => !isGeneral(usual))];
}

export function hasUsualValue({ record, groups }: CollectedProgram, { field, group, value }: UsualValue): boolean {
	const isMember = group === null || groups.some((own) => own.column === group.column && own.value === group.value);
	return isMember && isSame(record.raw[field], value);
}

/** `cookie_days 60 in 275 of 308 with source community` */
export function usualInWords({ column, group, value, count, of }: UsualValue): string {
	const where = group === null ? '' : ` with ${group.column} ${group.value}`;
	return `${column} ${[value].flat().join(' and ')} in ${count} of ${of}${where}`;
}
