import type { Statement } from '../plan/sql.ts'

type Commented = { name: string; comment: string | null }

/** What of a schema somebody may use, with what its owner says of it. */
export type VisibleObjects = {
  comment: string | null
  relations: Commented[]
  functions: Commented[]
}

/**
 * One statement that gives VisibleObjects as JSON, for whoever it runs as; with `ignoresPrivileges`
 * for everybody alike.
 */
export function visibleObjectsStatement(schemaName: string, ignoresPrivileges: boolean): Statement {
  return { text: query, values: [schemaName, String(ignoresPrivileges)] }
}

const query = `
  select json_build_object(
    'comment', obj_description(n.oid, 'pg_namespace'),
    'relations', coalesce((
      select json_agg(json_build_object('name', c.relname, 'comment', obj_description(c.oid, 'pg_class'))
        order by c.relname)
      from pg_class c
      where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'f', 'v', 'm') and (
        $2::boolean
        or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(c.oid, 'select, insert, update, references'))), '[]'),
    'functions', coalesce((
      select json_agg(json_build_object('name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'))
        order by p.proname, p.oid)
      from pg_proc p
      where p.pronamespace = n.oid and p.prokind = 'f'
        and ($2::boolean or has_function_privilege(p.oid, 'execute'))), '[]'))
  from pg_namespace n
  where n.nspname = $1`
