import type { Sql, TransactionSql } from 'postgres'

/** Database objects by kind and name: `column public.spaces.price` -> `numeric not null`. */
type Catalog = Map<string, string>

/**
 * Reads the definitions of relations, columns, constraints, functions, policies and other objects.
 * Omits column positions, because no query depends on them. By default, also omits PostgreSQL's own
 * schemas, `supabase_migrations` and `hourspace_backend`.
 */
export function readCatalog(sql: Sql, schemas?: readonly string[]): Promise<Catalog> {
  return sql.begin('read only', async (transaction) => {
    // Sets an empty search path, so that PostgreSQL prints the schema of every object.
    await transaction`set local search_path = ''`
    const [row] = await transaction<{ names: string[] }[]>`
      select array_agg(nspname::text order by nspname) as names from pg_namespace
      where nspname !~ '^pg_'
        and nspname not in ('information_schema', 'supabase_migrations', 'hourspace_backend')`
    const catalog: Catalog = new Map()
    for (const query of queries(transaction, [...(schemas ?? row?.names ?? [])])) {
      for (const { name, definition } of await query) {
        if (catalog.has(name)) throw new Error(`The catalog query returns ${name} twice`)
        catalog.set(name, definition)
      }
    }
    return catalog
  })
}

/**
 * Returns the differences between two catalogs as lines. Lines with `-` are objects only in the
 * first catalog, lines with `+` objects only in the second.
 */
export function compareCatalogs(before: Catalog, after: Catalog): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [old, current] = [before.get(name), after.get(name)]
    if (old === current) return []
    return [
      ...(old === undefined ? [] : [`- ${name}: ${old}`]),
      ...(current === undefined ? [] : [`+ ${name}: ${current}`]),
    ]
  })
}

type Entry = { name: string; definition: string }

