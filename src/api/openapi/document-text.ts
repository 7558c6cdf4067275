/** The two forms in which the OpenAPI document is published. */
import { stringify } from 'yaml';

/** The indentation is spaces, because linters warn about tabs. */
export function documentJson(document: object): string {
	return `${JSON.stringify(document, undefined, 2)}\n`;
}

export function documentYaml(document: object): string {
	return stringify(document, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 });
}
