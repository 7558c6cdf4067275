const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Returns the first sentences of a text, as many as fit into a length, but always at least one. Adds a full stop if the
 * text ends without one.
 */
export function wholeSentences(text: string, length: number): string {
	let whole = '';
	for (const { segment } of segmenter.segment(text.replace(/\s+/g, ' ').trim())) {
		if (whole !== '' && (whole + segment).trimEnd().length > length) break;
		whole += segment;
	}
	// A text that ends with a comma or a dash was cut off somewhere else.
	whole = whole
		.trimEnd()
		.replace(/(?<=[.!?…] )[^.!?…]*[,;:–—&-]$/, '')
		.trimEnd();
	return /[\p{L}\p{N}\p{S}\p{Pe}\p{Pf}]$/u.test(whole) && !/[.!?…。！？؟।]\p{Pe}?\p{Pf}?$/u.test(whole)
		? `${whole}.`
		: whole;
}
