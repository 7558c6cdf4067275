/** What `/readyz` says about mail, builds and the history. */
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/commands/doctor/finding.ts';
import { historyFile } from '../../src/release/history/history-file.ts';
import { currentFile } from '../../src/release/layout.ts';
import { changeDatabase } from '../support/change-database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';

const directory = ownDirectory('api');

/** The status of `/readyz`, and the codes of its reasons. */
async function readiness({ port }: ServerProcess): Promise<unknown[]> {
	const { status, body } = await requestOnce(port, 'GET', '/readyz');
	const { status: word, reasons = [] } = JSON.parse(body.toString());
	return [status, word, ...reasons.map(({ code }: { code: string }) => code)];
}

test('While the mail server is down, a server is degraded, and it is ready when the mail server is back', async () => {
	const mail = await startMailServer();
	await mail.close();
	const env = { SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example' };
	const server = await startServer(directory, { env });
	await expect.poll(() => readiness(server)).toEqual([200, 'degraded', 'MAIL_UNAVAILABLE']);
	const again = await startMailServer({ port: Number(new URL(mail.url).port) });
	await expect.poll(() => readiness(server)).toEqual([200, 'ready']);
	await server.stop();
	const { host } = new URL(mail.url);
	expect(server.log().map(({ msg }) => msg)).toEqual(
		expect.arrayContaining([
			`cannot use the mail server at ${host}; emails will wait. Check SMTP_URL`,
			`the mail server at ${host} works again`,
		]),
	);
	await again.close();
});

test('After a build that failed, a server is degraded', async () => {
	const server = await startServer(directory);
	await expect.poll(() => readiness(server)).toEqual([200, 'ready']);
	const missing = join(directory.out, 'missing.sqlite');
	const { status } = await runCommand('build', ['--snapshot', missing, '--out', directory.out]);
	expect(status).toBe(1);
	await expect.poll(() => readiness(server)).toEqual([200, 'degraded', 'BUILD_FAILED']);
	await server.stop();
});

test('After a publication whose changes could not be recorded, a server is degraded until the next one', async () => {
	const { out, snapshot } = directory;
	const history = historyFile(out);

	const db = new Database(history);
	db.pragma('user_version = 99');
	db.close();
	changeDatabase(snapshot, "UPDATE programs SET name = 'Renamed' WHERE slug = (SELECT min(slug) FROM programs)");
	const build = () => runCommand('build', ['--snapshot', snapshot, '--out', out, '--only', 'api']);
	const { status, stderr } = await build();
	expect([status, stderr]).toEqual([0, expect.stringContaining('it has version 99, and this one reads version 2')]);

	const server = await startServer(directory);
	await expect.poll(() => readiness(server)).toEqual([200, 'ready']);
	const anHourAgo = new Date(Date.now() - 3_600_000);
	utimesSync(currentFile(out), anHourAgo, anHourAgo);
	await expect.poll(() => readiness(server)).toEqual([200, 'degraded', 'HISTORY_BEHIND']);
	const doctor = await runCommand('doctor', ['--out', out, '--state', directory.state, '--json']);
	const found = (JSON.parse(doctor.stdout) as Finding[]).find(({ check }) => check === 'history');
	expect(found).toEqual({
		check: 'history',
		status: 'problem',
		found: expect.stringMatching(
			/^The history of changes ends with the release \S+\. It lacks what \S+ has changed\.$/,
		),
		remedy: 'Build again: npm run build. It adds what is missing, or says why not.',
	});

	const again = new Database(history);
	again.pragma('user_version = 2');
	again.close();
	expect((await build()).stderr).not.toContain('history');
	await expect.poll(() => readiness(server)).toEqual([200, 'ready']);
	const listed = JSON.parse(await succeed('changes', ['--out', out, '--kind', 'program', '--json']));
	expect(listed).toMatchObject([{ op: 'changed', fields: expect.arrayContaining(['name']) }]);
	await server.stop();
});
