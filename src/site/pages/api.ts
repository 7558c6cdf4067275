import { API, HOME } from '../addresses.ts';
import { exampleAnswer } from '../api/example-answer.ts';
import type { PageType } from './page-type.ts';

/** The documentation of the API. */
export interface ApiView {
	/** The formatted response with the first program; undefined without programs. */
	readonly example: string | undefined;
}

export const apiPages: PageType<ApiView> = {
	route: '/about/api',
	pages: ({ programs }) => [
		{
			address: API.address,
			sitemap: { owner: HOME.address, lastmod: undefined },
			view: () => ({ example: exampleAnswer(programs) }),
		},
	],
};
