/** The parts of the API's context that most tests do not care about. */
export const CONTEXT = {
	changes: () => undefined,
	siteUrl: 'https://a.example',
	nextRequestId: () => 'r1',
	reportError: () => {},
};
