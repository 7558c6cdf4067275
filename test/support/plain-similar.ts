/** Finds similar programs by comparing all pairs of programs. It is slow, and written independently of the index. */
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { subjectsOf } from '../../src/search/similar.ts';

/** Returns a function that returns the slugs of the programs most similar to a program, the most similar one first. */
export function plainSimilar(programs: readonly PublishedProgram[]): (slug: string) => string[] {
	const all = programs
		.toSorted((a, b) => b.review_count - a.review_count || (a.slug < b.slug ? -1 : 1))
		.map((program) => ({ ...program, subjects: [...subjectsOf(program, () => [])] }));
	const open = all.filter(({ availability }) => availability !== 'closed');
	const order = [...new Set(all.flatMap(({ subjects }) => subjects))];
	const counts = new Map(order.map((name) => [name, open.filter(({ subjects }) => subjects.includes(name)).length]));
	const rarity = (name: string) => Math.log(programs.length / Math.max(1, counts.get(name)!));
	const rarestFirst = (names: readonly string[]) =>
		names.toSorted((a, b) => rarity(b) - rarity(a) || order.indexOf(a) - order.indexOf(b));
	return (slug) => {
		const own = all.find((program) => program.slug === slug);
		if (own === undefined) return [];
		const others = rarestFirst(own.subjects).flatMap((name) => open.filter(({ subjects }) => subjects.includes(name)));
		const compared = [...new Set(others.filter((other) => other !== own))].slice(0, 50);
		const scored = compared.map((program) => {
			const theirs = rarestFirst(program.subjects);
			const shared = theirs.reduce((sum, name) => sum + (own.subjects.includes(name) ? rarity(name) : 0), 0);
			const size = theirs.reduce((sum, name) => sum + rarity(name), 1) ** (1 / 4);
			const isLimited = ['invitation', 'waitlist'].includes(program.availability ?? '');
			return { program, score: shared / size, isLimited: Number(isLimited) };
		});
		scored.sort(
			(a, b) => a.isLimited - b.isLimited || b.score - a.score || all.indexOf(a.program) - all.indexOf(b.program),
		);
		return scored.slice(0, 12).map(({ program }) => program.slug);
	};
}
