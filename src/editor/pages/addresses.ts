/** The addresses of the pages of `npm run edit`. */
import type { Kind } from '../../catalog/records.ts';
import { categoryAddress, organizationAddress, programAddress, reviewAddress } from '../../website/addresses.ts';

/** The start of these addresses. */
export const EDIT = '/_edit/';
export const CHANGES_PAGE = `${EDIT}changes/`;
export const UNSURE_PAGE = `${EDIT}unsure/`;
export const IMPORT_PAGE = `${EDIT}import/`;

export const newAddress = (kind: Kind) => `${EDIT}${kind}/`;
export const formAddress = (kind: Kind, key: string) => `${newAddress(kind)}${encodeURIComponent(key)}/`;

/** The addresses of the pages that visitors see. */
const PAGES: { readonly [K in Kind]: (key: string) => string } = {
	organizations: organizationAddress,
	categories: categoryAddress,
	programs: programAddress,
	reviews: reviewAddress,
};
export const pageAddress = (kind: Kind, key: string) => PAGES[kind](encodeURIComponent(key));
