import { defineProject } from 'vitest/config';
import { browserProject } from './project.ts';

export default defineProject(
	browserProject({
		name: 'browser',
		// `npm run test:long` runs those in edit/ and every-page/.
		include: ['test/e2e/*.test.ts'],
	}),
);
