/** The background colours of the site, for the browser's own interface: `--surface` in tokens.css. */
export const THEME_COLORS = { light: '#fdfdfb', dark: '#141518' } as const;
