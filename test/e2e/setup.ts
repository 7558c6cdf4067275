/**
 * Makes the sites of the browser tests, once for all of them: the sample directory as `npm start` makes it in an empty
 * project, and a small directory of extremes.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { applicationVersion } from '../../src/release/application-version.ts';
import { installPages } from '../../src/release/compiled-pages.ts';
import { toCsv } from '../support/csv.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import * as extremes from './extremes.ts';
import { npmStart } from './npm-start.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = mkdtempSync(join(tmpdir(), 'browser-'));
	const servers: ServerProcess[] = [];
	const teardown = async () => {
		await Promise.all(servers.map((server) => server.stop()));
		rmSync(folder, { recursive: true });
	};
	try {
		await installPages(applicationVersion());
		// One after the other, because a build uses the whole machine.
		const sample = await npmStart(join(folder, 'sample'));
		servers.push(sample);
		const extreme = await serveExtremes(join(folder, 'extremes'));
		servers.push(extreme);
		project.provide('sites', {
			sample: { folder: join(folder, 'sample'), origin: originOf(sample), output: sample.output() },
			extremes: { folder: join(folder, 'extremes'), origin: originOf(extreme) },
		});
	} catch (error) {
		await teardown();
		throw error;
	}
	return teardown;
}

async function serveExtremes(folder: string): Promise<ServerProcess> {
	const files = join(folder, 'files');
	mkdirSync(files, { recursive: true });
	for (const [name, rows] of Object.entries(extremes.FILES)) writeFileSync(join(files, name), toCsv(rows));
	const [snapshot, out, state] = [join(folder, 'snapshot.sqlite'), join(folder, 'out'), join(folder, 'state')] as const;
	await succeed('import', [files, '--snapshot', snapshot]);
	await succeed('build', ['--snapshot', snapshot, '--out', out]);
	return startServer({ out, state });
}

function originOf({ port }: ServerProcess): string {
	return `http://127.0.0.1:${port}`;
}
