/** Reads what a program is about. */
import type { Named, PublishedProgram } from '../catalog/published.ts';
import { saysNothing } from './intent/fillers.ts';
import { singularOf, stemOf } from './intent/stem.ts';
import { compact } from './names.ts';
import { fold, words } from './text.ts';

/** Matches the first words of a long description. What follows is often about something else. */
const START = /^(?:.{0,300}(?!\S)|)/su;
/** How much they count. */
const START_WEIGHT = 1 / 2;
/** How much a category counts that only a tag names. */
const TAG_WEIGHT = 1 / 2;
/** How much a phrase of several words counts that names a subject: it is rarely there by chance. */
const PHRASE_WEIGHT = 2;
/** Words after the tenth usually name tools or customers, not the subject. They count less. */
const FAR = 10;
const FAR_WEIGHT = 0.7;
const LONGEST_PHRASE = 4;
const DOMAIN_ENDS = /(?<=[\p{L}\p{N}])\.\p{L}{2,4}(?![\p{L}\p{N}])/gu;

/**
 * Returns a function that returns the subjects of a program, and how much each of them counts: its categories, the stems
 * of its tags and descriptions, and the groups of synonyms that these contain. A tag that is the name of a category counts as
 * that category. The words of its own name, and the ends of domains, are no subjects.
 *
 * @param all all categories of the programs, in an order that does not depend on that of the programs
 */
export function subjectReader(
	synonyms: readonly (readonly string[])[],
	all: readonly Named[],
): (program: PublishedProgram) => ReadonlyMap<string, number> {
	/** The stem of each word, and whether it says something. Finding it takes much longer than looking it up. */
	const known = new Map<string, { readonly stem: string; readonly isTelling: boolean }>();
	const read = (word: string) => {
		const found = known.get(word) ?? { stem: stemOf(word), isTelling: !saysNothing(word) };
		known.set(word, found);
		return found;
	};
	const phrases = synonyms.flatMap((group) =>
		group.map((phrase) => ({ phrase, stems: words(phrase).map((word) => read(word).stem), topic: `=${group[0]}` })),
	);
	const topics = Map.groupBy(phrases, ({ stems }) => stems.join(''));
	/** The starts of all keys: few words begin one. */
	const starts = new Set([...topics.keys()].flatMap((key) => Array.from(key, (_, at) => key.slice(0, at + 1))));

	const keyOf = (name: string) => compact(fold(name));
	const categoryNamed = new Map(all.map(({ slug, name }) => [keyOf(name), slug]));

	return ({ name, organization, categories, tags, description, long_description }) => {
		const subjects = new Map(categories.map(({ slug }) => [`/${slug}`, 1]));
		const own = new Set(words(fold(`${name} ${organization.name}`)));
		const wordsIn = (text: string) => words(fold(text).replace(DOMAIN_ENDS, ''));
		const add = (subject: string, weight: number) =>
			subjects.set(subject, Math.max(weight, subjects.get(subject) ?? 0));
		const addAll = (list: readonly string[], weight: number, isNamed: ReadonlySet<string> = own) => {
			const found = list.map(read);
			for (const [start, { stem, isTelling }] of found.entries()) {
				const counted = start < FAR ? weight : weight * FAR_WEIGHT;
				if (isTelling && !isNamed.has(list[start]!)) add(stem, counted);
				let key = '';
				for (const [further, { stem }] of found.slice(start, start + LONGEST_PHRASE).entries()) {
					key += stem;
					if (!starts.has(key)) break;
					const written = singularOf(list.slice(start, start + further + 1).join(''));
					for (const { topic, phrase } of topics.get(key) ?? []) {
						if (phrase.includes(' ')) add(topic, counted * PHRASE_WEIGHT);
						// Another form of a single word often means something else: paid “plans” are no “planning”.
						else if (singularOf(phrase) === written) add(topic, counted);
					}
				}
			}
		};
		for (const tag of tags ?? []) {
			const category = categoryNamed.get(keyOf(tag));
			const isOwn = categories.some((own) => keyOf(own.name) === keyOf(tag));
			if (category === undefined) addAll(wordsIn(tag), 1, new Set());
			else if (!isOwn) add(`/${category}`, TAG_WEIGHT);
		}
		addAll(wordsIn(name), 1);
		addAll(wordsIn(description), 1);
		addAll(wordsIn(START.exec(long_description)![0]), START_WEIGHT);
		return subjects;
	};
}
