/** The facts that a JSON Schema of the OpenAPI document allows, such as `data[].rating: number`. */
import type { JsonSchema } from '../../src/api/openapi/json-schema.ts';
import { DOCUMENT } from './documented.ts';

interface Node {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly properties?: { readonly [name: string]: Node };
	readonly items?: Node;
}

function resolved({ $ref, ...rest }: Node): Node {
	const schemas: { readonly [name: string]: JsonSchema } = DOCUMENT.components.schemas;
	return $ref === undefined ? rest : (schemas[$ref.split('/').at(-1)!] as Node);
}

/** The type of each field, and each value of an enum. */
export function documentedFacts(schema: Node, path = ''): string[] {
	const { type = [], enum: words, properties = {}, items } = resolved(schema);
	return [
		...(words?.map((word) => `${path} = ${word}`) ?? [type].flat().map((one) => `${path}: ${one}`)),
		...Object.entries(properties).flatMap(([name, field]) => documentedFacts(field, `${path}.${name}`)),
		...(items === undefined ? [] : documentedFacts(items, `${path}[]`)),
	];
}

/** The facts about an actual value, in the same form as `documentedFacts` returns them. */
export function shownFacts(schema: Node, value: unknown, path = ''): string[] {
	const { type = [], enum: words, properties = {}, items } = resolved(schema);
	if (words !== undefined) return [`${path} = ${value}`];
	const fact = `${path}: ${typeOf(value, [type].flat())}`;
	if (Array.isArray(value)) return [fact, ...value.flatMap((one) => shownFacts(items!, one, `${path}[]`))];
	if (typeof value !== 'object' || value === null) return [fact];
	const fields = Object.entries(value);
	return [
		fact,
		...fields.flatMap(([name, field]) =>
			properties[name] === undefined ? [] : shownFacts(properties[name], field, `${path}.${name}`),
		),
	];
}

/** The name of a value's type in JSON Schema. */
function typeOf(value: unknown, known: readonly string[]): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return typeof value === 'number' && known.includes('integer') ? 'integer' : typeof value;
}
