/** Random changes of a small snapshot, made as editors make them. */
import fc from 'fast-check';
import { KINDS } from '../../../src/catalog/records.ts';
import {
	addRecord,
	mergeRecords,
	removeRecords,
	renameRecord,
	setFields,
} from '../../../src/editor/edits/edit-records.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import type { ChangeWithEdits } from '../../../src/snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { records } from '../../../src/snapshot/read.ts';
import { readRedirects } from '../../../src/snapshot/redirects.ts';
import { lockSnapshot, type OpenChange } from '../../../src/snapshot/write.ts';
import { made, snapshotOf } from '../made.ts';

const SLUGS = ['acme', 'beta', 'gamma'] as const;
/** Slugs that no record has at first. */
const FREE = ['delta', 'epsilon'] as const;
const LATER = '2026-06-01T00:00:00Z';

const slug = fc.constantFrom(...SLUGS);
const anySlug = fc.constantFrom(...SLUGS, ...FREE);
const slugKind = fc.constantFrom('organizations', 'categories', 'programs');
/** A random edit. Many of them are refused. */
export const edit = fc.oneof(
	fc.tuple(
		fc.constant('set'),
		slug,
		fc.constantFrom({ cookie_days: 7 }, { organization: 'beta' }, { categories: ['beta'] }),
	),
	fc.tuple(fc.constant('add'), slugKind, anySlug, slug),
	fc.tuple(fc.constant('rename'), slugKind, anySlug, anySlug),
	fc.tuple(fc.constant('merge'), slugKind, slug, slug),
	fc.tuple(fc.constant('remove'), slugKind, anySlug),
);

function make(change: OpenChange, [op, ...args]: readonly [string, ...unknown[]]) {
	const [first, second, third] = args as [never, never, never];
	if (op === 'set') return setFields(change, 'programs', first, second);
	if (op === 'rename') return renameRecord(change, first, second, third);
	if (op === 'merge') return mergeRecords(change, first, second, third);
	if (op === 'remove') return removeRecords(change, first, [second]);
	const program = { organization: third, commission_type: 'tiered', website_url: 'https://new.example/' };
	return addRecord(change, first, { slug: second, name: second, ...(first === 'programs' && program) });
}

/** All records. */
export const recordsIn = (snapshot: string) =>
	withSnapshot(snapshot, (db) =>
		KINDS.map((kind) => [...records(db, kind)].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))),
	);

export function writeTo(snapshot: string, fill: (change: OpenChange) => void): ChangeWithEdits | undefined {
	return lockSnapshot(snapshot, (write) => {
		let logged: ChangeWithEdits | undefined;
		write({ command: 'test', at: LATER }, (change) => {
			fill(change);
			logged = change.logged();
		});
		return logged;
	});
}

export function startingSnapshot(): string {
	return snapshotOf({
		organizations: SLUGS.map((slug) => made('organizations', { slug, name: slug })),
		categories: SLUGS.map((slug) => made('categories', { slug, name: slug })),
		programs: SLUGS.map((slug) => made('programs', { slug, name: slug, organization: slug, categories: [slug] })),
		reviews: SLUGS.map((slug) => made('reviews', { id: `rev_${slug}`, program: slug, author_username: slug })),
	});
}

/** Makes an edit, unless it is refused. */
export function makeEdit(snapshot: string, one: readonly unknown[]): void {
	try {
		writeTo(snapshot, (change) => make(change, one as never));
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
	}
}

/** All redirects, by kind and slug. */
export const redirectsIn = (snapshot: string) =>
	withSnapshot(
		snapshot,
		(db) => new Map(KINDS.flatMap((kind) => [...readRedirects(db, kind)].map(([slug, to]) => [`${kind} ${slug}`, to]))),
	);
