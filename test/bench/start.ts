/** `npm run bench -- NAME` starts that benchmark, and `npm run bench` without a name the one of the API. */
const NAMES = ['edits', 'site', 'state'];

const [name = ''] = process.argv.slice(2);
if (NAMES.includes(name)) {
	process.argv.splice(2, 1);
	await import(`./bench-${name}.ts`);
} else {
	await import('./bench.ts');
}

export {};
