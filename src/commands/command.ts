/** Shared by all commands: help with examples, errors on stderr, and the exit status. */
import cluster from 'node:cluster';
import { Command } from 'commander';
import { misspelledVariables } from '../config/settings.ts';
import { UserError } from '../shared/user-error.ts';
import { printWarning } from './problems.ts';

/**
 * Makes a command with a summary and examples. The caller adds options and an action.
 *
 * @param examples complete command lines, each with an explanation
 */
export function command(name: string, summary: string, examples: readonly (readonly [string, string])[]): Command {
	const width = Math.max(...examples.map(([line]) => line.length));
	const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
	return new Command(`npm run ${name} --`)
		.description(summary)
		.showHelpAfterError('(--help shows the options)')
		.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/**
 * Runs a command with the arguments of the process. On an error, sets the exit status to 1 and prints a UserError
 * without a stack trace. The command ends when its launcher has gone.
 */
export async function run(program: Command): Promise<void> {
	endWithLauncher();
	// Only the process that the launcher started warns, not the commands and server processes that it starts.
	if (process.connected && cluster.isPrimary)
		for (const sentence of misspelledVariables(process.env)) printWarning(sentence);
	try {
		await program.parseAsync();
	} catch (error) {
		process.exitCode = 1;
		console.error(error instanceof UserError ? error.message : error);
	}
}

/**
 * Ends this process, as SIGTERM does, when the launcher that started it has gone without passing on a signal, for
 * example because it was killed. Without this, a server would keep its port. The channel between the two closes
 * whenever the launcher ends, also in containers and if another process has adopted either of them. Does nothing in a
 * process without a launcher.
 */
export function endWithLauncher(): void {
	process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
	// A process that has finished its work must not wait for its launcher.
	process.channel?.unref();
}
