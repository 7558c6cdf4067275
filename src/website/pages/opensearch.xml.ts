/** Lets browsers search the directory from the address bar (OpenSearch 1.1). */
import type { APIRoute } from 'astro';
import { excerpt } from '../../shared/excerpt.ts';
import { site } from '../../shared/site/site.ts';
import { SEARCH } from '../addresses.ts';
import { escapeText } from '../format/markdown.ts';

/** The maximum lengths that the specification allows, in characters, minus one for the ellipsis that `excerpt` adds. */
const LONGEST = { shortName: 15, longName: 47, description: 1023 };

export const GET: APIRoute = ({ site: base }) => {
	const absolute = (address: string) => new URL(address, base).href;
	const { name, description } = site();
	const body = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeText(excerpt(name, LONGEST.shortName))}</ShortName>
<LongName>${escapeText(excerpt(name, LONGEST.longName))}</LongName>
<Description>${escapeText(excerpt(description, LONGEST.description))}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${absolute('/favicon.svg')}</Image>
<Url type="text/html" method="get" template="${absolute(SEARCH.address)}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${absolute('/opensearch.xml')}"/>
</OpenSearchDescription>
`;
	return new Response(body, { headers: { 'Content-Type': 'application/opensearchdescription+xml' } });
};
