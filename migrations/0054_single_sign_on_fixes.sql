-- 1: this provider confirms its users' email addresses, although its tokens don't say it.
alter table single_sign_on add column emails_confirmed integer not null default 0;

-- The provider's session (the claim sid), so that its sign-out ends the session here.
alter table sessions add column sso_sid text;
create index sessions_by_sso_sid on sessions (sso_sid) where sso_sid is not null;

alter table sign_in_challenges add column sso_sid text;
-- 1: the first step was single sign-on, not a password.
alter table sign_in_challenges add column by_sso integer not null default 0;

-- The first step that a passkey completes; null for a sign-in by passkey alone.
alter table passkey_challenges add column sign_in_hash text;
