/** Checks the HTML of whole pages. */
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
	root: true,
	extends: ['html-validate:recommended'],
	rules: {
		// Untrusted text keeps spaces before line breaks.
		'no-trailing-whitespace': 'off',
		// This rule counts `&amp;` as five characters. machines.long.test.ts counts the decoded text.
		'long-title': 'off',
	},
});

/** Returns the faults of a page's HTML, as lines of text. */
export async function htmlFaults(html: string): Promise<string[]> {
	const { results } = await validator.validateString(html);
	const faults = results
		.flatMap(({ messages }) => messages)
		.map(({ ruleId, line, column, message }) => `${line}:${column} ${message} (${ruleId})`);
	// Html-validate accepts elements after the end of the document, and skips the content of SVGs.
	const [, rest = html] = /<\/body>\s*<\/html>\s*(.*)$/s.exec(html) ?? [];
	if (rest !== '') faults.push(`the document ends with: ${rest.slice(-200)}`);
	for (const [fault] of html.matchAll(/ font-variant="(?!normal"|small-caps")[^"]*"/g)) {
		faults.push(`${fault} is not valid in SVG`);
	}
	return faults;
}
