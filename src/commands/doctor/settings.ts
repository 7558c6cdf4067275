import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { operatorToken } from '../../config/account-settings.ts';
import { wrongLinesMessage } from '../../config/env-file.mjs';
import { misspelledVariables, SETTINGS } from '../../config/settings.ts';
import { siteFolder } from '../../config/site/site.ts';
import { findAddress } from '../../server/listen.ts';
import { withServeSettings } from '../server-settings.ts';
import { attempt, type Finding, ok, problem, warning } from './finding.ts';

/**
 * Finds variables in the environment that `serve` or `build` would refuse. Removes them, so that the other checks can use
 * their defaults.
 */
export function takeWrongSettings(environment: NodeJS.ProcessEnv): Finding[] {
	const { options } = withServeSettings(new Command());
	return [...options, SETTINGS.historyDays()].flatMap((option) => {
		const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
		try {
			command.addOption(option).parse([], { from: 'user' });
			return [];
		} catch (error) {
			if (!(error instanceof CommanderError)) throw error;
			delete environment[option.envVar!];
			return [problem('settings', error.message.replace(/^error: /, ''), CORRECT)];
		}
	});
}

/** Checks all other settings in the environment. @param wrong those that were removed from it */
export async function checkSettings(environment: NodeJS.ProcessEnv, wrong: readonly Finding[]): Promise<Finding[]> {
	const checks = [
		checkEnvFile,
		checkNames,
		checkToken,
		checkHost,
		checkCommand('ON_FAILURE'),
		checkCommand('ON_PUBLISH'),
	];
	const other = await Promise.all(checks.map((check) => attempt('settings', () => check(environment), CORRECT)));
	const problems = [...wrong, ...other].filter(({ status }) => status !== 'ok');
	return problems.length > 0 ? problems : [RIGHT];
}

const CORRECT = 'Correct or remove the variable, in the environment or in .env.';
const RIGHT = ok('settings', 'A server accepts the variables in the environment.');

function checkEnvFile(): Finding {
	const file = join(siteFolder(), '.env');
	const found = existsSync(file) ? wrongLinesMessage(file, readFileSync(file, 'utf8')) : undefined;
	return found === undefined ? RIGHT : problem('settings', found, 'Correct or remove what is wrong there.');
}

function checkNames(environment: NodeJS.ProcessEnv): Finding {
	const found = misspelledVariables(environment).join(' ');
	return found === '' ? RIGHT : warning('settings', found, 'Correct or remove these names.');
}

function checkToken(environment: NodeJS.ProcessEnv): Finding {
	operatorToken(environment);
	return RIGHT;
}

async function checkHost(): Promise<Finding> {
	const { host } = new Command().addOption(SETTINGS.host()).parse([], { from: 'user' }).opts();
	// The server may be running, so any free port will do.
	await findAddress({ host, port: 0 });
	return RIGHT;
}

function checkCommand(name: 'ON_FAILURE' | 'ON_PUBLISH') {
	return ({ [name]: command, PATH = '' }: NodeJS.ProcessEnv): Finding => {
		const [program] = command?.trim().split(/\s+/) ?? [];
		if (!program) return RIGHT;
		const files = program.includes('/') ? [program] : PATH.split(delimiter).map((folder) => join(folder, program));
		if (files.some(isProgram)) return RIGHT;
		return problem(
			'settings',
			`${name} names ${program}, which is not a program.`,
			'Correct its path, or run chmod +x.',
		);
	};
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}
