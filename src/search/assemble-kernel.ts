import { readFileSync } from 'node:fs';
import wabt from 'wabt';

const SOURCE = new URL('kernel.wat', import.meta.url);
/** A module, so that it is part of whatever is bundled. */
export const ASSEMBLED = new URL('kernel.wasm.ts', import.meta.url);

/** The text of kernel.wasm.ts. */
export async function assembleKernel(): Promise<string> {
	const { parseWat } = await wabt();
	const { buffer } = parseWat('kernel.wat', readFileSync(SOURCE, 'utf8')).toBinary({});
	return `/** \`kernel.wat\`, assembled by \`npm run assemble\`, in Base64. */
export const KERNEL =
	'${Buffer.from(buffer).toString('base64')}';
`;
}
