/**
 * What OWASP's Application Security Verification Standard 5.0 asks for at levels 1 and 2 of authentication, sessions and
 * access control (and some of level 3), and applies to accounts, each with the test that shows it: its file, and a part of
 * its name.
 *
 * Not met: 6.2.4 and 6.2.12 want lists of common and of breached passwords; a longer least length and a short list of
 * words and patterns stand in for them, since a site of one's own asks nobody else. 6.3.3 wants a second factor of
 * everyone; here it is theirs to choose, as an account opens nothing but published data. 6.5.2 wants recovery codes hashed;
 * better-auth encrypts them.
 */
export const ASVS: readonly (readonly [requirement: string, what: string, file: string, test: string])[] = [
	['3.3.1', 'Cookies are Secure, with a prefix that says so', 'signing-in', 'sets a cookie that scripts cannot read'],
	['3.3.2', 'Cookies have a SameSite that suits them', 'signing-in', 'sets a cookie that scripts cannot read'],
	['3.3.3', 'Cookies are of this host alone', 'signing-in', 'sets a cookie that scripts cannot read'],
	['3.3.4', 'Session cookies are HttpOnly', 'signing-in', 'sets a cookie that scripts cannot read'],
	['3.5.1', 'Requests of other sites are told from ours', 'same-origin', 'is a form of ours'],
	['3.4.5', 'Addresses are not told to other sites', '../server/private-pages', 'shown in no frame'],
	['3.4.6', 'No site shows the pages in a frame', '../server/private-pages', 'shown in no frame'],
	['3.5.1', 'No page takes a form of another site', '../server/private-pages', 'takes no form of another site'],
	['3.7.2', 'Nobody is sent to another site', '../server/private-pages', 'leads to the account, not to'],
	['3.5.1', 'A form of another site makes no key', '../e2e/keys', 'is no form’s of another site'],
	['6.1.1', 'Limits against guessing lock nobody out', '../limits/attempts', 'do not count where one'],
	['6.2.1', 'Passwords have 8 characters or more', 'signing-in', 'the password %j is refused'],
	['6.2.2', 'People can change their password', 'signing-in', 'ends the other sessions and renews this one'],
	['6.2.3', 'To change it needs the current one', 'signing-in', 'needs the old one'],
	['6.2.5', 'Any characters may be used', 'signing-in', 'the password %j is as good as any'],
	[
		'6.2.6',
		'Password fields hide what is typed',
		'../e2e/account-pages',
		'hide passwords, and let managers fill them in',
	],
	[
		'6.2.7',
		'Password managers may fill them in',
		'../e2e/account-pages',
		'hide passwords, and let managers fill them in',
	],
	['6.2.8', 'Passwords are checked as they were typed', 'signing-in', 'the password %j is as good as any'],
	['6.2.9', 'Passwords of 64 characters are taken', 'signing-in', 'a password of 128 characters is taken'],
	['6.2.11', 'Words of the context are refused', 'signing-in', 'the password %j is refused'],
	['6.3.1', 'Guessing is slowed, for an address and an account', '../limits/attempts', 'are counted on an account'],
	['6.3.8', 'Nothing tells whether an account exists', 'signing-in', 'says the same of a wrong password'],
	['6.3.8', 'Nor does signing up, where there is mail', 'mail', 'to sign up with an address that has an account'],
	['6.3.8', 'Nor does asking for a reset', 'mail', 'a password is reset by a link that works once'],
	['6.3.8', 'Nor does any page', '../server/private-pages', 'is the same answer for a wrong password'],
	['6.4.1', 'Links for a first password are random, short-lived and work once', 'signing-in', 'sets a password once'],
	['6.4.3', 'A reset does not get around two-factor', 'two-factor', 'is asked for also after a reset'],
	['6.5.1', 'Codes of an app work once', 'two-factor', 'takes a code of the app once'],
	['6.5.1', 'Recovery codes work once', 'two-factor', 'takes a recovery code once'],
	['6.6.3', 'Codes cannot be guessed', 'two-factor', 'takes five codes for a password'],
	['7.2.1', 'Sessions are checked by the server', 'signing-in', 'a cookie that was changed opens nothing'],
	['7.2.3', 'Session tokens are random, and stored as hashes', 'signing-in', 'of which the database holds a hash'],
	['7.2.4', 'Signing in makes a new session and ends the old', 'signing-in', 'gives another session each time'],
	['7.3.1', 'Sessions end without use', 'signing-in', 'comes by itself after a week without use'],
	['7.3.2', 'Sessions end after a longest time', 'signing-in', 'comes by itself after a week without use'],
	['7.4.1', 'A session that was ended is refused', 'signing-in', 'ends this session alone'],
	['7.4.2', 'A deleted account has no sessions', 'own-data', 'ends its keys in every process and leaves nothing'],
	['7.4.3', 'A new password ends the other sessions', 'signing-in', 'ends the other sessions and renews this one'],
	['7.4.4', 'Every page has a way to sign out', '../e2e/account-pages', 'all have a way to sign out'],
	[
		'7.4.5',
		'The operator can end sessions',
		'../server/keys-while-serving',
		'the operator signs someone out everywhere',
	],
	[
		'7.5.1',
		'What matters is changed with the password',
		'signing-in',
		'without mail counts at once, and needs the password',
	],
	['7.5.2', 'People see their sessions and end them', 'signing-in', 'of one session from the list of them'],
	['7.5.2', 'There is a page for it', '../e2e/account', 'sees where they are signed in, ends one session'],
	['8.2.1', 'Pages of an account are for who is signed in', '../server/private-pages', 'is shown to nobody else'],
	['8.2.2', 'Ids of others find nothing', 'keyring', 'is not there, whatever is done with its id'],
	['8.2.2', 'Nor do they on pages', '../e2e/keys', 'is not there, to %s it as little'],
	['8.2.3', 'Fields of an account are not theirs to choose', 'signing-in', 'nobody chooses their own plan or id'],
	['8.3.2', 'A change of rights counts at once', '../faults/accounts', 'refuse the keys of an account from the moment'],
	['10.2.1', 'A way back from a provider needs its own state', 'providers', 'comes to nothing with a state'],
	['14.3.2', 'Private pages are kept in no cache', '../server/private-pages', 'is kept nowhere'],
	['16.2.5', 'The log holds no secret', '../server/private-pages', 'The log holds no password'],
	['16.3.1', 'Sign-ins and failures are remembered', 'signing-in', 'is remembered, and so is a failure'],
];
