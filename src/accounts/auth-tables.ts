/**
 * Our tables and columns for better-auth's models. A better-auth "user" is one of our accounts. A better-auth "account"
 * is one way to sign in.
 */
export const AUTH_TABLES = {
	user: {
		modelName: 'accounts',
		fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
		additionalFields: { plan: { type: 'string', required: true, defaultValue: 'free', input: false } },
	},
	session: {
		modelName: 'sessions',
		fields: {
			userId: 'account_id',
			expiresAt: 'expires_at',
			ipAddress: 'address',
			userAgent: 'user_agent',
			createdAt: 'created_at',
			updatedAt: 'updated_at',
		},
	},
	account: {
		modelName: 'credentials',
		fields: {
			userId: 'account_id',
			providerId: 'provider',
			accountId: 'provider_account',
			accessToken: 'access_token',
			refreshToken: 'refresh_token',
			idToken: 'id_token',
			accessTokenExpiresAt: 'access_token_expires_at',
			refreshTokenExpiresAt: 'refresh_token_expires_at',
			createdAt: 'created_at',
			updatedAt: 'updated_at',
		},
	},
	verification: {
		modelName: 'verifications',
		fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
	},
} as const;

export const TWO_FACTOR_TABLES = {
	user: { fields: { twoFactorEnabled: 'two_factor' } },
	twoFactor: {
		modelName: 'two_factors',
		fields: {
			userId: 'account_id',
			backupCodes: 'recovery_codes',
			failedVerificationCount: 'failures',
			lockedUntil: 'locked_until',
		},
	},
} as const;
