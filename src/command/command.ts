/** What all commands share: help with examples, errors on stderr, an exit status. */
import { Command } from 'commander';
import { UserError } from '../shared/user-error.ts';

/**
 * A command to add options and an action to.
 *
 * @param examples whole command lines, each with what it does
 */
export function command(name: string, summary: string, examples: readonly (readonly [string, string])[]): Command {
	const width = Math.max(...examples.map(([line]) => line.length));
	const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
	return new Command(`npm run ${name} --`)
		.description(summary)
		.showHelpAfterError('(--help shows the options)')
		.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Runs a command on the process's arguments. What a person can mend is told in a sentence, and the exit status is 1. */
export async function run(program: Command): Promise<void> {
	try {
		await program.parseAsync();
	} catch (error) {
		process.exitCode = 1;
		console.error(error instanceof UserError ? error.message : error);
	}
}
