import config from '../../../data/site.json' with { type: 'json' };
import { openApiDocument } from '../../api/openapi/document.ts';
import { DOCUMENTATION } from '../addresses.ts';

/** @param url the site's public origin */
export function siteDocument(url: string) {
	const { name, contact } = config;
	return openApiDocument({ url, name, contact, documentation: url + DOCUMENTATION.address });
}
