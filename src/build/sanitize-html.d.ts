declare module 'sanitize-html' {
	type Attributes = { [name: string]: string };

	interface Options {
		readonly allowedTags: readonly string[];
		/** The allowed attributes of each element. The key `*` applies to all elements. */
		readonly allowedAttributes: { readonly [element: string]: readonly string[] };
		readonly disallowedTagsMode: 'completelyDiscard';
		/** If false, sanitize-html prints a warning when `style` is allowed. */
		readonly allowVulnerableTags: boolean;
		/** Whether `style` attributes are parsed and written again. */
		readonly parseStyleAttributes: boolean;
		readonly transformTags: {
			readonly [element: string]: (tagName: string, attribs: Attributes) => { tagName: string; attribs: Attributes };
		};
		/** Returns whether to remove an element and all of its content. */
		readonly exclusiveFilter: (frame: { readonly tag: string; readonly text: string }) => boolean;
		readonly onOpenTag: (name: string, attribs: Attributes) => void;
		readonly onCloseTag: () => void;
		/** Settings of htmlparser2. */
		readonly parser: { readonly xmlMode: boolean };
	}

	/** Returns a document without the parts that the options do not allow. */
	export default function sanitizeHtml(document: string, options: Options): string;
}
