import { defineProject } from 'vitest/config';
import { browserProject } from './project.ts';

export default defineProject(
	browserProject({
		name: 'browser',
		// `npm run test:long` runs the tests in account/, edit/ and every-page/.
		include: ['test/e2e/*.test.ts'],
	}),
);
