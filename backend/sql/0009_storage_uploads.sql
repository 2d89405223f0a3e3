-- What the storage service keeps for itself beside Supabase's tables: bytes that nobody shows any
-- more, uploads that arrive in pieces, and functions that projects written for Supabase call.
create schema storage_internal;

-- Bytes whose row is gone, or shows others by now. They are removed once that is committed, by
-- whoever comes first: the request itself, or the sweep after a crash.
create table storage_internal.stale_versions (
  version text primary key,
  since timestamptz not null default now()
);

create function storage_internal.remember_stale_version() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if old.version is not null and (tg_op = 'DELETE' or new.version is distinct from old.version) then
        insert into storage_internal.stale_versions (version) values (old.version)
          on conflict do nothing;
      end if;
      return null;
    end
  $$;
create trigger objects_remember_stale_version
  after delete or update of version on storage.objects
  for each row execute function storage_internal.remember_stale_version();

-- Uploads that arrive in pieces (TUS). `id` becomes the version of the object.
create table storage_internal.uploads (
  id uuid primary key,
  bucket_id text not null,
  name text not null,
  -- Who began it; the pieces have to come from the same.
  role text not null,
  owner_id text,
  is_upsert boolean not null,
  -- Bytes in the end; null until the sender knows.
  size bigint,
  received bigint not null default 0,
  -- As the sender declared it, key by key.
  metadata jsonb not null,
  -- What the place of the bytes needs to go on.
  state jsonb not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index uploads_created_at on storage_internal.uploads (created_at);

-- Who writes to an upload right now, of all processes. Held for a few seconds and renewed, so that
-- a process that dies lets go of it.
create table storage_internal.upload_locks (
  id uuid primary key,
  holder uuid not null,
  expires_at timestamptz not null,
  is_wanted boolean not null default false
);

-- Names this database where the bytes are, so that nobody sweeps the bytes of another.
create table storage_internal.home (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);

create index objects_version on storage.objects (version);
create index objects_bucket_id_name_c on storage.objects (bucket_id, name collate "C");

-- Entries of a folder as Supabase's function names them: files, and folders without an id.
create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
  language sql stable
  as $$
    with found as (
      select o.id, o.path_tokens, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
      from storage.objects o
      where o.bucket_id = bucketname
        and starts_with(lower(o.name), lower(coalesce(prefix, '') || coalesce(search, '')))
        and cardinality(o.path_tokens) >= levels
    ), entries as (
      select f.path_tokens[levels] as entry, f.id, f.updated_at, f.created_at, f.last_accessed_at,
        f.metadata
      from found f where cardinality(f.path_tokens) = levels
      union all
      select distinct f.path_tokens[levels], null::uuid, null::timestamptz, null::timestamptz,
        null::timestamptz, null::jsonb
      from found f where cardinality(f.path_tokens) > levels
    ), sorted as (
      select e.*,
        case sortcolumn
          when 'updated_at' then e.updated_at
          when 'created_at' then e.created_at
          when 'last_accessed_at' then e.last_accessed_at
        end as moment
      from entries e
    )
    select s.entry, s.id, s.updated_at, s.created_at, s.last_accessed_at, s.metadata
    from sorted s
    order by
      case when sortorder = 'desc' then s.moment end desc,
      case when sortorder <> 'desc' then s.moment end asc,
      case when sortorder = 'desc' then s.entry end desc,
      s.entry
    limit limits offset offsets
  $$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language sql stable
  as $$
    select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id
    from storage.objects o group by o.bucket_id
  $$;

grant execute on all functions in schema storage to anon, authenticated, service_role;
