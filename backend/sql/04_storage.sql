-- As in Supabase Storage, policies on these tables decide which users may read and write objects.
create schema if not exists storage;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint objects_bucket_id_name_key unique (bucket_id, name)
);
create index objects_version on storage.objects (version);
create index objects_owner_id on storage.objects (owner_id);
create index objects_bucket_id_name_c on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
-- Row-level security does not restrict TRUNCATE, TRIGGER and REFERENCES, so they are revoked.
revoke truncate, trigger, references on storage.buckets, storage.objects from anon, authenticated;

create function storage.foldername(name text) returns text[]
  language sql immutable
  as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
  language sql immutable
  as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

create function storage.extension(name text) returns text
  language sql immutable as $$ select substring(storage.filename(name) from '\.([^.]+)$') $$;

-- Lists the files and subfolders of a folder, as in Supabase Storage. Subfolders have a null id.
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
  language sql stable as $$
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
  language sql stable as $$
    select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id
    from storage.objects o group by o.bucket_id
  $$;

grant execute on all functions in schema storage to anon, authenticated, service_role;

create schema storage_internal;

-- Versions whose objects were deleted or replaced. The request deletes their content after the
-- commit. If the process crashes before that, the cleanup job deletes the content.
create table storage_internal.stale_versions (
  version text primary key,
  since timestamptz not null default now()
);

create function storage_internal.record_stale_version() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      if old.version is not null and (tg_op = 'DELETE' or new.version is distinct from old.version) then
        insert into storage_internal.stale_versions (version) values (old.version)
          on conflict do nothing;
      end if;
      return null;
    end
  $$;
create trigger objects_record_stale_version
  after delete or update of version on storage.objects
  for each row execute function storage_internal.record_stale_version();
revoke execute on function storage_internal.record_stale_version() from public;

-- Resumable uploads (tus 1.0). The id of an upload becomes the version of its object.
create table storage_internal.uploads (
  id uuid primary key,
  bucket_id text not null,
  name text not null,
  -- Role and user of the client. Only requests with the same role and user may continue the upload.
  role text not null,
  owner_id text,
  is_upsert boolean not null,
  -- Size of the upload in bytes; null until the client declares it (Upload-Defer-Length).
  size bigint,
  received bigint not null default 0,
  metadata jsonb not null,
  -- State of the upload in the object store, such as the id of an S3 multipart upload.
  state jsonb not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index uploads_created_at on storage_internal.uploads (created_at);
create index uploads_unfinished_of_owner on storage_internal.uploads (owner_id)
  where completed_at is null;

-- Returns the number of bytes that a user has stored or reserved for unfinished uploads, except the
-- upload p_finished. Takes a lock per user until the transaction ends, so that concurrent writes
-- cannot exceed the quota together.
create function storage_internal.usage_of_owner(
  p_owner_id text, p_size_if_unknown bigint, p_finished text,
  out bytes bigint, out open_uploads bigint
)
  language plpgsql security definer set search_path = '' as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('storage:' || p_owner_id, 0));
      select count(*), coalesce(sum(coalesce(size, p_size_if_unknown)), 0) into open_uploads, bytes
      from storage_internal.uploads
      where owner_id = p_owner_id and completed_at is null and id::text <> p_finished;
      bytes := bytes + coalesce((
        select sum((metadata ->> 'size')::bigint) from storage.objects
        where owner_id = p_owner_id
      ), 0);
    end
  $$;
revoke execute on function storage_internal.usage_of_owner from public;
grant usage on schema storage_internal to service_role;
grant execute on function storage_internal.usage_of_owner to service_role;

-- Locks on uploads, so that only one request at a time writes to an upload. A lock expires after a
-- few seconds unless its process renews it.
create table storage_internal.upload_locks (
  id uuid primary key,
  holder uuid not null,
  expires_at timestamptz not null,
  -- Whether another request waits for this lock, so that the holder should release it.
  is_wanted boolean not null default false
);

-- A single row with an id for this database. The object store contains the id of its database, so
-- that no cleanup deletes another database's content.
create table storage_internal.store_owner (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);
