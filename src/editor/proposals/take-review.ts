/** Takes in what the proposals of the kind `review` ask for. */
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { FORMER_MEMBER, nameKey } from '../../catalog/author-name.ts';
import { labelOf } from '../../catalog/columns.ts';
import * as field from '../../catalog/fields.ts';
import { isSameValue } from '../../catalog/records.ts';
import { REVIEW_COLUMNS } from '../../catalog/review.ts';
import { SENT_FIELDS, SENT_REVIEW } from '../../catalog/sent-review.ts';
import { tagOf } from '../../shared/http/content.ts';
import { UserError } from '../../shared/user-error.ts';
import { recordFinder } from '../../snapshot/read.ts';
import { redirectFinder } from '../../snapshot/redirects.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import type { Proposal } from '../../state/proposals/proposal.ts';
import { addRecord, removeRecords, setFields } from '../edits/edit-records.ts';
import { eraseRecords } from '../edits/erase-records.ts';

const ID = REVIEW_COLUMNS.id.schema;

/** What a proposal can ask for. It may come from another machine, so it is checked like all input. */
const REVIEW_FIELDS = z.discriminatedUnion('action', [
	SENT_REVIEW.extend({
		action: z.literal('write'),
		id: ID,
		author_username: z.string().regex(/^member-[0-9a-z]{10}$/),
		author_display_name: field.name,
		created_at: field.timestamp,
	}),
	z.strictObject({ action: z.enum(['remove', 'erase', 'anonymize']), id: ID }),
]);

type ReviewFields = z.output<typeof REVIEW_FIELDS>;
type Written = Extract<ReviewFields, { action: 'write' }>;

/** @throws UserError when the proposal is none of a review */
function reviewFieldsOf({ id, fields }: Proposal): ReviewFields {
	const { data, error } = REVIEW_FIELDS.safeParse(fields);
	if (data !== undefined) return data;
	const [issue] = error.issues;
	throw new UserError(
		`The proposal ${id} breaks a rule: ${issue!.path.join('.')} must be ${issue!.message}. Reject it.`,
	);
}

/** A field that was changed here since the author of a new version saw it. */
export interface ReviewConflict {
	readonly field: string;
	readonly ours: unknown;
	readonly theirs: unknown;
}

/** Returns the fields that a new version would overwrite, although they were changed here since its author saw them. */
export function reviewConflicts(db: Database.Database, proposal: Proposal): ReviewConflict[] {
	const fields = reviewFieldsOf(proposal);
	if (fields.action !== 'write') return [];
	const before = recordFinder(db)('reviews', fields.id);
	if (before === undefined) return [];
	return SENT_FIELDS.filter(
		(name) => !isSameValue(before[name], proposal.base?.[name]) && !isSameValue(before[name], fields[name]),
	).map((name) => ({ field: labelOf(REVIEW_COLUMNS, name), ours: before[name], theirs: fields[name] }));
}

/** Returns a tag that changes if one of the values in the snapshot does, or if another field is in conflict. */
export function tagOfConflicts(conflicts: readonly ReviewConflict[]): string {
	return tagOf(JSON.stringify(conflicts.map(({ field, ours }) => [field, ours])));
}

/**
 * Makes the edits of a proposal: adds a review, replaces its values, removes it, or takes its author out of it. What is
 * gone already needs no edits.
 *
 * @throws UserError when the review cannot be taken in
 */
export function takeReview(change: OpenChange, proposal: Proposal): void {
	const { db } = change;
	const fields = reviewFieldsOf(proposal);
	const before = recordFinder(db)('reviews', fields.id);
	if (fields.action === 'write') writeReview(change, proposal, fields);
	else if (before === undefined) return;
	else if (fields.action === 'remove') removeRecords(change, 'reviews', [fields.id]);
	else eraseRecords(change, 'reviews', [fields.id]);
	if (fields.action !== 'anonymize' || before === undefined) return;
	const { username, name } = FORMER_MEMBER;
	const author = { author_username: username, author_display_name: name, author_avatar_url: null };
	change.upsert('reviews', { ...before, ...author, updated_at: change.now });
}

function writeReview(change: OpenChange, { target }: Proposal, fields: Written): void {
	const { db, now } = change;
	const find = recordFinder(db);
	const program = find('programs', target)?.slug ?? redirectFinder(db)('programs', target);
	if (typeof program !== 'string') {
		throw new UserError(`The program ${target} is no longer in the snapshot. Reject the review and say so.`);
	}
	refuseTakenName(db, fields);
	const { action: _, created_at, id, ...values } = fields;
	const other = db
		.prepare<[string, string, string], string>('SELECT id FROM reviews WHERE author = ? AND program = ? AND id <> ?')
		.pluck()
		.get(fields.author_username, program, id);
	if (other !== undefined) {
		throw new UserError(
			`This author has reviewed ${program} already: ${other}. Reject the review, or remove that one.`,
		);
	}
	const raw = { ...values, program, status: 'published' };
	if (find('reviews', id) !== undefined) setFields(change, 'reviews', id, raw);
	else addRecord(change, 'reviews', { ...raw, id, created_at, updated_at: now });
}

/** @throws UserError when the author's name looks like the name of another author in the snapshot */
function refuseTakenName(db: Database.Database, { author_username: own, author_display_name: name }: Written): void {
	const key = nameKey(name);
	const others = db
		.prepare<[string], { username: string; display_name: string }>(
			`SELECT username, display_name FROM authors a WHERE username <> ?
			 AND EXISTS (SELECT 1 FROM reviews WHERE author = a.username)`,
		)
		.iterate(own);
	for (const { username, display_name } of others) {
		if (nameKey(username) !== key && nameKey(display_name) !== key) continue;
		throw new UserError(
			`The name ${name} looks like that of another author, ${display_name} (${username}). Reject the review and say so.`,
		);
	}
}
