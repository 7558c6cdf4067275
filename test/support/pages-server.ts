/** A process that runs this project's server with other pages: `node pages-server.ts ENTRY OUT STATE`. */
import { untilStopped } from '../../src/commands/until-stopped.ts';
import { serve } from '../../src/server/serve.ts';

const [pages, out, state] = process.argv.slice(2) as [string, string, string];
const site = { siteUrl: 'https://directory.example', keyPrefix: 'svc_' };
const stopped = untilStopped();
const server = await serve({ pages, out, state, ...site, host: '127.0.0.1', port: 0, log: { level: 'info' } });
console.error(`Serving at ${server.address}`);
await stopped;
await server.close();
process.exit();
