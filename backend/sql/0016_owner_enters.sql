-- Connections for requests start as `authenticator`. Who owns a managed database is no superuser, and since
-- PostgreSQL 16 whoever makes a role may hand it on but not enter it.
do $$
declare
  may_enter boolean := case
    when current_setting('server_version_num')::int < 160000
    then pg_has_role(current_user, 'authenticator', 'member')
    else pg_has_role(current_user, 'authenticator', 'set')
  end;
begin
  if not may_enter then
    execute format('grant authenticator to %I', current_user);
  end if;
end
$$;
