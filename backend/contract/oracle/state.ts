import type postgres from 'postgres'
import type { Answer } from './pair.ts'

/**
 * `left` is the content of all tables after the request, or null if the request changed no table.
 */
export type Outcome = Answer & { left: string | null }

export type State = {
  /** Sends a request, and then restores tables and sequences with `putBack`. */
  after(ask: () => Promise<Answer>): Promise<Outcome>
  /**
   * Restores tables and sequences. Returns the content of all tables before the restore, or null if
   * no table had changed.
   */
  putBack(): Promise<string | null>
}

export async function openState(sql: postgres.Sql): Promise<State> {
  await sql.unsafe(functions)
  await sql`select oracle.remember()`
  const putBack = async () => {
    const [row] = await sql<{ left: string | null }[]>`select oracle.put_back() as left`
    return row?.left ?? null
  }
  return {
    putBack,
    async after(ask) {
      const answer = await ask()
      return { ...answer, left: await putBack() }
    },
  }
}

const functions = `
drop schema if exists oracle cascade;
create schema oracle;
create table oracle.sequences (name regclass, value bigint, is_called boolean);
create function oracle.tables() returns setof name language sql as $$
  select c.relname from pg_class c where c.relnamespace = 'contract'::regnamespace
    and c.relkind = 'r' order by 1 $$;
create function oracle.content(place text) returns text language plpgsql as $$
declare
  relation name;
  part text;
  content text = '';
begin
  for relation in select oracle.tables() loop
    execute format('select string_agg(r::text, E''\\n'' order by r::text) from %I.%I r', place, relation)
      into part;
    content = content || relation || E':\\n' || coalesce(part, '') || E'\\n';
  end loop;
  return content;
end $$;
create function oracle.remember() returns void language plpgsql as $$
declare
  relation name;
  sequence regclass;
begin
  for relation in select oracle.tables() loop
    execute format('create table oracle.%I as table contract.%I', relation, relation);
  end loop;
  for sequence in select oid from pg_class
    where relkind = 'S' and relnamespace = 'contract'::regnamespace loop
    execute format('insert into oracle.sequences select %L, last_value, is_called from %s', sequence, sequence);
  end loop;
  create table oracle.remembered as select oracle.content('oracle') as content;
end $$;
create function oracle.put_back() returns text language plpgsql set session_replication_role = replica as $$
declare
  relation name;
  columns text;
  changed text = oracle.content('contract');
begin
  perform setval(name, value, is_called) from oracle.sequences;
  if changed = (select content from oracle.remembered) then return null; end if;
  for relation in select oracle.tables() loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
      where attrelid = format('contract.%I', relation)::regclass and attnum > 0
        and not attisdropped and attgenerated = '';
    execute format('delete from contract.%I', relation);
    execute format('insert into contract.%1$I (%2$s) overriding system value select %2$s from oracle.%1$I',
      relation, columns);
  end loop;
  return changed;
end $$;`
