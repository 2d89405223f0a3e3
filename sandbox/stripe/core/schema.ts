/** The sandbox's tables. Objects are kept as the JSON that the API answers with. */
export const storeSchema = `
create table if not exists objects (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  owner text not null,
  created integer not null,
  data text not null
) strict;
create index if not exists objects_by_kind on objects (kind, seq);
create index if not exists objects_by_intent on objects (kind, json_extract(data, '$.payment_intent'));
create index if not exists objects_by_charge on objects (kind, json_extract(data, '$.charge'));
create index if not exists objects_by_source on objects (kind, json_extract(data, '$.source_transaction'));
create index if not exists objects_by_group on objects (kind, json_extract(data, '$.transfer_group'));

create table if not exists balances (
  owner text not null,
  currency text not null,
  amount integer not null,
  primary key (owner, currency)
) strict, without rowid;

create table if not exists idempotency (
  key text primary key,
  path text not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  request_id text not null
) strict, without rowid;

create table if not exists deliveries (
  seq integer primary key autoincrement,
  event text not null,
  state text not null check (state in ('pending', 'held', 'delivered')),
  attempts integer not null default 0,
  due_at integer not null default 0,
  last_result text
) strict;
create index if not exists deliveries_by_state on deliveries (state, due_at);

create table if not exists settings (
  name text primary key,
  value text not null
) strict, without rowid;
`
