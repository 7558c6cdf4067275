import type { SourceOfTable } from '../snapshot/import/files.ts';
import { readKnownNames } from '../snapshot/import/table/identities.ts';
import type { Mapping } from '../snapshot/import/table/mapping.ts';
import type { MappingOptions, Terminal } from './choose-mapping.ts';

/**
 * Maps the tables of a source. Keeps the mappings for its next import, which then needs no questions.
 *
 * @param saved the mappings of its last import, as JSON
 */
export function tableMapper(snapshot: string, source: string, saved: string | null, options: MappingOptions) {
	const terminal: Terminal = {
		print: options.json ? (line) => console.error(line) : (line) => console.log(line),
		ask: process.stdin.isTTY ? askOnTerminal : undefined,
	};
	const used: Mapping[] = [];
	const sourceOf: SourceOfTable = async (table) => {
		// Loaded only if it is needed, because it takes a while.
		const { chooseMapping } = await import('./choose-mapping.ts');
		const { applyMapping } = await import('../snapshot/import/table/apply-mapping.ts');
		const mapping = await chooseMapping(table, { source, saved }, options, terminal);
		used.push(mapping);
		return applyMapping(table, mapping, readKnownNames(snapshot, source));
	};
	/** Returns the mappings of all tables, as JSON. Null if there are none. */
	const usedMappings = () => (used.length === 0 ? null : JSON.stringify(used));
	return { sourceOf, usedMappings };
}

async function askOnTerminal(question: string): Promise<string> {
	const { createInterface } = await import('node:readline/promises');
	using terminal = createInterface({ input: process.stdin, output: process.stderr });
	return await terminal.question(question);
}
