/** Finds the programs that publishers can promote instead of a program, because they are about the same subjects. */
import type { PublishedProgram } from '../catalog/published.ts';
import { saysNothing } from './intent/fillers.ts';
import { stemOf } from './intent/stem.ts';
import { compact } from './names.ts';
import { compareTies } from './order.ts';
import { MOST_SIMILAR } from './similar-index.ts';
import { fold, words } from './text.ts';

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
	const topics = Map.groupBy(
		synonyms.flatMap((group) =>
			group.map((phrase) => ({ key: joinedStems(words(fold(phrase))), topic: `=${group[0]}` })),
		),
		({ key }) => key,
	);
	const topicsOf = (phrase: readonly string[]) => topics.get(joinedStems(phrase))?.map(({ topic }) => topic) ?? [];
	// The result must not depend on the order of `programs`.
	const inOrder = [...programs.keys()].sort((a, b) => compareTies(programs[a]!, programs[b]!));
	const numbers = new Map<string, number>();
	/** The open programs with each subject. */
	const having: number[][] = [];
	const subjects: Subject[][] = [];
	for (const program of inOrder) {
		subjects[program] = Array.from(subjectsOf(programs[program]!, topicsOf), ([subject, weight]) => {
			const number = numbers.get(subject) ?? having.push([]) - 1;
			numbers.set(subject, number);
			return { number, weight };
		});
		if (programs[program]!.availability === 'closed') continue;
		for (const { number } of subjects[program]) having[number]!.push(program);
	}
	const rarity = Float64Array.from(having, ({ length }) => Math.log(programs.length / Math.max(1, length)));
	const value = ({ number, weight }: Subject) => rarity[number]! * weight;
	for (const own of subjects) own.sort((a, b) => value(b) - value(a) || a.number - b.number);
	const sizes = subjects.map((own) => own.reduce((sum, subject) => sum + value(subject), 1) ** (1 / 4));
	const isLimited = programs.map(({ availability }) => Number(availability !== null && availability !== 'open'));
	const ownWeights = new Float64Array(having.length);
	const scores = new Float64Array(programs.length);
	return subjects.map((own, program) => {
		const found = new Set([program]);
		for (const { number } of own) {
			for (const other of having[number]!) {
				if (found.size > MOST_COMPARED) break;
				found.add(other);
			}
		}
		found.delete(program);
		for (const { number, weight } of own) ownWeights[number] = weight;
		for (const other of found) {
			let score = 0;
			for (const { number, weight } of subjects[other]!)
				score += Math.sqrt(ownWeights[number]! * weight) * rarity[number]!;
			scores[other] = score / sizes[other]!;
		}
		for (const { number } of own) ownWeights[number] = 0;
		const order = (a: number, b: number) =>
			isLimited[a]! - isLimited[b]! || scores[b]! - scores[a]! || compareTies(programs[a]!, programs[b]!);
		return Uint32Array.from([...found].sort(order).slice(0, MOST_SIMILAR));
	});
}

interface Subject {
	readonly number: number;
	readonly weight: number;
}

/**
 * Returns what a program is about, and how much each subject counts: its categories, the stems of its tags and
 * descriptions, and the topics of their phrases. The words of its own name, and the ends of domains, are no subjects.
 */
export function subjectsOf(
	{ name, organization, categories, tags, description, long_description }: PublishedProgram,
	topicsOf: (phrase: readonly string[]) => readonly string[],
): Map<string, number> {
	const subjects = new Map(categories.map(({ slug }) => [`/${slug}`, 1]));
	const ofCategories = new Set(categories.map(({ name }) => compact(fold(name))));
	const own = new Set(words(fold(`${name} ${organization.name}`)));
	const wordsIn = (text: string) => words(fold(text).replace(DOMAIN_ENDS, ''));
	const add = (subject: string, weight: number) => subjects.set(subject, Math.max(weight, subjects.get(subject) ?? 0));
	const read = (list: readonly string[], weight: number, isNamed = own) => {
		for (const word of list) if (!saysNothing(word) && !isNamed.has(word)) add(stemOf(word), weight);
		for (const start of list.keys()) {
			for (let end = start + 1; end <= Math.min(start + LONGEST_PHRASE, list.length); end++) {
				for (const topic of topicsOf(list.slice(start, end))) add(topic, weight);
			}
		}
	};
	for (const tag of tags ?? []) if (!ofCategories.has(compact(fold(tag)))) read(wordsIn(tag), 1, new Set());
	read(wordsIn(name), 1);
	read(wordsIn(description), 1);
	read(wordsIn(long_description).slice(0, LONGEST_START), START_WEIGHT);
	return subjects;
}

/** How many words of a long description count, and how much. Further words are often about something else. */
const LONGEST_START = 40;
const START_WEIGHT = 1 / 2;
const LONGEST_PHRASE = 4;
const DOMAIN_ENDS = /(?<=[\p{L}\p{N}])\.\p{L}{2,4}(?![\p{L}\p{N}])/gu;

const joinedStems = (phrase: readonly string[]) => phrase.map(stemOf).join('');
