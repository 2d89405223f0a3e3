-- What nobody who comes with a request has a use for. Row-level security knows no truncate, and a
-- trigger or a foreign key on these tables would look at rows past it.
revoke truncate, trigger, references on storage.buckets, storage.objects from anon, authenticated;

-- Called by the backend and by triggers alone; until now only their schemas kept others away.
revoke execute on function
  auth_internal.refresh_session(text, text, text, inet, interval, interval),
  storage_internal.remember_stale_version()
  from public;
