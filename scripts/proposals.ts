import { AT } from '../src/commands/ask-operator.ts';
import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { compareFields } from '../src/editor/proposals/proposed-fields.ts';
import { acceptProposal, rejectProposal } from '../src/editor/proposals/take-in.ts';
import {
	moreWaiting,
	printUnsettled,
	readVersionName,
	versionName,
	withProposals,
} from '../src/editor/proposals/waiting-proposals.ts';
import { UserError } from '../src/shared/user-error.ts';
import { cellOf } from '../src/snapshot/export-csv.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const proposals = command('proposals', 'Lists what brands, publishers and readers propose, and takes it in.', [
	['npm run proposals -- list', 'those that wait'],
	['npm run proposals -- show prop_7hK2mQx9TzR4bVcW', 'each field, with its value now'],
	['npm run proposals -- accept prop_7hK2mQx9TzR4bVcW', 'changes the snapshot; npm run undo undoes it'],
	['npm run proposals -- reject prop_7hK2mQx9TzR4bVcW --reason "The terms page says 30%."', ''],
	['npm run proposals -- list --at https://directory.example', 'if another machine serves the directory'],
]);

/** The maximum number of proposals to list. */
const MOST = 1000;

proposals
	.command('list')
	.description('list the proposals that wait, oldest first')
	.addOption(SETTINGS.state())
	.addOption(AT)
	.addOption(SETTINGS.snapshot())
	.option('--json', 'print them as JSON')
	.action(async ({ snapshot, json, ...place }) => {
		const { waiting, counts } = await withProposals(place, async (opened) => ({
			waiting: await opened.waiting({ most: MOST }),
			counts: await opened.countWaiting(),
		}));
		if (json) {
			console.log(JSON.stringify(waiting, null, 2));
			return;
		}
		printTable(
			['id', 'kind', 'record', 'from', 'sent', 'fields'],
			waiting.map(({ id, version, kind, target, author, created_at, fields, base, times }) => [
				versionName({ id, version }),
				base === null && kind !== 'report' ? `new ${kind}` : kind,
				target,
				times > 1 ? `${author} (${times} times)` : author,
				created_at,
				Object.keys(fields).join(', '),
			]),
		);
		for (const line of moreWaiting(waiting.length, counts)) console.log(line);
		printUnsettled(snapshot, waiting);
	});

proposals
	.command('show')
	.description('show the fields of a proposal, with their values in the snapshot')
	.argument('<id>', 'the ID of the proposal, as the list shows it')
	.addOption(SETTINGS.state())
	.addOption(AT)
	.addOption(SETTINGS.snapshot())
	.option('--json', 'print the proposal as JSON')
	.action(async (name: string, { snapshot, json, ...place }) => {
		const { id } = readVersionName(name);
		const proposal = await withProposals(place, (opened) => opened.get(id));
		if (proposal === undefined) throw new UserError(`There is no proposal ${id}.`);
		if (json) {
			console.log(JSON.stringify(proposal, null, 2));
			return;
		}
		const { kind, target, author, status, reason, created_at } = proposal;
		const said = reason === null ? '' : ` (${reason})`;
		console.log(`${versionName(proposal)}: ${kind} ${target}, from ${author}, ${created_at}: ${status}${said}`);
		const compared = withSnapshot(snapshot, (db) => compareFields(db, proposal));
		const text = (value: unknown) => cellOf(value).replaceAll('\n', ' ');
		printTable(
			['field', 'now', 'proposed', ''],
			compared.map(({ field, ours, proposed, seen, isConflict }) => [
				field,
				text(ours),
				text(proposed),
				isConflict ? `conflict: the sender saw ${text(seen) || 'nothing'}` : '',
			]),
		);
	});

proposals
	.command('accept')
	.description('take proposals in, each as a change of the snapshot')
	.argument('<id...>', 'the IDs of the proposals, as the list shows them')
	.addOption(SETTINGS.state())
	.addOption(AT)
	.addOption(SETTINGS.snapshot())
	.option('--fields <names>', 'take over only these fields, separated by commas, even if they are conflicts')
	.option('--reason <text>', 'what to tell the sender')
	.action(async (names: string[], { snapshot, fields, reason = null, ...place }) => {
		const chosen: string[] | undefined = fields?.split(',').map((field: string) => field.trim());
		await withProposals(place, async (opened) => {
			for (const name of names) {
				const acceptance = { ...readVersionName(name), snapshot, fields: chosen, reason };
				const change = await acceptProposal(opened, acceptance);
				if (change === undefined) console.log(`Accepted ${name}. There was nothing to change.`);
				else console.log(`Accepted ${name}. To undo it: npm run undo -- ${change.id}. To publish it: npm run build`);
			}
		});
	});

proposals
	.command('reject')
	.description('reject proposals')
	.argument('<id...>', 'the IDs of the proposals, as the list shows them')
	.addOption(SETTINGS.state())
	.addOption(AT)
	.option('--reason <text>', 'what to tell the sender')
	.action(async (names: string[], { reason = null, ...place }) => {
		await withProposals(place, async (opened) => {
			for (const name of names) {
				await rejectProposal(opened, { ...readVersionName(name), reason });
				console.log(`Rejected ${name}.`);
			}
		});
	});

await run(proposals);
