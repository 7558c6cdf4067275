/** The addresses of the pages of `npm run edit`. */
import type { Kind } from '../../catalog/records.ts';

/** The start of these addresses. */
export const EDIT = '/_edit/';
export const CHANGES_PAGE = `${EDIT}changes/`;
export const UNSURE_PAGE = `${EDIT}unsure/`;
export const IMPORT_PAGE = `${EDIT}import/`;

export const newAddress = (kind: Kind) => `${EDIT}${kind}/`;
export const formAddress = (kind: Kind, key: string) => `${newAddress(kind)}${encodeURIComponent(key)}/`;

/** The address of the page that visitors see. */
export const pageAddress = (kind: Kind, key: string) => `/${kind}/${encodeURIComponent(key)}/`;
