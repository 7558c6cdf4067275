import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The places where Chrome and Chromium are installed: paths, or names on the PATH. */
const INSTALLED = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'google-chrome',
	'google-chrome-stable',
	'chromium',
	'chromium-browser',
];

interface Machine {
	readonly platform: NodeJS.Platform;
	readonly arch: NodeJS.Architecture;
	readonly env: NodeJS.ProcessEnv;
}

/**
 * Returns the browser for the tests: the value of CHROME_PATH, `packaged` for the browser that npm installs on Linux
 * (x64), or the path of an installed browser. Returns undefined if there is none.
 *
 * @throws Error if CHROME_PATH is not a program
 */
export function findBrowser({ platform, arch, env }: Machine = process): 'packaged' | (string & {}) | undefined {
	if (env.CHROME_PATH) {
		if (isProgram(env.CHROME_PATH)) return env.CHROME_PATH;
		throw new Error(
			`CHROME_PATH is ${env.CHROME_PATH}, which is no program. Set it to a Chrome or Chromium, or unset it.`,
		);
	}
	if (platform === 'linux' && arch === 'x64') return 'packaged';
	const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	return INSTALLED.flatMap((name) => (name.startsWith('/') ? name : folders.map((folder) => join(folder, name)))).find(
		isProgram,
	);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
