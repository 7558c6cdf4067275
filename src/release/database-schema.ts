/** The tables of the exported database: the published records as the API shows them. */
import type { Columns } from '../catalog/columns.ts';
import { PROGRAM_COLUMNS } from '../catalog/program.ts';
import { fieldsIn } from '../catalog/resources.ts';

const INTEGERS: readonly string[] = ['boolean', 'count', 'days'];
const REALS: readonly string[] = ['percentage', 'amount', 'rating'];

/** The SQL types of the program columns that are not in PROGRAM_COLUMNS or that need constraints. */
const DERIVED: { readonly [field: string]: string } = {
	slug: 'TEXT PRIMARY KEY',
	organization: 'TEXT NOT NULL REFERENCES organizations (slug)',
	rating: 'REAL NOT NULL',
	review_count: 'INTEGER NOT NULL',
};

/** The program fields that become columns, in order. Categories have their own table. */
export const PROGRAM_FIELDS: readonly string[] = fieldsIn('every response', 'items and detail', 'detail').filter(
	(field) => field !== 'categories',
);

function typeOf(field: string): string {
	const columns: Columns = PROGRAM_COLUMNS;
	const { type } = columns[field]!;
	return INTEGERS.includes(type) ? 'INTEGER' : REALS.includes(type) ? 'REAL' : 'TEXT';
}

export const DATABASE_SCHEMA = `
	CREATE TABLE about (
		snapshot TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, license TEXT, license_url TEXT, credits TEXT NOT NULL,
		organizations INTEGER NOT NULL, categories INTEGER NOT NULL, programs INTEGER NOT NULL, reviews INTEGER NOT NULL
	) STRICT;
	CREATE TABLE organizations (
		slug TEXT PRIMARY KEY, name TEXT NOT NULL, logo_url TEXT, website_url TEXT, description TEXT, plan TEXT NOT NULL,
		program_count INTEGER NOT NULL, created_at TEXT NOT NULL
	) STRICT;
	CREATE TABLE categories (
		slug TEXT PRIMARY KEY, name TEXT NOT NULL, program_count INTEGER NOT NULL, icon TEXT NOT NULL, description TEXT
	) STRICT;
	CREATE TABLE programs (
		${PROGRAM_FIELDS.map((field) => `${field} ${DERIVED[field] ?? typeOf(field)}`).join(', ')}
	) STRICT;
	CREATE TABLE program_categories (
		program TEXT NOT NULL REFERENCES programs (slug), position INTEGER NOT NULL,
		category TEXT NOT NULL REFERENCES categories (slug), PRIMARY KEY (program, position)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE reviews (
		id TEXT PRIMARY KEY, program TEXT NOT NULL REFERENCES programs (slug), rating REAL NOT NULL, title TEXT NOT NULL,
		body TEXT NOT NULL, author_username TEXT NOT NULL, author_display_name TEXT NOT NULL, author_avatar_url TEXT,
		upvotes INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, months_in_program INTEGER,
		paid_on_time TEXT, approval_days INTEGER
	) STRICT;`;

/** The indexes. They are created after all rows are inserted, because that is faster. */
export const DATABASE_INDEXES = `
	CREATE INDEX programs_by_organization ON programs (organization);
	CREATE INDEX programs_by_category ON program_categories (category);
	CREATE INDEX reviews_by_program ON reviews (program);`;
