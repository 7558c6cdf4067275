/** Starts an S3 server that npx downloads. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findAddress } from '../../src/server/listen.ts';
import { exitOf } from './run-command.ts';

const PACKAGE = 's3rver@3.7.1';
const BUCKET = 'releases';

export interface S3Server {
	/** The address of a store in the server's bucket. */
	readonly address: string;
	/** The environment for commands that use the store. */
	readonly env: { readonly [name: string]: string };
	/** Stops the server, unless it has stopped already. */
	stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
	const folder = mkdtempSync(join(tmpdir(), 's3-'));
	const { port } = await findAddress({ host: '127.0.0.1', port: 0 });
	const options = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent'];
	const child = spawn(
		'npx',
		['--yes', `--package=${PACKAGE}`, '--', 's3rver', ...options, '--configure-bucket', BUCKET],
		{
			// npx starts further processes. They form a process group, so that all of them can be stopped together.
			detached: true,
			stdio: ['ignore', 'ignore', 'inherit'],
		},
	);
	const endpoint = `http://127.0.0.1:${port}`;
	while (
		!(await fetch(endpoint).then(
			() => true,
			() => false,
		))
	) {
		if (child.exitCode !== null) throw new Error(`${PACKAGE} exited with ${child.exitCode}.`);
		await sleep(100);
	}
	return {
		address: `s3://${BUCKET}/directories/one`,
		env: {
			AWS_ENDPOINT_URL: endpoint,
			AWS_ACCESS_KEY_ID: 'S3RVER',
			AWS_SECRET_ACCESS_KEY: 'S3RVER',
			AWS_REGION: 'us-east-1',
		},
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			process.kill(-child.pid!, 'SIGTERM');
			await exitOf(child);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
