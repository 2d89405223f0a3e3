-- The rest of Supabase's `auth` schema: codes sent by mail or text, flows that come back in another
-- request, second factors, single sign-on and the log of what happened. What the service keeps for
-- itself, and no dump needs, is in `auth_internal`.

-- What Supabase lets be null, so that its dumps and seeds come in as they are.
alter table auth.users
  alter raw_app_meta_data drop not null,
  alter raw_user_meta_data drop not null,
  alter created_at drop not null,
  alter updated_at drop not null;
alter table auth.identities
  alter created_at drop not null,
  alter updated_at drop not null;

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

-- A link carries a keyed hash of the address and the code; stored is the hash of that, with 'pkce_'
-- before it where whoever asked proves with a verifier that it was them.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc'),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);

-- A sign-in under way: the challenge of the client that began it, and what came of it so far.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  oauth_client_state_id uuid,
  linking_target_id uuid references auth.users (id) on delete cascade,
  referrer text
);
create unique index flow_state_auth_code_key on auth.flow_state (auth_code);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

-- What this server proves to a provider with. `nonce` is of this server alone.
create table auth.oauth_client_states (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null default now(),
  nonce text
);
create index oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid
);
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text,
  disabled boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null check (char_length(domain) > 0),
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (char_length(entity_id) > 0),
  metadata_xml text not null check (char_length(metadata_xml) > 0),
  metadata_url text check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  name_id_format text,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id text not null check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  flow_state_id uuid references auth.flow_state (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz default now(),
  ip_address varchar(64) not null default ''
);
create index audit_log_entries_actor_idx
  on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);

grant all on all tables in schema auth to service_role;

create schema auth_internal;

-- Keys that sign access tokens, the private half encrypted with a key made of the JWT secret. The
-- newest active one signs; all of them verify until the last token they signed has expired.
create table auth_internal.signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  encrypted_private_jwk text not null,
  created_at timestamptz not null default now(),
  -- Published before it signs, so that everybody who keeps the key set for a while knows it.
  active_at timestamptz not null default now(),
  retired_at timestamptz
);

-- How much of an allowance is used up: `full_at` is when it is whole again. Lost in a crash, which
-- forgives everybody a little.
create unlogged table auth_internal.allowances (
  key text primary key,
  full_at timestamptz not null
);
create index allowances_full_at_idx on auth_internal.allowances (full_at);

-- Ways out for somebody whose second factor is lost; hashes only.
create table auth_internal.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Browsers an account was signed in with before, so that a new one can be told of by mail.
create table auth_internal.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- Companies whose people sign in with an OpenID Connect provider of their own.
create table auth_internal.sso_oidc_providers (
  sso_provider_id uuid primary key references auth.sso_providers (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  encrypted_client_secret text,
  scopes text not null default 'openid email profile'
);
