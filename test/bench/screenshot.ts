import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, run } from '../../src/commands/command.ts';
import { launchBrowser } from '../support/browser.ts';
import { succeed } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';

/** The size of the picture, in CSS pixels. */
const SIZE = { width: 1200, height: 750 } as const;

const screenshot = command('screenshot', 'Takes a picture of the home page of the sample directory, for the README.', [
	['node scripts/launch.mjs test/bench/screenshot.ts', 'takes about half a minute'],
])
	.name('node scripts/launch.mjs test/bench/screenshot.ts')
	.option('--file <file>', 'where to save it', 'data/screenshot.png')
	.action(async ({ file }) => {
		const folder = mkdtempSync(join(tmpdir(), 'screenshot-'));
		const [snapshot, out, state] = [
			join(folder, 'snapshot.sqlite'),
			join(folder, 'out'),
			join(folder, 'state'),
		] as const;
		try {
			await succeed('import', ['data/sample', '--snapshot', snapshot]);
			await succeed('build', ['--snapshot', snapshot, '--out', out]);
			const server = await startServer({ out, state });
			const browser = await launchBrowser();
			try {
				const page = await browser.newPage({ viewport: SIZE });
				await page.goto(`http://127.0.0.1:${server.port}/`);
				await page.screenshot({ path: file });
			} finally {
				await browser.close();
				await server.stop();
			}
		} finally {
			rmSync(folder, { recursive: true });
		}
		console.log(`${file}: written.`);
	});

await run(screenshot);
