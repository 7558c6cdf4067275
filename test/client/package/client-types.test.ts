import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientTypes } from '../../../src/client/package/client-types.ts';
import { CLIENT } from '../../../src/client/package/pack-client.ts';

test('The types of the client are those of the schemas. To write them again, run this test with -u', async () => {
	await expect(clientTypes()).toMatchFileSnapshot(join(CLIENT, 'types.ts'));
});
