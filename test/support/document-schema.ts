import { z } from 'zod';
import type { openApiDocument } from '../../src/api/openapi/document.ts';

/** Makes a zod schema from a JSON Schema of an OpenAPI document. */
export function documentSchema({ components }: ReturnType<typeof openApiDocument>, schema: object): z.ZodType {
	const text = JSON.stringify({ ...schema, $defs: components.schemas });
	return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}
