/** Finds the programs that publishers can promote instead of a program, because they are about the same subjects. */
import type { PublishedProgram } from '../catalog/published.ts';
import { isCategory, type Subjects, subjectReader } from './intent/subjects.ts';
import { compareTies } from './order.ts';
import { MOST_SIMILAR } from './similar-index.ts';

/** A subject that more than one in so many programs have says too little, unless it is a category. */
const COMMON = 12;

/** With how many programs each program is compared. Those that have its most telling subject come first. */
const MOST_COMPARED = 100;

/**
 * Returns the similar programs of each program, as positions in `programs`. Two programs are more similar the more
 * subjects they share, the rarer these are, and the fewer other subjects the second one has. Closed programs are left
 * out, and those that not everyone can join come last.
 *
 * @param synonyms groups of phrases with the same meaning
 */
export function similarPrograms(
	programs: readonly PublishedProgram[],
	synonyms: readonly (readonly string[])[],
): readonly Uint32Array[] {
	const order = Uint32Array.from(programs.keys()).sort((a, b) => compareTies(programs[a]!, programs[b]!));
	const similarTo = comparison(
		Array.from(order, (number) => programs[number]!),
		synonyms,
	);
	const lists = new Array<Uint32Array>(programs.length);
	order.forEach((number, place) => {
		lists[number] = similarTo(place).map((other) => order[other]!);
	});
	return lists;
}

/** The subjects of programs that tell programs apart. */
interface Telling {
	/** The places of the open programs with each subject. */
	readonly having: readonly (readonly number[])[];
	/** The subjects of all programs, as numbers. Those of a program start at its `starts`, the most telling one first. */
	readonly subjects: Uint32Array;
	readonly starts: Uint32Array;
	/** How much each of `subjects` counts. */
	readonly weights: Float64Array;
	/** How much all subjects of each program count together. */
	readonly lengths: Float64Array;
}

/** @param programs in the order of `compareTies` */
function comparison(
	programs: readonly PublishedProgram[],
	synonyms: readonly (readonly string[])[],
): (place: number) => Uint32Array {
	const { having, subjects, starts, weights, lengths } = tellingSubjects(programs, synonyms);
	const isLimited = programs.map(({ availability }) => Number(availability !== null && availability !== 'open'));
	const own = new Float64Array(having.length);
	const scores = new Float64Array(programs.length);
	return (place) => {
		const found = new Set([place]);
		for (let at = starts[place]!; at < starts[place + 1]!; at++) {
			own[subjects[at]!] = weights[at]!;
			for (const other of having[subjects[at]!]!) {
				if (found.size > MOST_COMPARED) break;
				found.add(other);
			}
		}
		found.delete(place);
		for (const other of found) {
			let score = 0;
			const end = starts[other + 1]!;
			for (let at = starts[other]!; at < end; at++) score += own[subjects[at]!]! * weights[at]!;
			scores[other] = score / Math.sqrt(lengths[other]!);
		}
		for (let at = starts[place]!; at < starts[place + 1]!; at++) own[subjects[at]!] = 0;
		const closest = [...found].sort((a, b) => isLimited[a]! - isLimited[b]! || scores[b]! - scores[a]! || a - b);
		return Uint32Array.from(closest.slice(0, MOST_SIMILAR));
	};
}

function tellingSubjects(programs: readonly PublishedProgram[], synonyms: readonly (readonly string[])[]): Telling {
	const read = programs.map(subjectReader(programs, synonyms));
	const open = new Map<string, number[]>();
	programs.forEach(({ availability }, place) => {
		if (availability === 'closed') return;
		for (const subject of read[place]!.keys()) {
			const places = open.get(subject);
			if (places === undefined) open.set(subject, [place]);
			else places.push(place);
		}
	});
	const most = Math.max(programs.length / COMMON, MOST_SIMILAR);
	const kept = [...open].filter(([subject, { length }]) => isCategory(subject) || length <= most);
	const having = kept.map(([, places]) => places);
	const numbers = new Map(kept.map(([subject], number) => [subject, number]));
	const rarity = having.map(({ length }) => Math.log(programs.length / length));
	const found = read.map((own) => weighed(own, numbers, rarity));
	const starts = new Uint32Array(programs.length + 1);
	found.forEach((own, place) => {
		starts[place + 1] = starts[place]! + own.length;
	});
	return {
		having,
		subjects: Uint32Array.from(found.flatMap((own) => own.map(({ number }) => number))),
		starts,
		weights: Float64Array.from(found.flatMap((own) => own.map(({ weight }) => weight))),
		lengths: Float64Array.from(found, (own) => Math.hypot(...own.map(({ weight }) => weight)) || 1),
	};
}

/** Returns the telling subjects of a program, the most telling one first, and how much each counts. */
function weighed(own: Subjects, numbers: ReadonlyMap<string, number>, rarity: readonly number[]) {
	return [...own]
		.flatMap(([subject, weight]) => {
			const number = numbers.get(subject);
			return number === undefined ? [] : [{ number, weight: weight * Math.sqrt(rarity[number]!) }];
		})
		.sort((a, b) => b.weight - a.weight || a.number - b.number);
}
