import { describe, expect, test } from 'vitest';
import { compactNames, namesMeant } from '../../src/search/names.ts';

describe('The names of a program', () => {
	test.each([
		['Larkpost', null, ['larkpost']],
		['Lark Post', ['larkpost', 'Lark-Mail'], ['larkpost', 'larkmail']],
		['Bïrch (Formerly Revealer)', null, ['birchformerlyrevealer', 'birch', 'revealer']],
		['Tye (previously Revenue Roll)', null, ['tyepreviouslyrevenueroll', 'tye', 'revenueroll']],
		['Quill (QuillMail)', null, ['quillquillmail', 'quill', 'quillmail']],
		['™', ['™'], []],
	])('of %s with the aliases %s are %s', (name, aliases, names) => {
		expect([...compactNames({ name, aliases })]).toEqual(names);
	});
});

describe('The names that a text can mean', () => {
	test.each([
		['lark post', ['larkpost']],
		['lark post affiliate', ['larkpostaffiliate', 'larkpost']],
		['larkpost affiliates program', ['larkpostaffiliatesprogram', 'larkpost']],
		['referral programme lark-post', ['referralprogrammelarkpost', 'larkpost']],
		['partner larkpost affiliate program', ['partnerlarkpostaffiliateprogram', 'larkpost']],
		['affiliate program', ['affiliateprogram']],
		['partnerships', ['partnerships']],
		['program larkpost', ['programlarkpost']],
		['™', []],
	])('%s', (text, names) => {
		expect(namesMeant(text)).toEqual(names);
	});
});
