import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { withState } from '../src/commands/with-state.ts';
import { operatorToken } from '../src/config/operator-token.ts';
import { origin, SETTINGS } from '../src/config/settings.ts';
import { moreWaiting } from '../src/editor/proposals/more-waiting.ts';
import { compareFields } from '../src/editor/proposals/proposed-fields.ts';
import { pullProposals } from '../src/editor/proposals/pull.ts';
import { pullLines } from '../src/editor/proposals/pull-lines.ts';
import { acceptProposal, rejectProposal } from '../src/editor/proposals/take-in.ts';
import { readVersionName, versionName } from '../src/editor/proposals/version-name.ts';
import { UserError } from '../src/shared/user-error.ts';
import { cellOf } from '../src/snapshot/export-csv.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const proposals = command('proposals', 'Lists what brands, publishers and readers propose, and takes it in.', [
	['npm run proposals -- list', 'those that wait'],
	['npm run proposals -- show prop_7hK2mQx9TzR4bVcW', 'each field, with its value now'],
	['npm run proposals -- accept prop_7hK2mQx9TzR4bVcW', 'changes the snapshot; npm run undo undoes it'],
	['npm run proposals -- reject prop_7hK2mQx9TzR4bVcW --reason "The terms page says 30%."', ''],
	['OPERATOR_TOKEN=… npm run proposals -- pull https://directory.example', 'if another machine serves the directory'],
]);

/** The maximum number of proposals to list. */
const MOST = 1000;

proposals
	.command('list')
	.description('list the proposals that wait, oldest first')
	.addOption(SETTINGS.state())
	.option('--json', 'print them as JSON')
	.action(async ({ state, json }) => {
		const { waiting, counts } = await withState(state, async (opened) => ({
			waiting: await opened.proposals.waiting({ most: MOST }),
			counts: await opened.proposals.countWaiting(),
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
	});

proposals
	.command('show')
	.description('show the fields of a proposal, with their values in the snapshot')
	.argument('<id>', 'the ID of the proposal, as the list shows it')
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.snapshot())
	.option('--json', 'print the proposal as JSON')
	.action(async (name: string, { state, snapshot, json }) => {
		const { id } = readVersionName(name);
		const proposal = await withState(state, (opened) => opened.proposals.get(id));
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
	.addOption(SETTINGS.snapshot())
	.option('--fields <names>', 'take over only these fields, separated by commas, even if they are conflicts')
	.option('--reason <text>', 'what to tell the sender')
	.action(async (names: string[], { state, snapshot, fields, reason = null }) => {
		const chosen: string[] | undefined = fields?.split(',').map((field: string) => field.trim());
		await withState(state, async (opened) => {
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
	.option('--reason <text>', 'what to tell the sender')
	.action(async (names: string[], { state, reason = null }) => {
		await withState(state, async (opened) => {
			for (const name of names) {
				await rejectProposal(opened, { ...readVersionName(name), reason });
				console.log(`Rejected ${name}.`);
			}
		});
	});

proposals
	.command('pull')
	.description('send the decisions made here to the machine that serves the directory, and fetch what waits there')
	.argument('<origin>', 'the address of the directory, such as https://directory.example', origin)
	.addOption(SETTINGS.state())
	.action(async (from: string, { state }: { state: string }) => {
		const token = operatorToken(process.env);
		if (token === undefined) {
			throw new UserError('Set OPERATOR_TOKEN to the token of the server, so that it lets you read its proposals.');
		}
		const pulled = await withState(state, ({ pulledProposals: store }) =>
			pullProposals({ store, from, token, say: console.log }),
		);
		for (const line of pullLines(from, pulled)) console.log(line);
	});

await run(proposals);
