/**
 * Starts the browser that find-browser.ts finds. The packaged browser is unpacked into the project's `.tmp` folder,
 * with its libraries and fonts, so it also runs on machines that lack those libraries and fonts.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { splitWords } from '../../src/shared/text.ts';
import { findBrowser } from './find-browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');

/** Each version has its own folder, because the package reuses any Chromium that it finds. */
const FOLDER = join(ROOT, '.tmp', `chromium-${JSON.parse(readFileSync(PACKAGE, 'utf8')).version}`);
const EXECUTABLE = join(FOLDER, 'chromium');

const UNPACK = "(await import('@sparticuz/chromium')).default.executablePath()";

/**
 * The font configuration. It uses only the packaged fonts, so that pages have the same layout everywhere. Missing
 * characters are shown as boxes.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir>${FOLDER}/cache</cachedir></fontconfig>
`;

const ARGUMENTS = [
	// Chromium refuses to run as root inside its sandbox, and containers forbid the sandbox. The tests open only pages of
	// this project.
	'--no-sandbox',
	// Only 127.0.0.1 can be reached. All other hosts are unreachable, even if a page requests them.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	...splitWords(`
		--disable-background-networking --disable-component-update --disable-sync --no-first-run
		--disable-default-apps --disable-domain-reliability --disable-quic --no-pings
	`),
	'--font-render-hinting=none',
	// There is no GPU, and emulating one takes a tenth of the total test time.
	'--disable-gpu',
];

/**
 * Starts a browser. If it is the packaged browser, the first start unpacks it, which takes some seconds.
 *
 * @param further additional options for Chromium
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
 * Unpacks into a temporary folder first, so that the final folder is always complete, even if several processes unpack
 * at the same time or a process is interrupted.
 */
async function unpack(): Promise<void> {
	const folder = `${FOLDER}-${process.pid}`;
	mkdirSync(folder, { recursive: true });
	// The package runs in a separate process, because it changes the environment of its process. AWS_EXECUTION_ENV,
	// which is set on Amazon's machines, makes the package unpack libraries too.
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
