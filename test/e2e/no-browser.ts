import { test } from 'vitest';

test.skip('the browser tests: there is no browser. Install Google Chrome, or set CHROME_PATH to a Chrome or Chromium', () => {});
