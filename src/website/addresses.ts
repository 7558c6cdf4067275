/**
 * The addresses of the site's pages. All end with a slash, except those of files, and those that only accept forms.
 */

/** The address of a page, and the name of the page in links. */
export interface PageLink {
	readonly name: string;
	readonly address: string;
}

export const HOME: PageLink = { name: 'Home', address: '/' };
export const PROGRAMS: PageLink = { name: 'Programs', address: '/programs/' };
export const CATEGORIES: PageLink = { name: 'Categories', address: '/categories/' };
export const ORGANIZATIONS: PageLink = { name: 'Organizations', address: '/organizations/' };
export const NETWORKS: PageLink = { name: 'Networks', address: '/networks/' };
export const STATISTICS: PageLink = { name: 'Statistics', address: '/statistics/' };

/** The links in the header. See also `shownSections`. */
export const SECTIONS: readonly PageLink[] = [PROGRAMS, CATEGORIES, ORGANIZATIONS, NETWORKS, STATISTICS];

/** Search results of the explorer, rendered on request. */
export const SEARCH: PageLink = { name: 'Search', address: `${PROGRAMS.address}search/` };
/** The programs that match a text, as a list for search fields, rendered on request. */
export const SUGGESTIONS = `${SEARCH.address}suggestions/`;
/** Whether an address leads to search results. Exported sites have no such pages. */
export const isSearch = (address: string) => address.startsWith(SEARCH.address);
/**
 * The comparison of programs, rendered on request. The query is `?programs=` and up to four slugs, separated by commas.
 */
export const COMPARE: PageLink = { name: 'Compare', address: '/compare/' };
export const SAVED: PageLink = { name: 'Saved programs', address: '/saved/' };
/** Table rows for saved programs, rendered on request. The query is `?programs=` and slugs, separated by commas. */
export const SAVED_ROWS = `${SAVED.address}rows/`;
/** What changed in the saved programs of an account, as Atom. The address is secret: its query is `?key=` and a key. */
export const CHANGES_IN_SAVED = `${SAVED.address}feed.atom`;
export const feedOfKey = (key: string) => `${CHANGES_IN_SAVED}?key=${key}`;

/** The addresses that lead to where publishers apply to a program. While clicks are counted, links have these addresses. */
export const GO = '/go/';
export const goAddress = (program: string) => `${GO}${program}`;

/** The npm package of the API client, which this version of the application made. */
export const CLIENT_PACKAGE = '/client.tgz';
/** The folder with the same package under the name of its version, and with the packages of earlier versions. */
export const PACKAGES = '/packages/';

/** The history of changes, rendered on request. */
export const CHANGES: PageLink = { name: 'Changes', address: '/changes/' };
export const changesAddress = (program: string) => `${CHANGES.address}?program=${program}`;
/**
 * Returns the address of the list of changes to a program's terms. The program's page loads this list, which is
 * rendered on request.
 */
export const termsHistoryAddress = (program: string) => `${CHANGES.address}terms/?program=${program}`;

/** Account pages, rendered on request. */
export const ACCOUNT: PageLink = { name: 'Account', address: '/account/' };
export const SIGN_UP: PageLink = { name: 'Create account', address: `${ACCOUNT.address}sign-up/` };
export const SIGN_IN: PageLink = { name: 'Sign in', address: `${ACCOUNT.address}sign-in/` };
/** The second step of signing in, with two-factor authentication. */
export const SIGN_IN_CODE: PageLink = { name: 'Code', address: `${SIGN_IN.address}code/` };
export const FORGOTTEN: PageLink = { name: 'Reset password', address: `${ACCOUNT.address}forgotten/` };
export const KEYS: PageLink = { name: 'API keys', address: `${ACCOUNT.address}keys/` };
export const NEW_KEY: PageLink = { name: 'Create API key', address: `${KEYS.address}new/` };
/** The views of the account's programs. Only a directory that counts views links to it. */
export const VIEWS: PageLink = { name: 'Views', address: `${ACCOUNT.address}views/` };
export const WEBHOOKS: PageLink = { name: 'Webhooks', address: `${ACCOUNT.address}webhooks/` };
export const NEW_WEBHOOK: PageLink = { name: 'Add webhook', address: `${WEBHOOKS.address}new/` };
export const REVIEWS: PageLink = { name: 'Reviews', address: `${ACCOUNT.address}reviews/` };
/** The page on which an account makes the address of its feed. */
export const SAVED_FEED: PageLink = { name: 'Feed of saved programs', address: `${ACCOUNT.address}saved/` };
export const SETTINGS: PageLink = { name: 'Settings', address: `${ACCOUNT.address}settings/` };
export const CHANGE_EMAIL: PageLink = { name: 'Change email address', address: `${SETTINGS.address}email/` };
export const CHANGE_PASSWORD: PageLink = { name: 'Change password', address: `${SETTINGS.address}password/` };
export const TWO_FACTOR: PageLink = { name: 'Two-factor authentication', address: `${SETTINGS.address}two-factor/` };
/** The page to connect and disconnect sign-in providers. */
export const CONNECTED_ACCOUNTS: PageLink = { name: 'Connected accounts', address: `${SETTINGS.address}connected/` };
export const SESSIONS: PageLink = { name: 'Sessions', address: `${SETTINGS.address}sessions/` };
export const DELETE_ACCOUNT: PageLink = { name: 'Delete account', address: `${SETTINGS.address}delete/` };
export const HISTORY: PageLink = { name: 'History', address: `${ACCOUNT.address}history/` };

