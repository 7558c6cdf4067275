/** The paper of the site, for what browsers draw around it: `--surface` of tokens.css. */
export const THEME_COLORS = { light: '#fdfdfb', dark: '#141518' } as const;
