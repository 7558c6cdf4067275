/** Makes a pattern that matches any of the phrases as whole words. The phrases are patterns too. */
export function words(...phrases: readonly string[]): RegExp {
	return new RegExp(String.raw`\b(?:${phrases.join('|')})\b`, 'i');
}
