import { hash } from 'node:crypto';
import type { ViteUserConfig } from 'astro';
import { packClient } from '../../client/package/pack-client.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

const ID = 'virtual:client-package';

/** Lets pages import the client's npm package, which is made when the pages are compiled. */
export function clientPackage(): Plugin {
	return {
		name: 'client-package',
		resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
		async load(id) {
			if (id !== `\0${ID}`) return undefined;
			const tarball = await packClient();
			const integrity = `sha512-${hash('sha512', tarball, 'base64')}`;
			return `export const tarball = '${tarball.toString('base64')}', integrity = '${integrity}';`;
		},
	};
}
