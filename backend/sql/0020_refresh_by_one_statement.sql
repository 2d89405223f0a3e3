-- A token is turned in by a statement of the backend's own now.
drop function auth_internal.refresh_session;

-- Every token is written twice, when it is issued and when it is used up. With room for the second time
-- on its page, and no index of what changes then, that touches no index at all.
drop index auth.refresh_tokens_session_id_revoked_idx;
drop index auth.refresh_tokens_parent_idx;
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id, id);
alter table auth.refresh_tokens set (fillfactor = 50);
alter table auth.sessions set (fillfactor = 70);
alter table auth.users set (fillfactor = 80);
