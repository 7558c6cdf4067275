/** The subcommands of `reviews` that decide about reviews: imported ones, and those that accounts have sent. */

import type { Command } from 'commander';
import { AT } from '../../commands/ask-operator.ts';
import { recordCount } from '../../commands/figures.ts';
import { printTable } from '../../commands/table.ts';
import { SETTINGS } from '../../config/settings.ts';
import { UserError } from '../../shared/user-error.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import type { Proposal } from '../../state/proposals/proposal.ts';
import { acceptReview } from '../proposals/accept-review.ts';
import { rejectProposal } from '../proposals/take-in.ts';
import {
	moreWaiting,
	type ProposalPlace,
	printUnsettled,
	readVersionName,
	versionName,
	withProposals,
} from '../proposals/waiting-proposals.ts';
import { matchingRecords, setFields } from './edit-records.ts';
import { type EditOptions, editSnapshot } from './edit-snapshot.ts';

/** The maximum number of sent reviews to list. */
const MOST = 1000;

interface ModerationOptions extends EditOptions, ProposalPlace {
	readonly overwrite?: boolean;
}

/** @param edit adds a subcommand with the options of all edits */
export function addModeration(reviews: Command, edit: (name: string, description: string) => Command): void {
	reviews
		.command('pending')
		.description('list the reviews that wait for approval: imported ones, and those that accounts have sent')
		.addOption(SETTINGS.snapshot())
		.addOption(SETTINGS.state())
		.addOption(AT)
		.option('--json', 'print all fields as JSON')
		.action(listPending);
	edit('approve <id...>', 'approve reviews, which makes them published')
		.addOption(SETTINGS.state())
		.addOption(AT)
		.option('--overwrite', 'also overwrite what was changed here since the author saw it')
		.action((ids: string[], options: ModerationOptions) => decide('approve', 'published', ids, options));
	edit('reject <id...>', 'reject reviews; the author of a sent one sees --because')
		.addOption(SETTINGS.state())
		.addOption(AT)
		.action((ids: string[], options: ModerationOptions) => decide('reject', 'rejected', ids, options));
}

async function listPending({ snapshot, json = false, ...place }: ModerationOptions): Promise<void> {
	const imported = withSnapshot(snapshot, (db) => [...matchingRecords(db, 'reviews', { status: 'pending' })]);
	const { sent, counts } = await withProposals(place, async (proposals) => ({
		sent: await proposals.waiting({ most: MOST }, ['review']),
		counts: await proposals.countWaiting(),
	}));
	if (json) return console.log(JSON.stringify([...imported, ...sent], null, 2));
	const rows = [
		...imported
			.map((review) => review as { readonly [field: string]: unknown })
			.map((review) => [
				...['id', 'program', 'author_username', 'rating', 'title'].map((field) => lineOf(review[field])),
				'imported',
			]),
		...sent.map((proposal) => {
			const { rating, title } = proposal.fields;
			return [versionName(proposal), proposal.target, proposal.author, lineOf(rating), lineOf(title), wishOf(proposal)];
		}),
	];
	printTable(['id', 'program', 'author', 'rating', 'title', 'what'], rows);
	console.log(recordCount('reviews', rows.length));
	for (const line of moreWaiting(sent.length, counts, ['review'])) console.log(line);
	printUnsettled(snapshot, sent);
}

/** Says what a proposal asks for. */
export function wishOf(proposal: Proposal): string {
	const { fields, base } = proposal;
	if (fields.action === 'write') return base === null ? 'new' : 'new version';
	return WISHES.get(String(fields.action)) ?? 'breaks a rule';
}

const WISHES = new Map([
	['remove', 'to be removed: withdrawn by its author'],
	['erase', 'to be erased: its author has deleted the account'],
	['anonymize', 'to be made anonymous: its author has deleted the account'],
]);

const lineOf = (value: unknown) => cellOf(value ?? null).replaceAll('\n', ' ');

async function decide(
	command: 'approve' | 'reject',
	status: 'published' | 'rejected',
	ids: readonly string[],
	{ state, at, overwrite = false, ...options }: ModerationOptions,
): Promise<void> {
	const sent = ids.filter((id) => id.startsWith('prop_'));
	const imported = ids.filter((id) => !sent.includes(id));
	if (imported.length > 0) {
		editSnapshot(command, options, (change) => {
			for (const id of imported) setFields(change, 'reviews', id, { status });
		});
	}
	if (sent.length === 0) return;
	if (options.dryRun)
		throw new UserError('Reviews that accounts have sent have no dry run. To read one: npm run proposals -- show ID');
	const { snapshot, because } = options;
	await withProposals({ state, at }, async (proposals) => {
		for (const id of sent) {
			const decision = { ...readVersionName(id), reason: because ?? null, overwrites: overwrite };
			if (command === 'reject') {
				await rejectProposal(proposals, decision);
				console.log(`${id}: rejected.`);
				continue;
			}
			const change = await acceptReview(proposals, { ...decision, snapshot });
			console.log(
				change === undefined
					? `${id}: settled, nothing to change.`
					: `${id}: taken in with change ${change.id}. To undo it: npm run undo -- ${change.id}`,
			);
		}
	});
}