function queries(sql: TransactionSql, schemas: string[]): PromiseLike<Entry[]>[] {
  const ours = sql`in ${sql(schemas)}`
  return [
    sql<Entry[]>`
      select 'schema ' || nspname as name, coalesce(acl.list, 'owner only') as definition
      from pg_namespace
      left join lateral (
        select string_agg(item::text, ' ' order by item::text) as list from unnest(nspacl) as item
      ) as acl on true
      where nspname ${ours}`,
    sql<Entry[]>`
      select 'extension ' || extname as name, nspname::text as definition
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace`,
    sql<Entry[]>`
      select case relkind when 'v' then 'view ' when 'm' then 'view ' when 'S' then 'sequence '
          else 'table ' end || relation as name,
        concat_ws(E'\n',
          'options ' || coalesce(array_to_string(reloptions, ', '), 'none')
            || ', row security ' || relrowsecurity || ', forced ' || relforcerowsecurity
            || ', replica identity ' || relreplident::text,
          'grants ' || coalesce(acl.list, 'owner only'),
          'comment ' || obj_description(oid, 'pg_class'),
          case when relkind in ('v', 'm') then pg_get_viewdef(oid) end) as definition
      from (
        select pg_class.*, nspname || '.' || relname as relation
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname ${ours} and relkind in ('r', 'p', 'v', 'm', 'S')
          and not exists (
            select from pg_depend
            where pg_depend.objid = pg_class.oid and pg_depend.deptype = 'e')
      ) as relations
      left join lateral (
        select string_agg(item::text, ' ' order by item::text) as list from unnest(relacl) as item
      ) as acl on true`,
    sql<Entry[]>`
      select 'column ' || nspname || '.' || relname || '.' || attname as name,
        concat_ws(' ', format_type(atttypid, atttypmod),
          case when attnotnull then 'not null' end,
          case when attcollation <> typcollation then 'collate ' || collname end,
          case attgenerated when 's' then 'generated stored' when 'v' then 'generated virtual' end,
          case attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
          'default ' || pg_get_expr(adbin, adrelid),
          'grants ' || (
            select string_agg(item::text, ' ' order by item::text) from unnest(attacl) as item),
          'comment ' || col_description(attrelid, attnum)) as definition
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_type on pg_type.oid = atttypid
      left join pg_collation on pg_collation.oid = attcollation
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where nspname ${ours} and relkind in ('r', 'p', 'v', 'm') and attnum > 0
        and not attisdropped`,
    sql<Entry[]>`
      select 'constraint ' || coalesce(conrelid::regclass::text, contypid::regtype::text)
          || '.' || conname as name,
        pg_get_constraintdef(pg_constraint.oid) || ' validated ' || convalidated as definition
      from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
      where nspname ${ours} and contype <> 't'`,
    sql<Entry[]>`
      select 'index ' || schemaname || '.' || indexname as name, indexdef as definition
      from pg_indexes where schemaname ${ours}`,
    sql<Entry[]>`
      select 'trigger ' || tgrelid::regclass::text || '.' || tgname as name,
        pg_get_triggerdef(pg_trigger.oid) || ' enabled ' || tgenabled::text as definition
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      where nspname ${ours} and not tgisinternal`,
    sql<Entry[]>`
      select 'policy ' || schemaname || '.' || tablename || '.' || policyname as name,
        concat_ws(' ', permissive, cmd, 'to', array_to_string(roles, ', '), 'using', qual,
          'with check', with_check) as definition
      from pg_policies where schemaname ${ours}`,
    sql<Entry[]>`
      select 'function ' || nspname || '.' || proname || '('
          || pg_get_function_identity_arguments(pg_proc.oid) || ')' as name,
        'grants ' || coalesce((
            select string_agg(item::text, ' ' order by item::text) from unnest(proacl) as item
          ), 'public') || E'\n' || pg_get_functiondef(pg_proc.oid) as definition
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where nspname ${ours} and prokind in ('f', 'p')
        and not exists (
          select from pg_depend where pg_depend.objid = pg_proc.oid and pg_depend.deptype = 'e')`,
    sql<Entry[]>`
      select 'type ' || format_type(pg_type.oid, null) as name,
        concat_ws(' ', typtype::text, format_type(nullif(typbasetype, 0), typtypmod),
          case when typnotnull then 'not null' end, 'default ' || typdefault,
          (select string_agg(enumlabel, ', ' order by enumsortorder)
            from pg_enum where enumtypid = pg_type.oid)) as definition
      from pg_type join pg_namespace on pg_namespace.oid = typnamespace
      where nspname ${ours} and typtype in ('d', 'e')`,
    sql<Entry[]>`
      select 'publication ' || pubname || ' ' || schemaname || '.' || tablename as name,
        concat_ws(' ', (select string_agg(each::text, ', ' order by each::text)
          from unnest(attnames) as each), rowfilter) as definition
      from pg_publication_tables where schemaname ${ours}`,
    sql<Entry[]>`
      select 'default privileges ' || coalesce(nspname, 'everywhere') || ' '
          || defaclrole::regrole::text || ' ' || defaclobjtype::text::text as name,
        (select string_agg(item::text, ' ' order by item::text)
          from unnest(defaclacl) as item) as definition
      from pg_default_acl left join pg_namespace on pg_namespace.oid = defaclnamespace
      where nspname is null or nspname ${ours}`,
    sql<Entry[]>`
      select 'bucket ' || id as name,
        concat_ws(' ', buckets.name, 'public ' || public, 'up to ' || file_size_limit,
          array_to_string(allowed_mime_types, ', ')) as definition
      from storage.buckets`,
    sql<Entry[]>`
      select 'row of space_types ' || name as name,
        label || ', place ' || row_number() over (order by created_at) as definition
      from public.space_types`,
    sql<Entry[]>`
      select 'row of booking_transitions ' || coalesce(from_status, 'new') || ' -> ' || to_status
        || ' by ' || actor as name, actor as definition
      from public.booking_transitions`,
  ]
}
