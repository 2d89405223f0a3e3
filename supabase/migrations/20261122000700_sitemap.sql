-- What search engines are told of spaces: when each last changed, and their addresses in parts.

alter table public.spaces add column updated_at timestamptz not null default now();
update public.spaces set updated_at = created_at;

-- Withheld on purpose: nobody writes updated_at but this trigger.
create function public.touch_space() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      new.updated_at := now();
      return new;
    end
  $$;

create trigger touch_space
  before update on public.spaces
  for each row execute function public.touch_space();

-- The spaces of one part of `parts` (counted from 0), as [{"address", "updated_at"}]. Ids are
-- random, so equal ranges of ids hold about equally many spaces, however many there are. One
-- document rather than rows: a part may be longer than what the data API answers row by row, yet
-- never longer than the 50,000 addresses that a sitemap may hold, whoever asks for however few parts.
create function public.sitemap_spaces(part integer, parts integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    with bounds as (
      select
        (lpad(to_hex(65536 * part / parts), 4, '0') || '0000-0000-0000-0000-000000000000')::uuid
          as first,
        65536 * (part + 1) / parts as past
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object('address', coalesce(slug, id::text), 'updated_at', updated_at)
        order by id
      ),
      '[]'
    )
    from (
      select spaces.id, slug, updated_at
      from public.spaces, bounds
      where parts between 1 and 4096 and part between 0 and parts - 1
        and spaces.id >= bounds.first
        and (
          bounds.past = 65536
          or spaces.id < (lpad(to_hex(least(bounds.past, 65535)), 4, '0')
            || '0000-0000-0000-0000-000000000000')::uuid
        )
      order by spaces.id
      limit 50000
    ) as listed
  $$;

revoke execute on function public.sitemap_spaces from public;
grant execute on function public.sitemap_spaces to anon, authenticated, service_role;
