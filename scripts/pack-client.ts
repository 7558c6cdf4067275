import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { command, run } from '../src/command/command.ts';
import { packClient } from '../src/pack/pack-client.ts';

const pack = command('pack-client', 'Makes the npm package of the typed client of the API.', [
	['npm run pack-client', 'into var/client'],
	['npm publish var/client', 'publishes it'],
])
	.option('--folder <folder>', 'where to write the package; the folder is emptied', 'var/client')
	.action(({ folder }) => {
		packClient(folder);
		const code = globSync('*.js', { cwd: folder }).map((file) => readFileSync(join(folder, file)));
		const size = gzipSync(Buffer.concat(code)).length;
		console.log(`${folder}: ${(size / 1000).toFixed(1)} kB of JavaScript, compressed with gzip.`);
	});

await run(pack);
