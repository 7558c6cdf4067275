const NOW = '2026-05-01T12:00:00Z';
const LATER = '2026-06-01T12:00:00.000Z';

/** SQL that adds a row to each table of the current version of the state, in either database. */
export const ROWS = `
INSERT INTO accounts (id, email, plan, created_at, email_verified, two_factor) VALUES ('acc_1', 'ada@site.example', 'pro', '${NOW}', TRUE, TRUE);
INSERT INTO keys (id, account_id, name, hash, prefix, scopes, created_at) VALUES ('key_1', 'acc_1', 'laptop',
	'e78443ff3a0cb34f59c481615e43e09cbb3d983c9ca735e3bd280c198d546803', 'svc_ZQvF53Qt', '["programs:read"]', '${NOW}');
INSERT INTO sessions VALUES ('session', 'acc_1', 'hash', '${LATER}', NULL, 'Test', '${LATER}', '${LATER}');
INSERT INTO credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
	VALUES ('credential', 'acc_1', 'credential', 'acc_1', 'hash', '${LATER}', '${LATER}');
INSERT INTO verifications VALUES ('link', 'identifier', 'value', '${LATER}', '${LATER}', '${LATER}');
INSERT INTO two_factors (id, account_id, secret, recovery_codes) VALUES ('factor', 'acc_1', 'secret', '["hash"]');
INSERT INTO sign_ups (token, email, password, expires_at, id) VALUES ('token', 'bob@site.example', 'hash', '${LATER}', 'sign_up');
INSERT INTO jobs (id, kind, account_id, target, payload, created_at, run_at, expires_at, attempts)
	VALUES ('job', 'password_changed', 'acc_1', 'ada@site.example', '{}', '${NOW}', 1777636800000, 1777723200000, 0);
INSERT INTO webhooks (id, account_id, url, events, secret, failures, created_at, updated_at)
	VALUES ('hook', 'acc_1', 'https://hooks.test/', '["release.published"]', 'sealed', 0, '${NOW}', '${NOW}');
INSERT INTO webhook_messages VALUES ('message', 'release.published', '{}', '${LATER}');
INSERT INTO webhook_deliveries (id, webhook_id, account_id, message_id, status, attempts, created_at)
	VALUES ('delivery', 'hook', 'acc_1', 'message', 'waiting', 0, '${LATER}');
INSERT INTO webhook_releases VALUES ('snapshot', 1);
INSERT INTO key_usage VALUES ('key_1', '2026-05-01', '/programs', 200, 3);
INSERT INTO key_requests VALUES (1, 'key_1', '${LATER}', 'GET', '/v1/programs', 200, '203.0.113.x');
INSERT INTO events (id, account_id, kind, at, key_id) VALUES (1, 'acc_1', 'key_created', '${NOW}', 'key_1');
INSERT INTO proposals (id, account_id, author, kind, target, fields, status, version, created_at, updated_at)
	VALUES ('proposal', 'acc_1', 'Ada', 'program', 'acme', '{"name":"Acme"}', 'pending', 1, '${NOW}', '${NOW}');
INSERT INTO authors VALUES ('acc_1', 'ada', 'Ada', 'ada', '${NOW}');
INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, created_at) VALUES ('acc_1', 'POST', 'key', 'hash', '${NOW}');
INSERT INTO claims (id, account_id, organization, token, status, method, created_at, verified_at)
	VALUES ('claim', 'acc_1', 'acme', 'token', 'verified', 'dns', '${NOW}', '${NOW}');
INSERT INTO saved_programs VALUES ('acc_1', 'acme', 'Acme', '2026-05-01', NULL, '', 1, '${NOW}', NULL);
INSERT INTO saved_feeds VALUES ('acc_1', 'hash', '${NOW}');
INSERT INTO secrets VALUES ('sessions', 'secret');
INSERT INTO deleted_accounts VALUES ('acc_0');
INSERT INTO program_views VALUES ('acme', '2026-05-01', '', 5, 2);
`;
