import { columnsFromBrands } from './columns.ts';
import { ORGANIZATION_COLUMNS } from './organization.ts';
import { PROGRAM_COLUMNS } from './program.ts';

/** The fields that a brand may propose for its own records. Editors alone decide about all others, such as `verified`. */
export const BRAND_FIELDS = {
	programs: columnsFromBrands(PROGRAM_COLUMNS),
	organizations: columnsFromBrands(ORGANIZATION_COLUMNS),
} as const;

export type BrandKind = keyof typeof BRAND_FIELDS;
