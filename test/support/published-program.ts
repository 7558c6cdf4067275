import { defaultsOf } from '../../src/catalog/columns.ts';
import { PROGRAM_COLUMNS } from '../../src/catalog/program.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';

/** A published program for tests that need only the given fields. */
export function publishedProgram(fields: Partial<PublishedProgram>): PublishedProgram {
	const { status: _, ...defaults } = defaultsOf(PROGRAM_COLUMNS);
	return {
		...defaults,
		slug: 'acme',
		name: 'Acme',
		organization: { slug: 'acme', name: 'Acme' },
		categories: [],
		commission_type: 'one_time',
		website_url: 'https://acme.example/',
		created_at: '2025-01-01T00:00:00Z',
		updated_at: '2025-01-01T00:00:00Z',
		rating_average: null,
		review_count: 0,
		reviewed_at: null,
		...fields,
	};
}
