/** The paths of private pages: account pages, and the forms to report leaked keys and wrong facts. */
export const PRIVATE_PATHS = ['/account/', '/leaked-key/', '/wrong-fact/'] as const;

/** Whether the pages at a path are private. Only private pages get cookies and accept forms. */
export function isPrivatePath(path: string): boolean {
	return PRIVATE_PATHS.some((start) => path.startsWith(start));
}
