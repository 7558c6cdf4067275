/**
 * The process that pulls new releases for a server: `node follow-process.ts OUT STORE SECONDS GIGABYTES`. It reports pulled
 * releases, failures and recoveries to the server, and exits when the server exits.
 */
import { follow } from './follow.ts';

const [out, releases, seconds, gigabytes] = process.argv.slice(2) as [string, string, string, string];
process.on('disconnect', () => process.exit());
const store = { releases, releasesInterval: Number(seconds), keepDisk: Number(gigabytes) };
await follow(out, store, (event) => process.send!(event));
