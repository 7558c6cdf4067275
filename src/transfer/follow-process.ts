/**
 * The process of a server that pulls new releases: `node follow-process.ts OUT STORE SECONDS`. It sends an event for each
 * release and each problem to the server, and ends with it.
 */
import { follow } from './follow.ts';

const [out, releases, seconds] = process.argv.slice(2) as [string, string, string];
process.on('disconnect', () => process.exit());
await follow(out, { releases, releasesInterval: Number(seconds) }, (event) => process.send!(event));
