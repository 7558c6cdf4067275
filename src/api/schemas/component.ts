import type { z } from 'zod';

/**
 * The response schemas that have a name in the OpenAPI document. All other schemas are written inline where they are
 * used.
 */
export const COMPONENTS = new Map<string, z.ZodType>();

/**
 * Gives a schema a name in the OpenAPI document.
 *
 * @param description one sentence without a period at its end
 */
export function component<S extends z.ZodType>(name: string, description: string, schema: S): S {
	const named = schema.meta({ description });
	COMPONENTS.set(name, named);
	return named;
}
