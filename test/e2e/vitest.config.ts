import { defineProject } from 'vitest/config';
import { browserProject } from './project.ts';

export default defineProject(
	browserProject({
		name: 'browser',
		include: ['test/e2e/**/*.test.ts'],
		// `npm run test:long` runs these.
		exclude: ['test/e2e/{every-page,keyboard}.test.ts'],
	}),
);
