/**
 * Finds similar programs: those with the most categories in common, then those with the most words in common, then those
 * with the closest pay.
 */
import type { PublishedProgram } from '../../catalog/published.ts';
import { compareTies } from '../../search/order.ts';
import { onceFor } from '../../shared/once.ts';
import { joinLimit } from '../format/links.ts';
import { compareDifferences, payPlace } from './pay-order.ts';
import { NEIGHBOURS, SimilarGroup, type Subject } from './similar-group.ts';
import { subjectWords } from './subject-words.ts';

export interface SimilarPrograms<Program> {
	/** Returns the programs that are most similar to a program of the directory, except closed ones. */
	to(program: Program): readonly Program[];
	/**
	 * Returns all programs whose similar programs a change can affect.
	 *
	 * @param earlier the versions of programs that the change has removed or replaced
	 * @param now the versions that the change has added
	 */
	affectedBy(earlier: readonly PublishedProgram[], now: readonly PublishedProgram[]): readonly Program[];
}

/**
 * Sorts the programs of a category when one of them is first needed. After that, finding similar programs takes nearly
 * the same time in directories of any size, because only neighbours in the order of pay are compared. Equally similar
 * programs are sorted by reviews, because sorting them by views would change pages every day.
 */
export function similarPrograms<Program extends PublishedProgram>(
	programs: readonly Program[],
): SimilarPrograms<Program> {
	const subjectOf = onceFor(numberedSubjects());
	const group = groupsBy(programs, (program) => subjectOf(program) as Subject<Program>);
	/** @param words returns the words of the program that count in a group */
	const neighbours = (own: Subject, words: (group: SimilarGroup<Program>) => readonly number[]) => {
		const found = new Set<Subject<Program>>();
		for (const category of own.categories.map(group)) category.addNeighbours(own, words(category), found);
		// The programs that share all of several categories are a group too.
		if (own.categories.length > 1) group(own.categories.join()).addNeighbours(own, [], found);
		return found;
	};
	return {
		to(program) {
			const own = subjectOf(program);
			const words = own.categories.map(group).reduce((words, group) => group.uncommon(words), own.words);
			const candidates = neighbours(own, () => words);
			return mostSimilar(own, new Set(words), [...candidates]).map(({ program }) => program);
		},
		affectedBy(earlier, now) {
			const [before, after] = [earlier.map(subjectOf), now.map(subjectOf)];
			const versions = [...before, ...after];
			const near = versions.map((version) => neighbours(version, (group) => group.uncommon(version.words)));
			const reworded = Array.from(new Set(versions.flatMap(({ categories }) => categories)), (slug) => {
				const isIn = ({ categories }: Subject) => categories.includes(slug);
				return group(slug).reworded(before.filter(isIn), after.filter(isIn));
			});
			return [...new Set([...near, ...reworded].flatMap((subjects) => [...subjects]))].map(({ program }) => program);
		},
	};
}

/** Returns a function that reads programs. The same word always gets the same number. */
function numberedSubjects(): (program: PublishedProgram) => Subject {
	const numbers = new Map<string, number>();
	const numberOf = (word: string) => {
		const known = numbers.get(word);
		if (known !== undefined) return known;
		numbers.set(word, numbers.size);
		return numbers.size - 1;
	};
	return (program) => ({
		program,
		categories: program.categories.map(({ slug }) => slug).sort(),
		words: [...new Set(subjectWords(program).map(numberOf))],
		pay: payPlace(program),
	});
}

/**
 * Returns a function that returns the group of a category, or of several categories separated by commas. A group is
 * sorted when it is first needed.
 */
function groupsBy<Program extends PublishedProgram>(
	programs: readonly Program[],
	subjectOf: (program: Program) => Subject<Program>,
): (key: string) => SimilarGroup<Program> {
	const members = new Map<string, Program[]>();
	for (const program of programs) {
		const slugs = program.categories.map(({ slug }) => slug).sort();
		for (const key of slugs.length > 1 ? [slugs.join(), ...slugs] : slugs) {
			const group = members.get(key);
			if (group === undefined) members.set(key, [program]);
			else group.push(program);
		}
	}
	const groups = new Map<string, SimilarGroup<Program>>();
	return (key) => {
		const group = groups.get(key) ?? new SimilarGroup((members.get(key) ?? []).map(subjectOf));
		groups.set(key, group);
		return group;
	};
}

/**
 * Returns the candidates that are most similar to a program, the most similar one first.
 *
 * @param words the words of the program that count
 */
function mostSimilar<Program extends PublishedProgram>(
	own: Subject,
	words: ReadonlySet<number>,
	candidates: readonly Subject<Program>[],
): Subject<Program>[] {
	const categories = new Set(own.categories);
	return candidates
		.filter(({ program }) => program !== own.program && program.availability !== 'closed')
		.map((subject) => ({
			subject,
			isLimited: Number(joinLimit(subject.program) !== null),
			categories: countIn(subject.categories, categories),
			words: countIn(subject.words, words),
		}))
		.sort(
			(a, b) =>
				a.isLimited - b.isLimited ||
				b.categories - a.categories ||
				b.words - a.words ||
				compareDifferences(own.pay, a.subject.pay, b.subject.pay) ||
				compareTies(a.subject.program, b.subject.program),
		)
		.slice(0, NEIGHBOURS)
		.map(({ subject }) => subject);
}

function countIn<T>(list: readonly T[], set: ReadonlySet<T>): number {
	let count = 0;
	for (const one of list) {
		if (set.has(one)) count++;
	}
	return count;
}
