/** Finds similar programs by comparing all pairs of programs. It is slow, and written independently of the index. */
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { subjectReader } from '../../src/search/subjects.ts';

/** Returns a function that returns the slugs of the programs most similar to a program, the most similar one first. */
export function plainSimilar(programs: readonly PublishedProgram[]): (slug: string) => string[] {
	const read = subjectReader(
		[],
		programs.flatMap(({ categories }) => categories),
	);
	const all = programs
		.toSorted((a, b) => b.review_count - a.review_count || (a.slug < b.slug ? -1 : 1))
		.map((program) => ({ ...program, subjects: read(program) }));
	const open = all.filter(({ availability }) => availability !== 'closed');
	const order = [...new Set(all.flatMap(({ subjects }) => [...subjects.keys()]))];
	const counts = new Map(order.map((name) => [name, open.filter(({ subjects }) => subjects.has(name)).length]));
	const rarity = (name: string) => Math.log(programs.length / Math.max(1, counts.get(name)!));
	const value = (subjects: ReadonlyMap<string, number>, name: string) => rarity(name) * subjects.get(name)!;
	const tellingFirst = (subjects: ReadonlyMap<string, number>) =>
		[...subjects.keys()].sort((a, b) => value(subjects, b) - value(subjects, a) || order.indexOf(a) - order.indexOf(b));
	return (slug) => {
		const own = all.find((program) => program.slug === slug);
		if (own === undefined) return [];
		const others = tellingFirst(own.subjects).flatMap((name) => open.filter(({ subjects }) => subjects.has(name)));
		const compared = [...new Set(others.filter((other) => other !== own))].slice(0, 100);
		const scored = compared.map((program) => {
			const theirs = tellingFirst(program.subjects);
			const weight = (name: string) => Math.sqrt((own.subjects.get(name) ?? 0) * program.subjects.get(name)!);
			const shared = theirs.reduce((sum, name) => sum + weight(name) * rarity(name), 0);
			const size = theirs.reduce((sum, name) => sum + value(program.subjects, name), 1) ** (1 / 4);
			const isLimited = ['invitation', 'waitlist'].includes(program.availability ?? '');
			return { program, score: shared / size, isLimited: Number(isLimited) };
		});
		scored.sort(
			(a, b) => a.isLimited - b.isLimited || b.score - a.score || all.indexOf(a.program) - all.indexOf(b.program),
		);
		return scored.slice(0, 12).map(({ program }) => program.slug);
	};
}
