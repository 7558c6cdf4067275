/** Passwords that are long enough and yet among the first that anyone tries, without digits and signs at their ends. */
const COMMON = new Set(
	`passwordpassword password iloveyou iloveyouiloveyou administrator qwertyuiop qwertyuiopasdfghjkl asdfghjkl zxcvbnm
	letmein letmeinletmein welcome welcomewelcome changeme changemechangeme trustno sunshine princess football baseball
	liverpool manchester basketball superman batman dragon monkey shadow master michael jennifer jordan computer internet
	starwars whatever qazwsxedc qwerty qwertyqwerty azertyuiop correcthorsebatterystaple thisisapassword mypassword
	secret supersecret opensesame default guest administrateur passwort passwortpasswort contrasena motdepasse
	1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5y6 zaq12wsxcde3 a1b2c3d4e5f6 p@ssw0rd
	p@ssword passw0rd`.split(/\s+/),
);
const RUNS = [
	'01234567890123456789',
	'98765432109876543210',
	'abcdefghijklmnopqrstuvwxyz',
	'qwertyuiopasdfghjklzxcvbnm',
];
/** Fewer different characters than this are no password. */
const LEAST_VARIETY = 5;

/**
 * Whether a password is among those that are tried first: a common word with digits or signs around it, a run along the
 * alphabet or the keyboard, few characters again and again, or the e-mail address itself.
 */
export function isCommonPassword(password: string, email: string): boolean {
	const text = password.toLowerCase();
	const core = text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
	const [name] = email.toLowerCase().split('@') as [string];
	return (
		new Set(text).size < LEAST_VARIETY ||
		[text, core].some((form) => COMMON.has(form) || form === email.toLowerCase() || form === name) ||
		RUNS.some((run) => run.includes(text))
	);
}
