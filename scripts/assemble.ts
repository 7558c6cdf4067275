import { writeFileSync } from 'node:fs';
import { command, run } from '../src/command/command.ts';
import { ASSEMBLED, assembleKernel } from '../src/search/assemble-kernel.ts';

const assemble = command(
	'assemble',
	'Makes src/search/kernel.wasm.ts of src/search/kernel.wat, after a change of that.',
	[['npm run assemble', 'the loops of the program search, for the WebAssembly of every platform']],
).action(async () => writeFileSync(ASSEMBLED, await assembleKernel()));

await run(assemble);
