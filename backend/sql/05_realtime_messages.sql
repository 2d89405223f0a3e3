create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Clients can subscribe to changes (postgres_changes) of the tables in this publication.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

create schema realtime_internal;
-- All roles need access, because a client's role calls the function `permissions`.
grant usage on schema realtime_internal to public;

-- Channel messages, with one partition per day. Select policies decide which users may join a
-- channel; insert policies decide which users may send messages. `extension` is broadcast, presence
-- or persistence (permission to store messages for replay).
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  binary_payload bytea,
  event text,
  private boolean default false,
  updated_at timestamp not null default timezone('utc', now()),
  inserted_at timestamp not null default timezone('utc', now()),
  id uuid not null default gen_random_uuid(),
  expires_at timestamp,
  constraint messages_pkey primary key (id, inserted_at)
) partition by range (inserted_at);

-- Receives messages for days without a partition, for example after all processes were stopped.
create table realtime.messages_default partition of realtime.messages default;

create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
alter table realtime.messages_default enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Returns the topic of the channel for which a policy is evaluated, without the prefix `realtime:`.
create function realtime.topic() returns text
  language sql stable as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- Sends a message to all backend processes when the transaction commits. Without logical decoding,
-- uses NOTIFY and splits the message into numbered chunks, because NOTIFY is limited to 8,000
-- bytes.
create function realtime_internal.publish(content bytea) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  chunk_size constant int := 5700;
  chunks int := greatest(1, ceil(octet_length(content) / chunk_size::numeric));
  message text := gen_random_uuid();
begin
  if realtime_internal.has_logical_decoding() then
    perform pg_catalog.pg_logical_emit_message(true, 'realtime', content);
    return;
  end if;
  for n in 1 .. chunks loop
    perform pg_catalog.pg_notify('realtime_bus', message || ' ' || n || ' ' || chunks || ' ' ||
      translate(encode(substring(content from (n - 1) * chunk_size + 1 for chunk_size), 'base64'), E'\n', ''));
  end loop;
end
$$;

-- Logical decoding requires `wal_level` logical and an owner with the attribute REPLICATION.
create function realtime_internal.has_logical_decoding() returns boolean
  language sql stable security definer set search_path = '' as $$
    select current_setting('wal_level') = 'logical'
      and (select rolreplication or rolsuper from pg_catalog.pg_roles where rolname = current_user)
  $$;

-- Encodes one part of a message between processes: its length in four bytes, then its content.
create function realtime_internal.length_prefixed(content bytea) returns bytea
  language sql immutable as $$ select int4send(octet_length(content)) || content $$;

create function realtime_internal.publish_message() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform realtime_internal.publish(
    realtime_internal.length_prefixed(convert_to(jsonb_build_object(
      'kind', 'broadcast', 'topic', new.topic, 'private', coalesce(new.private, false),
      'event', new.event, 'binary', new.binary_payload is not null,
      'meta', jsonb_build_object('id', new.id))::text, 'UTF8'))
    || realtime_internal.length_prefixed(
      coalesce(new.binary_payload, convert_to(coalesce(new.payload, 'null')::text, 'UTF8'))));
  return null;
end
$$;

-- Skips messages that the backend delivered before storing them. For these, the backend sets
-- `realtime.delivered` to on.
create trigger messages_publish after insert on realtime.messages
  for each row
  when (new.extension = 'broadcast' and new.event is not null
    and current_setting('realtime.delivered', true) is distinct from 'on')
  execute function realtime_internal.publish_message();

-- Sends a broadcast from SQL. If the caller may not insert into `realtime.messages`, only raises a
-- warning, so that the caller's transaction does not fail.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
      then send.payload || jsonb_build_object('id', message_id) else send.payload end,
    send.event, send.topic, send.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void
  language plpgsql as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Sends a row change to a channel. Call this function in a row-level trigger.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW')
  returns void
  language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end
$$;

-- Inserts a broadcast and a presence message, so that `permissions` can test select policies on
-- them. `permissions` then rolls them back.
create function realtime_internal.insert_probes(topic text) returns uuid[]
  language sql security definer set search_path = '' as $$
    with probe as (
      insert into realtime.messages (topic, extension, private)
      values (insert_probes.topic, 'broadcast', true), (insert_probes.topic, 'presence', true)
      returning id
    )
    select array_agg(id) from probe
  $$;

-- Returns the calling role's permissions on a private topic: tries each operation, then rolls back.
create function realtime_internal.permissions(topic text) returns text[]
  language plpgsql as $$
declare
  probe_ids uuid[];
  extension_name text;
  granted text[];
begin
  begin
    perform set_config('realtime.topic', permissions.topic, true);
    probe_ids := realtime_internal.insert_probes(permissions.topic);
    begin
      select array_agg('read ' || extension) into granted
      from realtime.messages where id = any (probe_ids);
    exception when others then
      -- A select policy that raises an error grants no permission to read.
      granted := null;
    end;
    foreach extension_name in array array['broadcast', 'presence', 'persistence'] loop
      begin
        insert into realtime.messages (topic, extension, private)
        values (permissions.topic, extension_name, true);
        granted := array_append(granted, 'write ' || extension_name);
      exception when others then
        null;
      end;
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    return coalesce(granted, '{}');
  end;
end
$$;

-- Creates message partitions for today and the next two days. Deletes messages older than 72 hours.
create function realtime_internal.maintain_message_partitions() returns void
  language plpgsql set search_path = '' as $$
declare
  today constant date := timezone('utc', now());
  name text;
begin
  if not pg_try_advisory_xact_lock(7462011) then
    return;
  end if;
  for day in 0 .. 2 loop
    name := 'messages_' || to_char(today + day, 'YYYY_MM_DD');
    if to_regclass('realtime.' || name) is null and not exists (
      select from realtime.messages_default
      where inserted_at >= today + day and inserted_at < today + day + 1
    ) then
      execute format(
        'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
        name, today + day, today + day + 1);
      execute format('alter table realtime.%I enable row level security', name);
    end if;
  end loop;
  for name in
    select relname from pg_catalog.pg_inherits
    join pg_catalog.pg_class on pg_class.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass
      and relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(substring(relname from 10), 'YYYY_MM_DD') < today - 3
  loop
    execute format('drop table realtime.%I', name);
  end loop;
  delete from realtime.messages where inserted_at < timezone('utc', now()) - interval '72 hours';
end
$$;

select realtime_internal.maintain_message_partitions();

revoke execute on all functions in schema realtime_internal from public;
grant execute on function realtime_internal.permissions(text), realtime_internal.insert_probes(text) to public;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
