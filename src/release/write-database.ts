/** Writes the exported database. It has the same records as the exported NDJSON files. */
import type Database from 'better-sqlite3';
import type { z } from 'zod';
import type { ExportedKind } from '../api/exported-file.ts';
import type { aboutExport } from '../api/schemas/exported-file.ts';
import type { Columns } from '../catalog/columns.ts';
import { PROGRAM_COLUMNS } from '../catalog/program.ts';
import { KINDS } from '../catalog/records.ts';
import type * as view from '../catalog/resources.ts';
import { fieldsIn } from '../catalog/resources.ts';
import { REVIEW_FACTS } from '../catalog/review.ts';
import { site } from '../config/site/site.ts';
import { closing } from '../shared/sqlite.ts';
import type { ApiStore } from './api-store.ts';
import type { Manifest } from './manifest.ts';
import { createDatabase } from './release-database.ts';

export type AboutExport = z.output<typeof aboutExport>;

/** Says what the exported files of a release are, and under which license. */
export function aboutOf({ snapshot, site_url, counts }: Manifest): AboutExport {
	const { name, url, license, credits } = site();
	return { snapshot, name, url: site_url ?? url, license, credits, ...counts };
}

interface Records {
	readonly programs: ReturnType<typeof view.programDetail>;
	readonly organizations: ReturnType<typeof view.organizationDetail>;
	readonly categories: ReturnType<typeof view.categoryDetail>;
	readonly reviews: ReturnType<typeof view.reviewItem> & ReturnType<typeof view.reviewDetails>;
}

type Adders = { readonly [kind in ExportedKind]: (record: Records[kind]) => void };

export function writeDatabase(file: string, api: ApiStore, about: AboutExport): void {
	using db = closing(createDatabase(file, DATABASE_SCHEMA));
	addAbout(db, about);
	const adders = addersOf(db);
	for (const kind of KINDS) {
		const add: (record: never) => void = adders[kind];
		for (const record of api.records(kind)) add(JSON.parse(record.toString()) as never);
	}
	db.exec(`${DATABASE_INDEXES} COMMIT;`);
}

function addAbout(db: Database.Database, { license, credits, ...about }: AboutExport): void {
	db.prepare(
		`INSERT INTO about (snapshot, name, url, license, license_url, credits, organizations, categories, programs, reviews)
		 VALUES (:snapshot, :name, :url, :license, :license_url, :credits, :organizations, :categories, :programs, :reviews)`,
	).run({ ...about, license: license?.name, license_url: license?.url, credits: JSON.stringify(credits) });
}

function addersOf(db: Database.Database): Adders {
	const insertion = (table: string, count: number) =>
		db.prepare(`INSERT INTO ${table} VALUES (${Array(count).fill('?')})`);
	const organization = insertion('organizations', 8);
	const category = insertion('categories', 5);
	const program = insertion('programs', PROGRAM_FIELDS.length);
	const programCategory = insertion('program_categories', 3);
	const review = insertion('reviews', 11 + REVIEW_FACTS.length);
	return {
		organizations: (record) => organization.run(Object.values(record)),
		categories: (record) => category.run(Object.values(record)),
		programs(record) {
			const fields: { readonly [field: string]: unknown } = { ...record, organization: record.organization.slug };
			program.run(PROGRAM_FIELDS.map((field) => sqlValue(fields[field])));
			record.categories.forEach(({ slug }, index) => {
				programCategory.run(record.slug, index + 1, slug);
			});
		},
		reviews({ id, program, rating, title, body, author, upvotes, created_at, updated_at, ...facts }) {
			const { username, display_name, avatar_url } = author;
			const texts = [title, body, username, display_name, avatar_url];
			review.run(
				id,
				program.slug,
				rating,
				...texts,
				upvotes,
				created_at,
				updated_at,
				...REVIEW_FACTS.map((name) => facts[name]),
			);
		},
	};
}

/** Converts a field's value to an SQL value. Lists and objects become JSON. */
function sqlValue(value: unknown): unknown {
	if (typeof value === 'boolean') return Number(value);
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

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
