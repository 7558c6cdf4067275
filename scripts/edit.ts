import type { Command } from 'commander';
import { AT } from '../src/commands/ask-operator.ts';
import { command, run } from '../src/commands/command.ts';
import { readServiceOptions } from '../src/commands/server-settings.ts';
import { untilStopped } from '../src/commands/until-stopped.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { readSiteConfig } from '../src/config/site-config.ts';
import { editSources } from '../src/editor/pages/edit-sources.ts';
import { folderToEdit } from '../src/editor/pages/folder-to-edit.ts';
import { findAddress } from '../src/server/listen.ts';

/** The server listens only on this address, so only this machine can open the pages. */
const HOST = '127.0.0.1';

const edit = command(
	'edit',
	'Serves a preview of the directory, and builds it again after each change. You can edit records on its pages, or in files. Nothing is published until you press Publish.',
	[
		['npm run edit', 'the snapshot, or the sample directory if there is none'],
		['npm run edit -- my-data/', 'also imports the CSV files of a folder each time you save one'],
		['npm run edit -- --snapshot FILE', 'another snapshot, which another tool may write, too'],
	],
)
	.argument('[folder]', 'the folder of CSV files (default: none, or data/sample if there is no snapshot)')
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.historyDays())
	.addOption(SETTINGS.state())
	.addOption(AT)
	.addOption(SETTINGS.port())
	.addOption(SETTINGS.siteUrl())
	.action(
		async (
			argument: string | undefined,
			{ snapshot, out, historyDays, state, at, port, siteUrl },
			options: Command,
		) => {
			const hasSnapshot = options.getOptionValueSource('snapshot') !== 'default';
			const folder = folderToEdit(argument, snapshot, hasSnapshot);
			const { url } = readSiteConfig(siteUrl, port);
			await findAddress({ host: HOST, port });
			const stop = new AbortController();
			untilStopped().then(() => stop.abort());
			const server = { ...readServiceOptions(), state, siteUrl: url, host: HOST, port, log: { level: 'warn' } };
			await editSources({ folder, snapshot, out, historyDays, server, at }, stop.signal);
			process.exit();
		},
	);

await run(edit);
