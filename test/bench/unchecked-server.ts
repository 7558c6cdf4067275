/**
 * This project's server without the key check. It treats every request as if it had a valid key, and does not count
 * requests. The difference from the real server is the cost of checking keys and counting their use. Usage: `node
 * unchecked-server.ts OUT STATE PORT`
 */

import { randomUUID } from 'node:crypto';
import { createApi } from '../../src/api/handler.ts';
import { apiLimits } from '../../src/api/limits/api-limits.ts';
import { DEFAULT_CONNECTION_LIMITS, DEFAULT_RATE_LIMITS } from '../../src/config/defaults.ts';
import { readSiteConfig } from '../../src/config/site-config.ts';
import { createDirectoryServer } from '../../src/server/directory-server.ts';
import { openService } from '../../src/server/service.ts';
import { READ_SCOPES } from '../../src/state/keys/scope.ts';

const [out, state, port] = process.argv.slice(2) as [string, string, string];
const { url: siteUrl, key_prefix: keyPrefix } = readSiteConfig();
const service = await openService({ out, state, siteUrl, keyPrefix, log: { level: 'info' } });
const verdict = {
	ok: true,
	id: 'key_bench',
	account: 'acc_bench',
	prefix: `${keyPrefix}unchecked`,
	scopes: READ_SCOPES,
	plan: 'free',
} as const;
const api = createApi({
	release: () => service.releases.get(),
	changes: () => undefined,
	verify: () => verdict,
	limits: apiLimits(DEFAULT_RATE_LIMITS),
	siteUrl,
	nextRequestId: randomUUID,
	reportError: (error) => service.log.error(error),
});
const site = async () => {
	throw new Error('This server has no website.');
};
createDirectoryServer({
	service: { ...service, api },
	site,
	keyPrefix,
	trustProxy: 0,
	readiness: async () => [],
	connectionLimits: DEFAULT_CONNECTION_LIMITS,
}).listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => process.exit());
