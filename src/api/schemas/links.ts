/** The links to all endpoints except the index and the exported files. See decisions, Extensions. */
import { z } from 'zod';
import { splitWords } from '../../shared/split-words.ts';
import { component } from './component.ts';

const NAMES = splitWords(`
	programs program program_reviews categories category category_programs reviews review organizations organization
	organization_programs networks changes export
`);

export const links = component(
	'Links',
	'The addresses of all endpoints',
	z.strictObject(
		Object.fromEntries(
			NAMES.map((name) => [
				name,
				z.string().meta({
					description: 'The address of the endpoint, with {slug} or {id} if it returns data about one record',
				}),
			]),
		),
	),
);
