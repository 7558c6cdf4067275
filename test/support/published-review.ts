import type { PublishedReview } from '../../src/catalog/published.ts';

/** A published review for tests that need only the given fields. */
export function publishedReview(fields: Partial<PublishedReview>): PublishedReview {
	return {
		id: 'rev_1',
		program: { slug: 'acme', name: 'Acme' },
		author_username: 'ada',
		author_display_name: 'Ada',
		author_avatar_url: null,
		rating: 4,
		title: 'Good',
		body: '',
		months_in_program: null,
		paid_on_time: null,
		approval_days: null,
		upvotes: 0,
		created_at: '2025-02-01T00:00:00Z',
		updated_at: '2025-02-01T00:00:00Z',
		...fields,
	};
}
