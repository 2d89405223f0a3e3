-- Returns up to 8 suggestions for an incomplete search text as JSON: places, types and spaces.
create function public.search_suggestions(search text) returns json
  language plpgsql stable security definer set search_path = '' as $$
    declare
      words constant text := trim(regexp_replace(public.folded(search), '[^[:alnum:]]+', ' ', 'g'));
      found record;
      suggestions json;
    begin
      if words = '' then return '[]'; end if;
      select * into found from public.understand_search(search);
      execute format(
        $sql$
          with places as (
            select location as label, spaces, location_text as text, 0 as rank
            from public.space_locations where location_text like %1$L
            union all
            select country, spaces, country_text, 1 from public.space_countries
            where country_text like %1$L
          ), types as (
            select label, name from public.space_types
            where public.folded(label) like %1$L or public.folded(label) like '%% ' || %1$L
          ), titles as (
            select listed.space_id from public.searchable_spaces as listed
            where %2$s order by listed.rating_key desc limit 4
          )
          select coalesce(json_agg(json_build_object(
            'kind', kind, 'label', label, 'detail', detail, 'value', value
          ) order by section, position), '[]')
          from (
            (
              select 'place' as kind, label, spaces || case spaces when 1 then ' space' else ' spaces' end as detail,
                label as value, 1 as section, row_number() over (order by spaces desc, rank, label) as position
              from places order by spaces desc, rank, label limit 3
            )
            union all
            (
              select 'type', label, 'Type of space', name, 2, row_number() over (order by label)
              from types order by label limit 2
            )
            union all
            (
              select 'space', spaces.title, spaces.location, coalesce(spaces.slug, spaces.id::text), 3,
                row_number() over (order by spaces.rating_key desc)
              from titles join public.spaces on spaces.id = titles.space_id
            )
          ) as suggestions limit 8
        $sql$,
        words || '%',
        case when found.matching is null or found.nothing then 'false'
          else format('listed.document @@ %L::tsquery', found.matching) end
      ) into suggestions;
      return suggestions;
    end
  $$;

revoke execute on function public.search_suggestions from public;
grant execute on function public.search_suggestions to anon, authenticated, service_role;
