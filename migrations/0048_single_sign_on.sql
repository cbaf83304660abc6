-- Single sign-on by OpenID Connect (part 4, section J): one provider for the installation.
create table single_sign_on (
  id integer primary key check (id = 1),
  issuer text not null,
  client_id text not null,
  client_secret_sealed text not null,
  roles_claim text not null,
  -- JSON: the claim's values that mean each role, {"admin": ["firstnight-admins"]}.
  role_values text not null,
  -- A JSON list of email domains.
  domains text not null,
  -- 1: users of single sign-on can't use a password or passkey here.
  local_off integer not null default 0,
  last_used_at integer,
  -- Since the provider's last success.
  problem text,
  problem_at integer
) strict;

-- The provider's name for the user: the issuer, a space, and the subject.
alter table users add column sso_subject text;
create unique index users_by_sso_subject on users (sso_subject) where sso_subject is not null;
