/** The endpoints except the index, each with the path of an existing resource. */

/** The scopes of the endpoints. */
export const READ_SCOPES = ['programs:read', 'categories:read', 'reviews:read', 'organizations:read'] as const;
export type ReadScope = (typeof READ_SCOPES)[number];

export const ENDPOINTS = [
	{ endpoint: 'GET /programs', path: '/programs', scope: 'programs:read' },
	{ endpoint: 'GET /programs/:slug', path: '/programs/lumen-partners', scope: 'programs:read' },
	{ endpoint: 'GET /programs/:slug/reviews', path: '/programs/much-reviewed/reviews', scope: 'reviews:read' },
	{ endpoint: 'GET /categories', path: '/categories', scope: 'categories:read' },
	{ endpoint: 'GET /categories/:slug', path: '/categories/lighting', scope: 'categories:read' },
	{ endpoint: 'GET /categories/:slug/programs', path: '/categories/crowd/programs', scope: 'programs:read' },
	{ endpoint: 'GET /reviews', path: '/reviews', scope: 'reviews:read' },
	{ endpoint: 'GET /reviews/:id', path: '/reviews/rev_full', scope: 'reviews:read' },
	{ endpoint: 'GET /organizations', path: '/organizations', scope: 'organizations:read' },
	{ endpoint: 'GET /organizations/:slug', path: '/organizations/lumen-labs', scope: 'organizations:read' },
	{
		endpoint: 'GET /organizations/:slug/programs',
		path: '/organizations/crowd-works/programs',
		scope: 'programs:read',
	},
	{ endpoint: 'GET /networks', path: '/networks', scope: 'programs:read' },
] as const;

/** The exported files, each with the scopes that it needs. */
export const EXPORTS = [
	{ path: '/export/programs.ndjson', scopes: ['programs:read'] },
	{ path: '/export/organizations.ndjson', scopes: ['organizations:read'] },
	{ path: '/export/categories.ndjson', scopes: ['categories:read'] },
	{ path: '/export/reviews.ndjson', scopes: ['reviews:read'] },
	{ path: '/export/directory.sqlite', scopes: READ_SCOPES },
	{ path: '/export/export.json', scopes: [] },
] as const;

/** The paginated endpoints of the interface, each with the most items per page and the path of an empty list. */
export const LISTS = [
	{ endpoint: 'GET /programs', path: '/programs', most: 100, empty: '/programs?category=deserted' },
	{
		endpoint: 'GET /programs/:slug/reviews',
		path: '/programs/much-reviewed/reviews',
		most: 50,
		empty: '/programs/never/reviews',
	},
	{
		endpoint: 'GET /categories/:slug/programs',
		path: '/categories/crowd/programs',
		most: 100,
		empty: '/categories/deserted/programs',
	},
	{
		endpoint: 'GET /organizations/:slug/programs',
		path: '/organizations/crowd-works/programs',
		most: 100,
		empty: '/organizations/idle/programs',
	},
] as const;

/** The lists that extend the interface, each with the most items per page. */
export const MORE_LISTS = [
	{ endpoint: 'GET /reviews', path: '/reviews', most: 50 },
	{ endpoint: 'GET /organizations', path: '/organizations', most: 100 },
	{ endpoint: 'GET /networks', path: '/networks', most: 100 },
] as const;

/** The endpoints without pages. */
export const RESOURCES = ENDPOINTS.filter(({ path }) => ![...LISTS, ...MORE_LISTS].some((list) => list.path === path));
