import { describe, expect, test } from 'vitest';
import { readAvailability } from '../../../src/snapshot/terms/read-availability.ts';
import { growth, LINEAR } from '../../support/growth.ts';

describe('readAvailability', () => {
	test.each([
		'The program is currently closed.',
		'The affiliate program is closed to new applicants since May.',
		'We are not accepting new affiliates at the moment.',
		'We stopped taking new affiliates in June.',
		'We don’t accept new partners at this time.',
		'New publishers are no longer accepted.',
		'We have closed our referral program.',
		'The affiliate program is no longer available.',
		'The program was discontinued in May 2025.',
		'Affiliate sign-ups are on hold.',
		'Applications closed.',
		'Breadly has no affiliate program at the moment.',
		'Das Partnerprogramm wurde eingestellt.',
		'Wir nehmen derzeit keine neuen Partner auf.',
		'Applications are paused until spring.',
		'Our partner program has been discontinued.',
		'We no longer accept coupons; the program is no longer open to new publishers.',
		'Great pay.\nAs of June, the program isn’t taking new partners.',
	])('reads “%s” as closed', (text) => {
		expect(readAvailability([text], false)).toBe('closed');
	});

	test.each([
		['Apply to join the waitlist of the affiliate program.', 'waitlist'],
		['New affiliates are put on a waiting list.', 'waitlist'],
		['An invite-only program for teachers.', 'invitation'],
		['The affiliate program is open only by invitation.', 'invitation'],
		['Affiliates are accepted by invitation.', 'invitation'],
		['Only invited partners can join the program.', 'invitation'],
		['You need an invitation to join the program.', 'invitation'],
		['Die Teilnahme am Partnerprogramm ist nur auf Einladung möglich.', 'invitation'],
		['Für das Partnerprogramm gibt es eine Warteliste.', 'waitlist'],
		['The affiliate program is open to everyone.', 'open'],
		['The program is now accepting new publishers.', 'open'],
		['Anyone can join the affiliate program.', 'open'],
		['Applications are open.', 'open'],
		['The program is invite-only. The program is currently closed.', 'closed'],
		['The program is open to everyone. Affiliates are accepted by invitation.', 'invitation'],
	])('reads “%s” as %s', (text, availability) => {
		expect(readAvailability([text], false)).toBe(availability);
	});

	test.each([
		'Earn $500 for each closed deal.',
		'Earn 20% of every sale that is closed within the program.',
		'Partners earn 15% when a deal is closed.',
		'The program is not closed to new affiliates.',
		'If the program is closed, you keep your commission.',
		'The program was closed to new applicants last year.',
		'The program is closed to new affiliates in Germany.',
		'The program is paused accounts’ best friend.',
		'We do not accept coupon sites.',
		'We do not accept new affiliates who send spam.',
		'The program is open to publishers in Germany.',
		'The program is not available to employees.',
		'No affiliate program pays more.',
		'The beta program is closed.',
		'The old affiliate program is closed.',
		'Run your own invite-only affiliate program.',
		'Waitlist software with an affiliate program.',
		'Join the waitlist for our new app.',
		'Share boards by invitation only.',
		'Invite new affiliates and earn 5% of their sales.',
		'The program is restricted to open source projects.',
		'Apply now, everyone is welcome in our affiliate program.',
		'',
	])('reads nothing from “%s”', (text) => {
		expect(readAvailability([text], false)).toBeNull();
	});

	test('lets another field say that publishers join by invitation', () => {
		const read = (text: string) => readAvailability([text], true);
		expect(read('')).toBe('invitation');
		expect(read('The program is open to everyone.')).toBe('invitation');
		expect(read('The program is currently closed.')).toBe('closed');
	});

	test('reads all texts, and skips unknown ones', () => {
		expect(readAvailability([null, undefined, 'Fine.', 'The program is invite-only.'], false)).toBe('invitation');
	});

	test.each([
		'program ',
		'not ',
		'closed to new ',
		'is currently ',
		'wait',
		'. ',
		' ',
		'program is closed to new affiliates in ',
		'start program ',
		'is now open to new ',
	])('reads texts of %j in a time that grows with their length', async (piece) => {
		const read = (text: string) => readAvailability([text], false);
		expect(await growth(read, (length) => piece.repeat(length / piece.length))).toBeLessThan(LINEAR);
	});
});
