import { readFileSync, writeFileSync } from 'node:fs';
import { COMMON_PASSWORDS } from '../../src/accounts/common-passwords.ts';
import { command, run } from '../../src/commands/command.ts';
import { packCommonPasswords } from './pack-common-passwords.ts';

const commonPasswords = command(
	'common-passwords',
	'Creates the list of common passwords, which users cannot choose.',
	[
		[
			'node scripts/launch.mjs test/tools/common-passwords.ts 10_million_password_list_top_1M.txt',
			'from the list of the SecLists project',
		],
	],
)
	.name('node scripts/launch.mjs test/tools/common-passwords.ts')
	.argument('<file>', 'passwords, one per line, the most common first')
	.action((file: string) => {
		const packed = packCommonPasswords(readFileSync(file, 'utf8'));
		writeFileSync(COMMON_PASSWORDS, packed);
		console.log(`Wrote ${COMMON_PASSWORDS} (${Math.round(packed.length / 1000)} kB).`);
	});

await run(commonPasswords);
