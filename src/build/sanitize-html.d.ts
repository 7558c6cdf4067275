declare module 'sanitize-html' {
	type Attributes = { [name: string]: string };

	interface Options {
		readonly allowedTags: readonly string[];
		/** By element, `*` for all. */
		readonly allowedAttributes: { readonly [element: string]: readonly string[] };
		readonly disallowedTagsMode: 'completelyDiscard';
		/** Without it, a warning is printed where `style` is allowed. */
		readonly allowVulnerableTags: boolean;
		/** Whether `style` attributes are parsed, and written anew. */
		readonly parseStyleAttributes: boolean;
		readonly transformTags: {
			readonly [element: string]: (tagName: string, attribs: Attributes) => { tagName: string; attribs: Attributes };
		};
		/** Whether an element is left out, with all that is in it. */
		readonly exclusiveFilter: (frame: { readonly tag: string; readonly text: string }) => boolean;
		readonly onOpenTag: (name: string, attribs: Attributes) => void;
		readonly onCloseTag: () => void;
		/** Settings of htmlparser2. */
		readonly parser: { readonly xmlMode: boolean };
	}

	/** Returns what is allowed of a document. */
	export default function sanitizeHtml(document: string, options: Options): string;
}
