import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { publishedPrograms, records } from '../../src/snapshot/read.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from './made.ts';

test('Reading only some programs returns the same programs as reading all, in the same order', () => {
	const file = join(temporaryFolder(), 'snapshot.sqlite');
	generateSnapshot(file, { programs: 60, reviews: 200, seed: 1 });
	withSnapshot(file, (db) => {
		const programs = [...publishedPrograms(db)];
		const every = (step: number) => programs.filter((_, index) => index % step === 0).map(({ slug }) => slug);
		const draft = [...records(db, 'programs')].find(({ status }) => status === 'draft')!.slug;
		for (const slugs of [[], every(1), every(2).reverse(), [draft, 'unknown', "'", ...every(5)]]) {
			expect([...publishedPrograms(db, new Set(slugs))]).toEqual(programs.filter(({ slug }) => slugs.includes(slug)));
		}
	});
});
