import type { PublishedProgram } from '../../src/catalog/published.ts';

/** A published program of which only the given fields matter. */
export function publishedProgram(fields: Partial<PublishedProgram>): PublishedProgram {
	return {
		slug: 'acme',
		name: 'Acme',
		description: '',
		long_description: '',
		organization: { slug: 'acme', name: 'Acme' },
		categories: [],
		commission_type: 'one_time',
		commission_rate: null,
		commission_text: null,
		commission_amount: null,
		commission_duration: null,
		cookie_days: null,
		tracking_platform: null,
		payout_minimum: null,
		payout_frequency: null,
		currency: null,
		website_url: 'https://acme.example/',
		signup_url: null,
		logo_url: null,
		verified: false,
		featured: false,
		views: 0,
		checked_at: null,
		source_url: null,
		created_at: '2025-01-01T00:00:00Z',
		updated_at: '2025-01-01T00:00:00Z',
		rating_average: null,
		review_count: 0,
		...fields,
	};
}
