-- Counts the spaces of a list, at most 1,001, and returns up to 200 of them. Counts a list with few
-- matches through an index. For other lists, first estimates the number from a sample of the newest
-- or the best rated spaces. Counts the matches only if the number may be 1,000 or less. Uses Bloom
-- filters to search the newest spaces for words, because false positives are too few to matter. In
-- a search by date or length, reads the taken times and rules of only 100 matches and estimates the
-- number of free spaces from them.
create function public.count_spaces(filter jsonb, out total integer, out ids uuid[])
  language plpgsql stable set search_path = '' as $$
    declare
      most_counted constant integer := 1001;
      most_returned constant integer := 200;
      most_checked constant integer := 100;
      listed constant record := public.list_conditions(filter);
      -- Whether the number of matches can be estimated from the best rated spaces.
      has_words constant boolean := listed.ranking is not null and not filter ?| '{amenities,minRating}';
      scans constant integer[] := case when has_words then '{1000}' else '{1000,8000}' end;
      scanned integer;
      projected float;
    begin
      total := 0;
      ids := '{}';
      if listed.nothing then return; end if;
      if not listed.is_rare then
        foreach scanned in array scans loop
          execute format(
            $sql$
              select coalesce(array_agg(space_id), '{}') from (
                select listed.space_id
                from (
                  select space_id, type, location, country, capacity, price, currency,
                    cancellation_policy, rating, latitude, longitude, bookable, instant, has_rules,
                    signature
                  from public.searchable_spaces
                  where %1$s
                  order by newest_key desc
                  limit %2$s
                ) as listed
                %3$s
                where %4$s and %5$s and %6$s
                limit %7$s
              ) as matches
            $sql$,
            listed.scope, scanned,
            case when filter ? 'amenities'
              then 'join public.searchable_spaces as exact on exact.space_id = listed.space_id' else '' end,
            listed.conditions, listed.signature,
            case when filter ? 'amenities' then replace(listed.exact, 'listed.', 'exact.') else 'true' end,
            most_returned
          ) into ids;
          projected := cardinality(ids) * greatest(listed.scope_spaces / scanned::float, 1);
          -- Uses the estimate only if it exceeds the limit by two standard deviations.
          exit when projected * (1 - 2 / sqrt(greatest(cardinality(ids), 1))) >= most_counted;
          projected := null;
        end loop;
        -- Estimates the number of matches from the best rated spaces. A scan of their index is
        -- fast, because the index is small.
        if projected is null and has_words then
          execute format(
            $sql$
              select coalesce(array_agg(space_id), '{}') from (
                select listed.space_id from public.searchable_spaces as listed
                where %s and %s and %s and rating >= 4.5
                limit %s
              ) as matches
            $sql$,
            listed.scope, listed.conditions, listed.exact, most_counted
          ) into ids;
          projected := cardinality(ids) * listed.scope_spaces
            / greatest(public.planned_rows(listed.scope || ' and rating >= 4.5'), 1);
          if projected * (1 - 2 / sqrt(greatest(cardinality(ids), 1))) < most_counted then
            projected := null;
          end if;
          ids := ids[: most_returned];
        end if;
      end if;
      if projected is null then
        execute format(
          $sql$
            select coalesce(array_agg(space_id), '{}') from (
              select listed.space_id from public.searchable_spaces as listed
              where %s and %s and %s
              limit %s
            ) as matches
          $sql$,
          listed.scope, listed.conditions, listed.indexed, most_counted
        ) into ids;
        projected := cardinality(ids);
        ids := ids[: most_returned];
      end if;
      if filter ?| '{date,hours}' then
        ids := ids[: most_checked];
        projected := projected / greatest(cardinality(ids), 1);
        execute format(
          $sql$
            select coalesce(array_agg(listed.space_id), '{}')
            from public.searchable_spaces as listed %s where listed.space_id = any(%L::uuid[])
          $sql$,
          listed.free, ids
        ) into ids;
        projected := projected * cardinality(ids);
      end if;
      total := least(round(projected), most_counted);
    end
  $$;

-- Returns the number of matching spaces (at most 1,001), and how many of them have each amenity and
-- each cancellation policy. The counts of policies ignore the policies in the filter. If more than
-- 200 spaces match, the counts of amenities and policies are estimates from a sample of 200 spaces.
-- If the filter contains a date or a length, the sample has at most 100 spaces.
create function public.space_facets(filter jsonb) returns json
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
    declare
      counted record := public.count_spaces(filter);
      any_policy record := counted;
    begin
      if filter ? 'policies' then any_policy := public.count_spaces(filter - 'policies'); end if;
      return (
        with matched as materialized (
          select amenities, cancellation_policy
          from public.searchable_spaces where space_id = any(counted.ids)
        ), policies as (
          select cancellation_policy as name from matched where not filter ? 'policies'
          union all
          select cancellation_policy from public.searchable_spaces
          where filter ? 'policies' and space_id = any(any_policy.ids)
        )
        select json_build_object(
          'total', counted.total,
          'amenities', (
            select coalesce(json_agg(counts order by count desc, name), '[]')
            from (
              select name, round(count(*) * counted.total / cardinality(counted.ids)::numeric) as count
              from matched, unnest(amenities) as name
              group by name order by count(*) desc, name limit 40
            ) as counts
          ),
          'policies', (
            select coalesce(json_agg(counts order by count desc, name), '[]')
            from (
              select name, round(count(*) * any_policy.total / cardinality(any_policy.ids)::numeric) as count
              from policies group by name
            ) as counts
          )
        )
      );
    end
  $$;

revoke execute on function public.count_spaces from public, anon, authenticated;
revoke execute on function public.space_facets from public;
grant execute on function public.space_facets to anon, authenticated, service_role;
