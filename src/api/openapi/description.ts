/** The introduction of the OpenAPI document, in Markdown. */

import { SCOPE_NAMES, SCOPES } from '../../state/keys/scope.ts';
import { KEPT_MINUTES, MOST_KEPT } from '../snapshot-values.ts';

/** The facts that apply to all endpoints. Single line breaks become spaces. A blank line ends a paragraph. */
export const INTRODUCTION = `
Read all programs, categories, reviews and organizations of this directory as JSON.

All endpoints also accept \`HEAD\`. The response has the same headers as the response to \`GET\`, and no body.

## Authentication

Send your API key with every request, in the header \`X-API-Key\`. The description of each endpoint says which scope the
key needs. Keep keys on your own servers: the API sends no CORS headers, so web pages cannot call it.

## Parameters

Unknown parameters, invalid values and parameters given twice are errors. If the type of a parameter is an array, send it
once for each value. \`slugs\`, \`facets\` and \`fields\` also take values with commas. The response lists every bad
parameter. A parameter with an empty value is ignored. Write numbers with digits only, such as \`30\` or \`12.5\`, up to
2^53. For a boolean, write \`true\` or \`1\`, and \`false\` or \`0\`, which is the same as leaving it out. A filter leaves
out programs whose value is unknown.

## Lists

A list is divided into pages, each with \`data\`, \`meta\` and \`pagination\`. Increase \`page\` until \`has_more\` is
false, or follow the \`next\` address in the header \`Link\`. A page past the end has an empty \`data\` and the correct
totals.

If the data changes while you read a list, pages can repeat or skip records. To avoid this, send the \`X-Snapshot\` of
the first response as the parameter \`snapshot\` for all pages. After newer data is published, a snapshot stays readable
for ${KEPT_MINUTES} minutes. If there are more than ${MOST_KEPT} publications in that time, only the last ${MOST_KEPT}
snapshots do. After that, you get a 410 \`SNAPSHOT_GONE\`: start again without the parameter.

## Values

A field is \`null\` if its value is unknown. Text can be empty. Times are in UTC, to the second.

## Errors

Every error has an \`error\`, which is a message for people, and a \`code\`, which your code can check. A 400 also has
\`details\`, and so has a 422. A path without an endpoint gets a 404 \`NOT_FOUND\`. A method that the address does not
accept gets a 405 \`METHOD_NOT_ALLOWED\`.

## Caching

Every 200 has an \`ETag\`. Send it in \`If-None-Match\`, and you get a 304 without a body if nothing has changed. A 304
does not count towards the rate limit.

## Limits

A plan can limit the request rate of an account. All keys of the account count together. The headers
\`RateLimit-Policy\` and \`RateLimit\` then say how many requests the account has left. If an IP address sends many
invalid keys within a minute, further invalid keys get a 429 until the minute ends. Valid keys still work. Every 429 and
503 has a \`Retry-After\` header with the number of seconds to wait.

## Extensions

All directories of this kind share one interface. \`x-extension: true\` marks fields, parameters and endpoints that are
not part of it. Other directories may not have them.

## Changes

We may add endpoints, parameters and fields at any time. Ignore fields that you do not know.
`
	.trim()
	.replace(/(?<!\n)\n(?!\n)/g, ' ');

export const KEY_DESCRIPTION = [
	'An API key. You choose its scopes when you create it:',
	'',
	...SCOPE_NAMES.map((name) => `- \`${name}\`: ${SCOPES[name].grants}.`),
].join('\n');
