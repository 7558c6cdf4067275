/** Where pages are for one visitor alone: those of an account, and where leaked keys are reported. */
export const PRIVATE_PATHS = ['/account/', '/leaked-key/'] as const;

/** Whether what is at a path depends on who asks: only there does a page see cookies, and take forms. */
export function isPrivatePath(path: string): boolean {
	return PRIVATE_PATHS.some((start) => path.startsWith(start));
}
