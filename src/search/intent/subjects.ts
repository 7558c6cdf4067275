/** Reads what a program is about from its categories, its tags, its name and its short description. */
import type { PublishedProgram } from '../../catalog/published.ts';
import { compact } from '../names.ts';
import { fold } from '../text.ts';
import { type Subject, Topics } from './topics.ts';

/** The subjects of a program, and how much each counts. */
export type Subjects = ReadonlyMap<string, number>;

/** How much a subject counts that is a tag, a topic in the name or in the description, another word, or a category. */
const WEIGHTS = { tag: 2.5, topic: 2, word: 0.75, category: 1 } as const;

const CATEGORY = '/';

export const isCategory = (subject: string) => subject.startsWith(CATEGORY);

/**
 * Returns a function that returns the subjects of a program. Topics are the tags of all programs, and the synonyms. All
 * phrases of a group of synonyms are one subject. The words of a program's own name are subjects only if they are
 * topics.
 *
 * @param synonyms groups of phrases with the same meaning
 */
export function subjectReader(
	programs: readonly PublishedProgram[],
	synonyms: readonly (readonly string[])[],
): (program: PublishedProgram) => Subjects {
	const topics = new Topics();
	for (const group of synonyms) for (const phrase of group) topics.add(phrase, `=${group[0]}`);
	const tagged = categoriesOfTags(programs);
	for (const [tag, category] of tagged) if (category === undefined) topics.add(tag);
	return ({ name, organization, description, tags, categories }) => {
		const found = new Map<string, number>();
		const add = ({ name, isTopic, share }: Subject, weight: number) => {
			const counts = isTopic ? share * weight : WEIGHTS.word;
			if ((found.get(name) ?? 0) < counts) found.set(name, counts);
		};
		for (const { slug } of categories) found.set(CATEGORY + slug, WEIGHTS.category);
		for (const tag of tags ?? []) {
			const category = tagged.get(tag);
			if (category !== undefined) found.set(CATEGORY + category, WEIGHTS.category);
			else for (const subject of topics.read(tag)) add(subject, WEIGHTS.tag);
		}
		const names = topics.read(`${name} ${organization.name}`).filter(({ isTopic }) => !isTopic);
		const own = new Set(names.map(({ name }) => name));
		for (const subject of topics.read(`${name}\n${description}`)) {
			if (!own.has(subject.name)) add(subject, WEIGHTS.topic);
		}
		return found;
	};
}

/** Returns all tags. A tag that names a category of the directory has its slug. */
function categoriesOfTags(programs: readonly PublishedProgram[]): ReadonlyMap<string, string | undefined> {
	const categories = new Map<string, string>();
	for (const { slug, name } of programs.flatMap(({ categories }) => categories)) {
		for (const text of [slug, name]) categories.set(compact(fold(text)), slug);
	}
	const tags = new Set(programs.flatMap(({ tags }) => tags ?? []));
	return new Map(Array.from(tags, (tag) => [tag, categories.get(compact(fold(tag)))]));
}
