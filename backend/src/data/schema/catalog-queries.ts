/**
 * Queries on PostgreSQL's catalog. Parameter `$1` is the list of exposed schemas. Relations, keys
 * and views come from all schemas except system schemas, because views in an exposed schema may
 * select from other schemas.
 */

/** `$1` as an SQL array. It is passed as JSON, because the driver does not load array types. */
const exposed = `array(select json_array_elements_text($1::json))`

/**
 * Formats a type name that is valid under any search path. Because `loadSchema` sets an empty
 * search_path, the name includes the schema of every type outside pg_catalog.
 */
const typeName = (oid: string, modifier: string) => `format_type(${oid}, ${modifier})`

const isUserSchema = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`

const baseTypes = `
  base_types as (
    with recursive walk as (
      select oid as domain, typbasetype as base, typtypmod as modifier
      from pg_type where typtype = 'd'
      union all
      select walk.domain, next.typbasetype, next.typtypmod
      from walk join pg_type next on next.oid = walk.base and next.typtype = 'd'
    )
    select walk.domain, walk.base, walk.modifier
    from walk join pg_type t on t.oid = walk.base and t.typtype <> 'd'
  )`

export const columnsQuery = `
  with ${baseTypes}
  select
    c.oid::int8::text as relation,
    n.nspname as schema,
    c.relname as name,
    case when c.relkind in ('v', 'm') then 'view' when c.relkind = 'c' then 'type' else 'table' end as kind,
    c.relispartition as "isPartition",
    (writes.mask & 8) <> 0 as insertable,
    (writes.mask & 4) <> 0 as updatable,
    (writes.mask & 16) <> 0 as deletable,
    json_agg(json_build_object(
      'number', a.attnum,
      'name', a.attname,
      'type', ${typeName('a.atttypid', 'a.atttypmod')},
      'baseType', coalesce(
        ${typeName('base.base', 'base.modifier')},
        ${typeName('a.atttypid', 'a.atttypmod')}),
      'isNullable', not (a.attnotnull or t.typnotnull),
      'default', case when a.attgenerated = '' then
        coalesce(
          pg_get_expr(d.adbin, d.adrelid),
          t.typdefault,
          case when a.attidentity <> '' then
            format('nextval(%L)', pg_get_serial_sequence(
              format('%I.%I', n.nspname, c.relname), a.attname)) end) end,
      'isGenerated', a.attgenerated <> '' or a.attidentity = 'a',
      'isIdentity', a.attidentity <> '',
      'enumValues', (
        select json_agg(e.enumlabel order by e.enumsortorder)
        from pg_enum e where e.enumtypid = a.atttypid),
      'comment', col_description(c.oid, a.attnum)
    ) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join base_types base on base.domain = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  -- pg_relation_is_updatable fails for some foreign tables, so only exposed schemas are checked.
  cross join lateral (select case
    when c.relkind in ('r', 'p') then 28
    when c.relkind in ('v', 'f') and n.nspname = any(${exposed})
      then pg_relation_is_updatable(c.oid, true)
    else 0 end as mask) writes
  where ${isUserSchema} and c.relkind in ('r', 'p', 'f', 'v', 'm', 'c')
  group by c.oid, n.nspname, c.relname, c.relkind, c.relispartition, writes.mask
  order by n.nspname, c.relname`

export const constraintsQuery = `
  select
    con.conname as name,
    con.contype::text as kind,
    con.conrelid::int8::text as relation,
    to_json(con.conkey) as columns,
    con.confrelid::int8::text as target,
    to_json(con.confkey) as target_columns
  from pg_constraint con
  join pg_class c on c.oid = con.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${isUserSchema}
    and (con.contype in ('p', 'u') or con.contype = 'f' and con.conparentid = 0)
  order by con.conname, con.oid`

/** Reads the query of each view as the parse tree that PostgreSQL stores. */
export const viewsQuery = `
  select c.oid::int8::text as relation, r.ev_action::text as tree
  from pg_rewrite r
  join pg_class c on c.oid = r.ev_class
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${isUserSchema}`

/** `$2` is the extra search path, whose functions can define computed columns. */
export const functionsQuery = `
  with ${baseTypes}
  select
    n.nspname as schema,
    p.proname as name,
    to_json(p.proargnames) as names,
    to_json(p.proargmodes::text[]) as modes,
    (select json_agg(${typeName('arg.type', 'null')} order by arg.place)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
        with ordinality as arg (type, place)) as types,
    p.pronargs::int as input_count,
    p.pronargdefaults::int as default_count,
    p.provariadic <> 0 as is_variadic,
    p.proretset as is_set,
    p.provolatile = 'v' as is_volatile,
    p.proretset and p.prorows = 1 as gives_one_row,
    to_json(p.proconfig) as settings,
    ${typeName('p.prorettype', 'null')} as result_type,
    coalesce(result_base.typtype, result.typtype)::text as result_kind,
    coalesce(result_base.typrelid, result.typrelid)::int8::text as result_relation,
    case when p.pronargs = 1 then argument.typrelid::int8::text end as argument_relation
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type result on result.oid = p.prorettype
  left join base_types base on base.domain = p.prorettype
  left join pg_type result_base on result_base.oid = base.base
  left join pg_type argument on argument.oid = p.proargtypes[0]
  where p.prokind = 'f' and (n.nspname = any(${exposed}) or argument.typrelid <> 0
      and p.pronargs = 1 and n.nspname = any(array(select json_array_elements_text($2::json))))
    and result.typname not in ('trigger', 'event_trigger')
  order by n.nspname, p.proname, p.oid`

export const rolesQuery = `
  select rolname as name, pg_has_role('authenticator', oid, 'member') as can_enter, (
    select json_agg(entry order by s.setdatabase)
    from pg_db_role_setting s cross join unnest(s.setconfig) as entry
    where s.setrole = r.oid
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and split_part(entry, '=', 1) in (
        select name from pg_settings where context = 'user' and name not like '%transaction%')
  ) as settings
  from pg_roles r`

export const timezonesQuery = `select name from pg_timezone_names`
