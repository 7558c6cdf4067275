/**
 * The process that pulls new releases for a server: `node follow-process.ts OUT STORE SECONDS`. It reports pulled
 * releases, failures and recoveries to the server, and exits when the server exits.
 */
import { follow } from './follow.ts';

const [out, releases, seconds] = process.argv.slice(2) as [string, string, string];
process.on('disconnect', () => process.exit());
await follow(out, { releases, releasesInterval: Number(seconds) }, (event) => process.send!(event));
