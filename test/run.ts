/**
 * Runs all checks of `npm test` in parallel: lint and types, which print their output when they finish, and the tests,
 * which show their progress. Arguments are passed to vitest. The exit status is 0 only if everything passed.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { exitOf } from './support/run-command.ts';

const LAUNCH = fileURLToPath(new URL('../scripts/launch.mjs', import.meta.url));

/** Runs a script of package.json and reports it with its output. Returns whether it passed. */
async function check(name: 'lint' | 'types'): Promise<boolean> {
	const start = performance.now();
	const [, ...args] = packageJson.scripts[name].replace('exec ', '').split(' ');
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
	const seconds = Math.round((performance.now() - start) / 1000);
	console.log(status === 0 ? `${name}: passed in ${seconds} s` : `${name}: FAILED\n${stdout}${stderr}`);
	return status === 0;
}

async function runTests(): Promise<boolean> {
	const args = [LAUNCH, 'vitest', 'run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)];
	return (await exitOf(spawn(process.execPath, args, { stdio: 'inherit' }))) === 0;
}

// Ctrl-C reaches the child processes too. They end first, then this one.
process.on('SIGINT', () => {});

console.log('lint, types and tests run side by side.');
const names = ['lint', 'types', 'tests'] as const;
const results = await Promise.all([check('lint'), check('types'), runTests()]);
const failed = names.filter((_, index) => !results[index]);
console.log(failed.length === 0 ? 'Everything passed.' : `Failed: ${failed.join(', ')}. See the output above.`);
process.exitCode = failed.length === 0 ? 0 : 1;
