import type { Items } from '../../api/directory.ts';
import { listBody, pageRequest } from '../../api/page.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { programItem } from '../../catalog/views.ts';

/** The formatted response of the API with the first program, or undefined if there are no programs. */
export function exampleAnswer(programs: readonly PublishedProgram[]): string | undefined {
	const [first] = programs;
	if (first === undefined) return undefined;
	const item = Buffer.from(JSON.stringify(programItem(first)));
	const items: Items = {
		count: 1,
		length: item.length,
		copyTo: (target, start) => void item.copy(target, start),
		tag: '',
	};
	const { body } = listBody(items, programs.length, pageRequest({ per_page: 1 }));
	return JSON.stringify(JSON.parse(body.toString()), undefined, 2);
}
