import type { Directory } from './directory.ts';

/**
 * Returns the `data` of the prebuilt response at a path, or undefined if there is no such response.
 *
 * @template T what the responses at such paths contain
 */
export function dataAt<T>(directory: Pick<Directory, 'resource'>, path: string): T | undefined {
	const content = directory.resource(path);
	return content && JSON.parse(content.body.toString()).data;
}
