/** Writes the exported database. It has the same records as the exported NDJSON files. */
import type Database from 'better-sqlite3';
import type { ExportedKind } from '../api/exported-file.ts';
import { KINDS } from '../catalog/records.ts';
import type * as view from '../catalog/resources.ts';
import { REVIEW_FACTS } from '../catalog/review.ts';
import type { AboutExport } from './about-export.ts';
import type { ApiStore } from './api-store.ts';
import { createDatabase } from './create-database.ts';
import { DATABASE_INDEXES, DATABASE_SCHEMA, PROGRAM_FIELDS } from './database-schema.ts';

interface Records {
	readonly programs: ReturnType<typeof view.programDetail>;
	readonly organizations: ReturnType<typeof view.organizationDetail>;
	readonly categories: ReturnType<typeof view.categoryDetail>;
	readonly reviews: ReturnType<typeof view.reviewItem> & ReturnType<typeof view.reviewDetails>;
}

type Adders = { readonly [kind in ExportedKind]: (record: Records[kind]) => void };

export function writeDatabase(file: string, api: ApiStore, about: AboutExport): void {
	const db = createDatabase(file, DATABASE_SCHEMA);
	try {
		addAbout(db, about);
		const adders = addersOf(db);
		for (const kind of KINDS) {
			const add: (record: never) => void = adders[kind];
			for (const record of api.records(kind)) add(JSON.parse(record.toString()) as never);
		}
		db.exec(`${DATABASE_INDEXES} COMMIT;`);
	} finally {
		db.close();
	}
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

/** Converts a field's value to an SQL value. Lists become JSON. */
function sqlValue(value: unknown): unknown {
	if (typeof value === 'boolean') return Number(value);
	return Array.isArray(value) ? JSON.stringify(value) : value;
}
