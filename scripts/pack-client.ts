import { command, run } from '../src/command/command.ts';
import { codeSize, packClient } from '../src/pack/pack-client.ts';

const FOLDER = 'var/client';

const pack = command('pack-client', 'Makes the npm package of the typed API client.', [
	['npm run pack-client', `into ${FOLDER}`],
	[`npm publish ${FOLDER}`, 'publishes it'],
]).action(() => {
	packClient(FOLDER);
	console.log(`${FOLDER}: ${(codeSize(FOLDER) / 1000).toFixed(1)} kB of JavaScript, compressed with gzip.`);
});

await run(pack);
