import { expect, test } from 'vitest';
import { wholeSentences } from '../../src/shared/excerpt.ts';

test.each([
	['One two. Three four. Five six.', 20, 'One two. Three four.'],
	['One  two.\nThree', 100, 'One two. Three.'],
	['It pays 12.5% of $1.50. Then nothing.', 25, 'It pays 12.5% of $1.50.'],
	['A first sentence that is too long. Another.', 10, 'A first sentence that is too long.'],
	['Is it? It is! “Yes.”', 100, 'Is it? It is! “Yes.”'],
	['支払いは月末です。手数料は高いです。', 10, '支払いは月末です。'],
	['It is whole. It was cut off after a comma,', 100, 'It is whole.'],
	['', 100, ''],
])('The whole sentences of %j within %d characters are %j', (text, length, expected) => {
	expect(wholeSentences(text, length)).toBe(expected);
});
