/** What `/readyz` says about mail and builds. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;

beforeAll(() => {
	directory = copyDirectory('api');
});
afterAll(() => directory?.remove());

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