export const OWN_ORGANIZATIONS: PageLink = { name: 'Organizations', address: `${ACCOUNT.address}organizations/` };
export const PROPOSALS: PageLink = { name: 'Proposals', address: `${ACCOUNT.address}proposals/` };
export const ownOrganizationAddress = (slug: string) => `${OWN_ORGANIZATIONS.address}${slug}/`;
export const claimAddress = (slug: string) => `${OWN_ORGANIZATIONS.address}?organization=${slug}`;

/** Addresses that only accept forms. */
export const SIGN_OUT: PageLink = { name: 'Sign out', address: `${ACCOUNT.address}sign-out` };
/** Where browsers send what has changed in the saved programs, and get what has changed in the account. */
export const SAVED_SYNC = `${SAVED_FEED.address}sync`;
export const DISMISS: PageLink = { name: 'Dismiss', address: `${ACCOUNT.address}notices` };

export const OWN_DATA: PageLink = { name: 'Download your data', address: `${ACCOUNT.address}data.json` };

export const ACCOUNT_PAGES: readonly PageLink[] = [
	KEYS,
	WEBHOOKS,
	OWN_ORGANIZATIONS,
	PROPOSALS,
	REVIEWS,
	SETTINGS,
	HISTORY,
];

export const LEAKED_KEY: PageLink = { name: 'Report a leaked key', address: '/leaked-key/' };

/** The form for reporting a wrong fact about a program, without an account. */
export const WRONG_FACT: PageLink = { name: 'Report a wrong fact', address: '/wrong-fact/' };
export const wrongFactAddress = (program: string) => `${WRONG_FACT.address}?program=${program}`;
export const REPORT_REVIEW: PageLink = { name: 'Report a review', address: WRONG_FACT.address };
export const reportReviewAddress = (id: string) => `${WRONG_FACT.address}?review=${id}`;

/** The page about affiliate links. Only a directory with affiliate links has it. */
export const AFFILIATE_LINKS: PageLink = { name: 'Affiliate links', address: '/about/affiliate-links/' };

export const DATA: PageLink = { name: 'About the data', address: '/about/data/' };
export const VERIFIED_MEANING = `${DATA.address}#verified`;
export const CHECKED_MEANING = `${DATA.address}#checked`;

export const RATINGS: PageLink = { name: 'Ratings', address: '/about/ratings/' };

export const PRIVACY: PageLink = { name: 'Privacy', address: '/about/privacy/' };

/** The documentation for visitors and API clients. */
export const DOCUMENTATION: PageLink = { name: 'Documentation', address: '/docs/' };
export const documentationAddress = (slug: string) => `${DOCUMENTATION.address}${slug}/`;
export const QUICK_START: PageLink = { name: 'Quick start', address: documentationAddress('quick-start') };
export const REFERENCE: PageLink = { name: 'API reference', address: documentationAddress('reference') };
/** The reference of the endpoints for what an account has and proposes. */
export const ACCOUNT_REFERENCE: PageLink = {
	name: 'API reference: your account',
	address: documentationAddress('account-reference'),
};
export const RESPONSE_HEADERS: PageLink = { name: 'Response headers', address: documentationAddress('headers') };
/** The documentation for those who run a directory. A directory can leave it out. */
export const OPERATORS: PageLink = {
	name: 'Documentation for operators',
	address: `${DOCUMENTATION.address}operators/`,
};
export const operatorsAddress = (slug: string) => `${OPERATORS.address}${slug}/`;

export const keyAddress = (id: string) => `${KEYS.address}${id}/`;
export const renameAddress = (id: string) => `${keyAddress(id)}rename/`;
export const rotateAddress = (id: string) => `${keyAddress(id)}rotate/`;
export const revokeAddress = (id: string) => `${keyAddress(id)}revoke/`;

/** The page of a webhook: its settings, its secret, and the events that were sent to it. */
export const webhookAddress = (id: string) => `${WEBHOOKS.address}${id}/`;
export const changeWebhookAddress = (id: string) => `${webhookAddress(id)}change/`;
export const rotateWebhookAddress = (id: string) => `${webhookAddress(id)}rotate/`;
export const removeWebhookAddress = (id: string) => `${webhookAddress(id)}remove/`;

/** The page on which an account writes or changes its review of a program. */
export const writeReviewAddress = (program: string) => `${REVIEWS.address}${program}/`;
export const withdrawReviewAddress = (program: string) => `${writeReviewAddress(program)}withdraw/`;

export const programAddress = (slug: string) => `${PROGRAMS.address}${slug}/`;
export const networkAddress = (keyword: string) => `${NETWORKS.address}${keyword}/`;
export const categoryAddress = (slug: string) => `${CATEGORIES.address}${slug}/`;
/** Returns the address of the page with the best programs of a category. */
export const bestAddress = (slug: string) => `${categoryAddress(slug)}best/`;
export const organizationAddress = (slug: string) => `${ORGANIZATIONS.address}${slug}/`;
export const reviewAddress = (id: string) => `/reviews/${id}/`;
