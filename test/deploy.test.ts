/** The files in src/deploy/ name only things that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '../src/config/settings.ts';
import { PROJECT } from '../src/shared/project.ts';
import { PARTS } from './support/project-copy.ts';

const FOLDER = join(PROJECT, 'src/deploy');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const files = readdirSync(FOLDER);
/** The first group of every match of a pattern. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

test.each(files)('The guide explains %s', (name) => {
	expect(readFileSync(join(PROJECT, 'src/docs/install.md'), 'utf8')).toContain(`(../deploy/${name})`);
});

test.each(files)('%s runs only scripts that exist', (name) => {
	for (const script of all(read(name), /(scripts\/[\w-]+\.\w+)/g)) expect(existsSync(join(PROJECT, script))).toBe(true);
});

describe('Containerfile', () => {
	const text = read('Containerfile');

	test('copies everything that the project needs, and nothing else', () => {
		const copied = all(text, /^COPY --chown=node:node (.*) \S+$/gm).flatMap((sources) => sources.split(' '));
		expect(copied.sort()).toEqual([...PARTS, '.npmrc'].sort());
		for (const part of copied) expect(existsSync(join(PROJECT, part)), part).toBe(true);
	});

	test('sets only settings of the server, below its volume', () => {
		const settings = all(text, /^ENV (.*)$/gm).flatMap((line) => line.split(' ').map((pair) => pair.split('=')));
		for (const [name, value] of settings) {
			expect(VARIABLES).toContain(name);
			if (/_DIR$|SNAPSHOT/.test(name!)) expect(value).toMatch(/^\/data\//);
		}
	});

	test('has the major version of Node that npm installs', () => {
		const { optionalDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
		const versions = Object.values<string>(optionalDependencies).map((version) => version.split('.')[0]);
		expect(new Set(versions)).toEqual(new Set(all(text, /^FROM .*\/node:(\d+)/gm)));
	});

	test('does not run as root', () => {
		expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('CMD'));
	});
});

test('The unit for backups reads the same configuration as the unit of the server', () => {
	const lines = (name: string) => all(read(name), /^((?:User|WorkingDirectory|Environment|EnvironmentFile)=.*)$/gm);
	const shared = lines('directory@.service').filter((line) => line !== 'Environment=PORT=%i');
	expect(lines('directory-backup@.service')).toEqual(shared);
});

test('The systemd unit and its settings name only settings of the server', () => {
	const assigned = [
		...all(read('directory@.service'), /^Environment=(.*)$/gm)
			.join(' ')
			.matchAll(/(\w+)=/g),
	];
	const names = [...assigned.map(([, name]) => name!), ...all(read('directory.env'), /^#?(\w+)=/gm)];
	expect(names).toContain('STATE_DIR');
	expect(names.filter((name) => !VARIABLES.includes(name))).toEqual([]);
});
