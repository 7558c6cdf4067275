import { defineProject } from 'vitest/config';
import { LONG } from '../vitest.config.ts';
import { browserProject } from './project.ts';

export default defineProject(
	browserProject({
		name: 'browser',
		include: ['test/e2e/*.test.ts'],
		exclude: [LONG],
	}),
);
