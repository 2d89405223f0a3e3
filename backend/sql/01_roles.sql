-- Roles belong to the whole cluster, so each role is created only if it is missing.
do $$
declare
  name text;
begin
  foreach name in array
    array['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_admin']
  loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin noinherit %s', name,
        case name when 'service_role' then 'bypassrls' end);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;

-- Lets the database owner switch to the role `authenticator` to serve requests. On a managed
-- database, the owner is not a superuser, and since PostgreSQL 16 the creator of a role gets ADMIN
-- on it but not SET.
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

-- As in Supabase, the API roles get all privileges on new objects in `public`, and row-level
-- security restricts their access. To restrict a table further, revoke privileges on it.
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
