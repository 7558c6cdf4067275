/** Finds similar programs by comparing all pairs of programs. It is slow, and written independently of the index. */
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { subjectReader } from '../../src/search/intent/subjects.ts';

/** Returns a function that returns the slugs of the programs most similar to a program, the most similar one first. */
export function plainSimilar(programs: readonly PublishedProgram[]): (slug: string) => string[] {
	const inOrder = programs.toSorted((a, b) => b.review_count - a.review_count || (a.slug < b.slug ? -1 : 1));
	const read = subjectReader(programs, []);
	const all = inOrder.map((program) => ({ ...program, subjects: read(program) }));
	const open = all.filter(({ availability }) => availability !== 'closed');
	const counts = new Map<string, number>();
	for (const { subjects } of open) for (const name of subjects.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
	/** How much each telling subject of a program counts, the most telling one first. */
	const telling = all.map(({ subjects }) =>
		[...counts.keys()]
			.filter((name) => subjects.has(name))
			.filter((name) => name.startsWith('/') || counts.get(name)! <= Math.max(12, programs.length / 12))
			.map((name) => [name, subjects.get(name)! * Math.sqrt(Math.log(programs.length / counts.get(name)!))] as const)
			.sort(([, a], [, b]) => b - a),
	);
	return (slug) => {
		const own = all.findIndex((program) => program.slug === slug);
		if (own === -1) return [];
		const others = telling[own]!.flatMap(([name]) => open.filter(({ subjects }) => subjects.has(name)));
		const compared = [...new Set(others.filter((other) => other.slug !== slug))].slice(0, 100);
		const scored = compared.map((program) => {
			const theirs = telling[all.indexOf(program)]!;
			const shared = theirs.reduce(
				(sum, [name, counts]) => sum + counts * (telling[own]!.find(([other]) => other === name)?.[1] ?? 0),
				0,
			);
			return {
				program,
				score: shared / Math.sqrt(Math.hypot(...theirs.map(([, counts]) => counts)) || 1),
				isLimited: ['invitation', 'waitlist'].includes(program.availability ?? ''),
			};
		});
		scored.sort(
			(a, b) =>
				Number(a.isLimited) - Number(b.isLimited) ||
				b.score - a.score ||
				inOrder.findIndex(({ slug }) => slug === a.program.slug) -
					inOrder.findIndex(({ slug }) => slug === b.program.slug),
		);
		return scored.slice(0, 12).map(({ program }) => program.slug);
	};
}
