/** Finds the programs that publishers can promote instead of a program, because they are about the same subjects. */
import type { PublishedProgram } from '../catalog/published.ts';
import { compareTies } from './order.ts';
import { MOST_SIMILAR } from './similar-index.ts';
import { subjectReader } from './subjects.ts';

/** With how many programs each program is compared. Those that share its rarest subjects come first. */
const MOST_COMPARED = 100;

/**
 * Returns the similar programs of each program, as positions in `programs`. Two programs are more similar the more
 * subjects they share, the rarer these are, and the fewer others the second one has. Closed programs are left out, and
 * those that not everyone can join come last.
 *
 * @param synonyms groups of phrases with the same meaning
 */
export function similarPrograms(
	programs: readonly PublishedProgram[],
	synonyms: readonly (readonly string[])[],
): readonly Uint32Array[] {
	// The result must not depend on the order of `programs`.
	const inOrder = [...programs.keys()].sort((a, b) => compareTies(programs[a]!, programs[b]!));
	const named = inOrder.flatMap((program) =>
		programs[program]!.categories.map((category) => [category.slug, category] as const),
	);
	const readSubjects = subjectReader(synonyms, [...new Map(named).values()]);
	const numbers = new Map<string, number>();
	/** The open programs with each subject. */
	const having: number[][] = [];
	const subjects: Subject[][] = [];
	for (const program of inOrder) {
		subjects[program] = Array.from(readSubjects(programs[program]!), ([subject, weight]) => {
			const number = numbers.get(subject) ?? having.push([]) - 1;
			numbers.set(subject, number);
			return { number, weight };
		});
		if (programs[program]!.availability === 'closed') continue;
		for (const { number } of subjects[program]) having[number]!.push(program);
	}
	const rarity = Float64Array.from(having, ({ length }) => Math.log(programs.length / Math.max(1, length)));
	const value = ({ number, weight }: Subject) => rarity[number]! * weight;
	// Typed arrays, because all pairs of programs are compared with them.
	const sorted = subjects.map((own, program) => {
		own.sort((a, b) => value(b) - value(a) || a.number - b.number);
		subjects[program] = [];
		return {
			size: own.reduce((sum, subject) => sum + value(subject), 1) ** (1 / 4),
			numbers: Uint32Array.from(own, ({ number }) => number),
			weights: Float32Array.from(own, ({ weight }) => weight),
		};
	});
	const isLimited = programs.map(({ availability }) => Number(availability !== null && availability !== 'open'));
	const ownWeights = new Float64Array(having.length);
	const scores = new Float64Array(programs.length);
	return sorted.map((own, program) => {
		const found = new Set([program]);
		for (const number of own.numbers) {
			for (const other of having[number]!) {
				if (found.size > MOST_COMPARED) break;
				found.add(other);
			}
		}
		found.delete(program);
		own.numbers.forEach((number, place) => {
			ownWeights[number] = own.weights[place]!;
		});
		for (const other of found) {
			let score = 0;
			const { numbers, weights, size } = sorted[other]!;
			for (let place = 0; place < numbers.length; place++) {
				const number = numbers[place]!;
				score += Math.sqrt(ownWeights[number]! * weights[place]!) * rarity[number]!;
			}
			scores[other] = score / size;
		}
		for (const number of own.numbers) ownWeights[number] = 0;
		const order = (a: number, b: number) =>
			isLimited[a]! - isLimited[b]! || scores[b]! - scores[a]! || compareTies(programs[a]!, programs[b]!);
		return Uint32Array.from([...found].sort(order).slice(0, MOST_SIMILAR));
	});
}

interface Subject {
	readonly number: number;
	readonly weight: number;
}
