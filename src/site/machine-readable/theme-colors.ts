/** Colours of the site for the browser's own interface: `--ink` and the light `--surface` in tokens.css. */
export const THEME_COLORS = { ink: '#0a2b1e', surface: '#fcfbf6' } as const;
