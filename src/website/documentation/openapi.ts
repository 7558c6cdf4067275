import { openApiDocument } from '../../api/openapi/document.ts';
import { site } from '../../config/site/site.ts';
import { DOCUMENTATION } from '../addresses.ts';

/** @param url the site's public origin */
export function siteDocument(url: string) {
	const { name, contact } = site();
	return openApiDocument({ url, name, contact, documentation: url + DOCUMENTATION.address });
}
