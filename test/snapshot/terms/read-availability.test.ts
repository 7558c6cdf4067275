import { describe, expect, test } from 'vitest';
import { readAvailability } from '../../../src/snapshot/terms/read-availability.ts';
import { growth, LINEAR } from '../../support/growth.ts';

describe('readAvailability', () => {
	test.each([
		'The program is currently closed.',
		'The affiliate program is closed to new applicants since May.',
		'We are not accepting new affiliates at the moment.',
		'Applications are paused until spring.',
		'Our partner program has been discontinued.',
		'We no longer accept coupons; the program is no longer open to new publishers.',
		'Great pay.\nAs of June, the program isn’t taking new partners.',
	])('reads “%s” as closed', (text) => {
		expect(readAvailability([text])).toBe('closed');
	});

	test.each([
		['Apply to join the waitlist of the affiliate program.', 'waitlist'],
		['New affiliates are put on a waiting list.', 'waitlist'],
		['An invite-only program for teachers.', 'invitation'],
		['The affiliate program is open only by invitation.', 'invitation'],
		['Affiliates are accepted by invitation.', 'invitation'],
		['The program is invite-only. The program is currently closed.', 'closed'],
	])('reads “%s” as %s', (text, availability) => {
		expect(readAvailability([text])).toBe(availability);
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
		'Join the waitlist for our new app.',
		'Share boards by invitation only.',
		'Invite new affiliates and earn 5% of their sales.',
		'The program is restricted to open source projects.',
		'Apply now, everyone is welcome in our affiliate program.',
		'',
	])('reads nothing from “%s”', (text) => {
		expect(readAvailability([text])).toBeNull();
	});

	test('reads all texts, and skips unknown ones', () => {
		expect(readAvailability([null, undefined, 'Fine.', 'The program is invite-only.'])).toBe('invitation');
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
	])('reads texts of %j in a time that grows with their length', async (piece) => {
		const read = (text: string) => readAvailability([text]);
		expect(await growth(read, (length) => piece.repeat(length / piece.length))).toBeLessThan(LINEAR);
	});
});
