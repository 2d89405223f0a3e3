-- The `auth` tables of hosted Supabase that an account export contains, with their columns, types
-- and constraints. The schema has another name, so that it can exist next to the `auth` schema
-- under test. Sessions and refresh tokens are not exported, so users sign in again after an import.
create schema hosted;

create type hosted.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);
create type hosted.factor_type as enum ('totp', 'webauthn', 'phone');
create type hosted.factor_status as enum ('unverified', 'verified');

create table hosted.users (
  instance_id uuid,
  id uuid not null primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text unique default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0
    check (email_change_confirm_status >= 0 and email_change_confirm_status <= 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index on hosted.users (email) where is_sso_user = false;
create unique index on hosted.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index on hosted.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index on hosted.users (email_change_token_current)
  where email_change_token_current !~ '^[0-9 ]*$';
create unique index on hosted.users (email_change_token_new)
  where email_change_token_new !~ '^[0-9 ]*$';
create unique index on hosted.users (reauthentication_token)
  where reauthentication_token !~ '^[0-9 ]*$';

create table hosted.identities (
  provider_id text not null,
  user_id uuid not null references hosted.users (id),
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid not null default gen_random_uuid() primary key,
  unique (provider_id, provider)
);

create table hosted.mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references hosted.users (id),
  friendly_name text,
  factor_type hosted.factor_type not null,
  status hosted.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create unique index on hosted.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index on hosted.mfa_factors (user_id, phone);

create table hosted.one_time_tokens (
  id uuid not null primary key,
  user_id uuid not null references hosted.users (id),
  token_type hosted.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  unique (user_id, token_type)
);

create table hosted.sso_providers (
  id uuid not null primary key,
  resource_id text,
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean,
  check (resource_id is null or char_length(resource_id) > 0)
);

create table hosted.sso_domains (
  id uuid not null primary key,
  sso_provider_id uuid not null references hosted.sso_providers (id),
  domain text not null check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);

create table hosted.saml_providers (
  id uuid not null primary key,
  sso_provider_id uuid not null references hosted.sso_providers (id),
  entity_id text not null unique check (char_length(entity_id) > 0),
  metadata_xml text not null check (char_length(metadata_xml) > 0),
  metadata_url text check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);

create table hosted.audit_log_entries (
  instance_id uuid,
  id uuid not null primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
