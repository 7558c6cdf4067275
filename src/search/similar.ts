/** Finds the programs that publishers can promote instead of a program, because they are about the same subjects. */
import type { PublishedProgram } from '../catalog/published.ts';
import { saysNothing } from './intent/fillers.ts';
import { stemOf } from './intent/stem.ts';
import { compact } from './names.ts';
import { compareTies } from './order.ts';
import { MOST_SIMILAR } from './similar-index.ts';
import { fold, words } from './text.ts';

/** With how many programs each program is compared. Those that share its rarest subjects come first. */
const MOST_COMPARED = 50;

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
	const subjects: number[][] = [];
	for (const program of inOrder) {
		subjects[program] = Array.from(subjectsOf(programs[program]!, topicsOf), (subject) => {
			const number = numbers.get(subject) ?? having.push([]) - 1;
			numbers.set(subject, number);
			return number;
		});
		if (programs[program]!.availability === 'closed') continue;
		for (const subject of subjects[program]) having[subject]!.push(program);
	}
	const rarity = Float64Array.from(having, ({ length }) => Math.log(programs.length / Math.max(1, length)));
	for (const own of subjects) own.sort((a, b) => rarity[b]! - rarity[a]! || a - b);
	const sizes = subjects.map((own) => own.reduce((sum, subject) => sum + rarity[subject]!, 1) ** (1 / 4));
	const isLimited = programs.map(({ availability }) => Number(availability !== null && availability !== 'open'));
	const isOwn = new Uint8Array(having.length);
	const scores = new Float64Array(programs.length);
	return subjects.map((own, program) => {
		const found = new Set([program]);
		for (const subject of own) {
			for (const other of having[subject]!) {
				if (found.size > MOST_COMPARED) break;
				found.add(other);
			}
		}
		found.delete(program);
		for (const subject of own) isOwn[subject] = 1;
		for (const other of found) {
			let score = 0;
			for (const subject of subjects[other]!) score += isOwn[subject]! * rarity[subject]!;
			scores[other] = score / sizes[other]!;
		}
		for (const subject of own) isOwn[subject] = 0;
		const order = (a: number, b: number) =>
			isLimited[a]! - isLimited[b]! || scores[b]! - scores[a]! || compareTies(programs[a]!, programs[b]!);
		return Uint32Array.from([...found].sort(order).slice(0, MOST_SIMILAR));
	});
}

/**
 * Returns what a program is about: its categories, the stems of its tags and of its short description, and the topics of
 * their phrases. The words of its own name, and the ends of domains, are no subjects.
 */
export function subjectsOf(
	{ name, organization, categories, tags, description }: PublishedProgram,
	topicsOf: (phrase: readonly string[]) => readonly string[],
): Set<string> {
	const subjects = new Set(categories.map(({ slug }) => `/${slug}`));
	const ofCategories = new Set(categories.map(({ name }) => compact(fold(name))));
	const own = new Set(words(fold(`${name} ${organization.name}`)));
	const about = words(fold(description).replace(DOMAIN_ENDS, '')).filter((word) => !own.has(word));
	for (const list of [...(tags ?? []).map((tag) => words(fold(tag))), about]) {
		if (ofCategories.has(list.join(''))) continue;
		for (const word of list) if (!saysNothing(word)) subjects.add(stemOf(word));
		for (const start of list.keys()) {
			for (let end = start + 1; end <= Math.min(start + LONGEST_PHRASE, list.length); end++) {
				for (const topic of topicsOf(list.slice(start, end))) subjects.add(topic);
			}
		}
	}
	return subjects;
}

const LONGEST_PHRASE = 4;
const DOMAIN_ENDS = /(?<=[\p{L}\p{N}])\.\p{L}{2,4}(?![\p{L}\p{N}])/gu;

const joinedStems = (phrase: readonly string[]) => phrase.map(stemOf).join('');
