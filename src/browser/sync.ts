/** Brings elements of a page up to those of a newer one without making them anew, so that focus and caret stay. */

/** Makes `old` like `next`, as far as elements stand in the same places; else what is in it is replaced. */
export function sync(old: Element, next: Element): void {
	for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
	for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
	const [nodes, newer] = [[...old.childNodes], [...next.childNodes]];
	// What a script put into its own element is no part of the page that was sent.
	if (newer.length === 0 && old.localName.includes('-')) return;
	if (nodes.length !== newer.length || nodes.some((node, i) => node.nodeName !== newer[i]!.nodeName)) {
		old.replaceChildren(...newer);
		return;
	}
	nodes.forEach((node, i) => {
		if (node instanceof Element) sync(node, newer[i] as Element);
		else if (node.nodeValue !== newer[i]!.nodeValue) node.nodeValue = newer[i]!.nodeValue;
	});
}

/** Puts values into the fields of a form. A field that has its value already is left alone, with its caret. */
export function fill(form: HTMLFormElement, values: FormData): void {
	for (const field of form.elements as Iterable<Element & Partial<HTMLInputElement>>) {
		if (!field.name) continue;
		if (field.type === 'radio' || field.type === 'checkbox') {
			field.checked = (values.get(field.name) ?? '') === field.value;
			continue;
		}
		const value = String(values.get(field.name) ?? '');
		if (field.value !== value) field.value = value;
	}
}
