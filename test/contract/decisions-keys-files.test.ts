import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTRACT } from './contract.ts';

const { folder } = CONTRACT.state;

test('Keys: nobody else can read the state: folder 0700, files 0600', () => {
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
});
