-- What SAML sign-ins need to remember and Supabase's tables have no room for.

-- Assertions that have opened a session: each does so once. Kept until they would be refused for
-- their age.
create table auth_internal.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);
create index saml_assertions_expires_at_idx on auth_internal.saml_assertions (expires_at);

-- When the session ends that a flow leads to, where its provider has said so.
create table auth_internal.flow_deadlines (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  session_not_after timestamptz not null
);
