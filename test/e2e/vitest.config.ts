import { defineProject } from 'vitest/config';
import { browserProject } from './project.ts';

export default defineProject(
	browserProject({
		name: 'browser',
		// `npm run test:long` runs the tests in edit/, every-page/ and sign-in/.
		include: ['test/e2e/*.test.ts'],
	}),
);
