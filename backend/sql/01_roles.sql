-- Creates the roles of every Supabase project. Roles belong to the whole cluster, so each role is
-- created only if it is missing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_admin') then
    create role supabase_admin nologin noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;

-- Database connections that serve requests switch to the role `authenticator`. The owner of a
-- managed database is not a superuser, and since PostgreSQL 16 creating a role grants ADMIN on the
-- role but not SET.
do $$
declare
  may_set_role boolean := case
    when current_setting('server_version_num')::int < 160000
    then pg_has_role(current_user, 'authenticator', 'member')
    else pg_has_role(current_user, 'authenticator', 'set')
  end;
begin
  if not may_set_role then
    execute format('grant authenticator to %I', current_user);
  end if;
end
$$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public, extensions to anon, authenticated, service_role;

-- Supabase's defaults: anon, authenticated and service_role get every privilege on new objects in
-- `public`, and row-level security restricts access to rows. Tables that allow less revoke
-- privileges or grant single columns.
alter default privileges in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on functions to anon, authenticated, service_role;

do $$
begin
  execute format(
    'alter database %I set search_path to "$user", public, extensions', current_database());
end
$$;
