import { Command, CommanderError } from 'commander';
import { findAddress } from '../../server/listen.ts';
import { operatorToken } from '../operator-token.ts';
import { withServeSettings } from '../server-settings.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Whether `serve` accepts the settings in the environment. It would not start with a wrong one. */
export async function checkSettings(environment: NodeJS.ProcessEnv): Promise<Finding> {
	const serve = withServeSettings(new Command())
		.exitOverride()
		.configureOutput({ writeErr: () => {} });
	try {
		serve.parse([], { from: 'user' });
		operatorToken(environment);
		// The server may be running, so any free port will do.
		await findAddress({ host: serve.opts().host, port: 0 });
	} catch (error) {
		const found = (error as Error).message;
		return problem('settings', error instanceof CommanderError ? found.replace(/^error: /, '') : found);
	}
	return ok('settings', 'A server accepts the variables in the environment.');
}
