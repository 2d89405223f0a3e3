-- Broadcast from the database, stored broadcasts, and who may do what on private channels.
create schema realtime_internal;
-- Whoever asks what they may do on a topic calls `permissions` under their own role.
grant usage on schema realtime_internal to public;

-- What travels on channels. Policies for select say who joins and receives, policies for insert who
-- sends; `extension` is broadcast, presence or persistence (storing for replay). A day is a partition.
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

-- Takes what comes before a day's partition was made, as after a long rest of every process.
create table realtime.messages_default partition of realtime.messages default;

create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
alter table realtime.messages_default enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Topic (without `realtime:`) of the channel that a policy is asked about.
create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- Puts bytes on the bus that all processes hear, when the transaction commits. Through the log where
-- it is decoded: that is one order for messages and changes, and has no limit of size. Elsewhere
-- through NOTIFY, in numbered pieces below its limit of 8,000 bytes.
create function realtime_internal.publish(content bytea) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  piece constant int := 5700;
  pieces int := greatest(1, ceil(octet_length(content) / piece::numeric));
  message text := gen_random_uuid();
begin
  if realtime_internal.has_log() then
    perform pg_catalog.pg_logical_emit_message(true, 'realtime', content);
    return;
  end if;
  for n in 1 .. pieces loop
    perform pg_catalog.pg_notify('realtime_bus', message || ' ' || n || ' ' || pieces || ' ' ||
      translate(encode(substring(content from (n - 1) * piece + 1 for piece), 'base64'), E'\n', ''));
  end loop;
end
$$;

-- Whether the log can be decoded here: PostgreSQL is set up for it, and the owner may.
create function realtime_internal.has_log() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select current_setting('wal_level') = 'logical'
      and (select rolreplication or rolsuper from pg_catalog.pg_roles where rolname = current_user)
  $$;

-- A part of a message on the bus: its length in four bytes, then itself.
create function realtime_internal.part(content bytea) returns bytea
  language sql immutable
  as $$ select int4send(octet_length(content)) || content $$;

create function realtime_internal.publish_message() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform realtime_internal.publish(
    realtime_internal.part(convert_to(jsonb_build_object(
      'kind', 'broadcast', 'topic', new.topic, 'private', coalesce(new.private, false),
      'event', new.event, 'binary', new.binary_payload is not null,
      'meta', jsonb_build_object('id', new.id))::text, 'UTF8'))
    || realtime_internal.part(
      coalesce(new.binary_payload, convert_to(coalesce(new.payload, 'null')::text, 'UTF8'))));
  return null;
end
$$;

-- A server that stores what it has delivered itself says so in `realtime.delivered`.
create trigger messages_publish after insert on realtime.messages
  for each row
  when (new.extension = 'broadcast' and new.event is not null
    and current_setting('realtime.delivered', true) is distinct from 'on')
  execute function realtime_internal.publish_message();

-- Sends to everybody on a topic when the transaction commits. Who calls it needs to be allowed to
-- insert the message; a refusal is a warning, as nobody's transaction should fail for it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql
  as $$
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
  language plpgsql
  as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For triggers: sends a changed row, as it is and as it was.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW')
  returns void
  language plpgsql
  as $$
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

-- Two messages nobody has sent, for policies to be asked about; `permissions` takes them back.
create function realtime_internal.probes(topic text) returns uuid[]
  language sql security definer
  set search_path = ''
  as $$
    with probe as (
      insert into realtime.messages (topic, extension, private)
      values (probes.topic, 'broadcast', true), (probes.topic, 'presence', true)
      returning id
    )
    select array_agg(id) from probe
  $$;

-- What the calling role may do on a private topic. All of it is tried and taken back, in one call.
create function realtime_internal.permissions(topic text) returns text[]
  language plpgsql
  as $$
declare
  probe uuid[];
  wanted text;
  granted text[];
begin
  begin
    perform set_config('realtime.topic', permissions.topic, true);
    probe := realtime_internal.probes(permissions.topic);
    begin
      select array_agg('read ' || extension) into granted
      from realtime.messages where id = any (probe);
    exception when others then
      -- A policy that fails lets nobody in.
      granted := null;
    end;
    foreach wanted in array array['broadcast', 'presence', 'persistence'] loop
      begin
        insert into realtime.messages (topic, extension, private)
        values (permissions.topic, wanted, true);
        granted := array_append(granted, 'write ' || wanted);
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

-- Makes the partitions of the coming days and lets go of messages older than three days.
create function realtime_internal.keep_messages() returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  today constant date := timezone('utc', now());
  name text;
begin
  -- One process at a time is enough.
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

select realtime_internal.keep_messages();

revoke execute on all functions in schema realtime_internal from public;
grant execute on function realtime_internal.permissions(text), realtime_internal.probes(text) to public;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
