/**
 * Updates a page's elements to match a newer version of the page. Where possible, keeps the existing elements, so that
 * the focus and the caret stay where they are.
 */

/** Updates `old` to match `next`. If their structures differ, replaces the content of `old`. */
export function sync(old: Element, next: Element): void {
	for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
	for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
	const [nodes, newer] = [[...old.childNodes], [...next.childNodes]];
	// Keep the content that a custom element's own script has added. In the newer version, such an element is empty.
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

/**
 * Sets the fields of a form. Does not touch a field that already has the right value, so that the caret stays in place.
 * A field marked `data-kept` is not emptied.
 */
export function fill(form: HTMLFormElement, values: FormData): void {
	for (const field of form.elements as Iterable<Element & Partial<HTMLInputElement>>) {
		if (!field.name) continue;
		if (field.type === 'radio' || field.type === 'checkbox') {
			field.checked = (values.get(field.name) ?? '') === field.value;
			continue;
		}
		const value = String(values.get(field.name) ?? '');
		if (value === '' && field.matches('[data-kept]')) continue;
		if (field.value !== value) field.value = value;
	}
}
