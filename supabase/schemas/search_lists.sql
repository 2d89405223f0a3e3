-- Returns an SQL condition that tests a query against the Bloom filter `signature`. The condition
-- has false positives.
create function public.signature_condition(query tsquery) returns text
  language sql immutable strict set search_path = '' as $$
    select string_agg(
      case
        when part like '''%' then format(
          '(listed.signature & %1$L::bit(512)) = %1$L::bit(512)',
          public.search_signature(array[trim(part, '''')])
        )
        when part = '&' then 'and'
        when part = '|' then 'or'
        else part
      end, ' ' order by position
    )
    from regexp_matches(query::text, $pattern$'[^']+'|[&|()]$pattern$, 'g')
      with ordinality as parts (found, position),
      lateral (select found[1] as part) as tokens
  $$;

-- Returns the planner's estimate of the number of spaces that meet a condition on the alias
-- `listed`. Volatile, because PostgreSQL allows EXPLAIN only in volatile functions.
create function public.planned_rows(condition text) returns float
  language plpgsql volatile set search_path = '' as $$
    declare
      plan json;
    begin
      execute 'explain (format json) select from public.searchable_spaces as listed where ' || condition into plan;
      return plan -> 0 -> 'Plan' ->> 'Plan Rows';
    end
  $$;

-- Returns SQL conditions for the filter of a list. `filter` has the fields of SpaceFilter in
-- web/app/data/spaces-filter.ts. The SQL is dynamic, because the planner chooses a good index only
-- if it knows the values. The results `ranking`, `fewest`, `nothing`, `corrections` and `ignored`
-- are those of understand_search. The other results are:
-- `scope`: condition on the location, type or country by which an index can be scanned
-- `conditions`: other conditions on columns in the covering indexes of searchable_spaces
-- `exact`: conditions on columns outside the covering indexes
-- `signature`: condition on a column in the covering indexes that excludes most spaces that do not
-- match `exact`
-- `indexed`: condition that replaces `exact` in scans of indexes that are not covering
-- `free`: SQL join. In a search by date, it adds the first free start of each space. In a search by
-- length, it excludes spaces that do not allow this length.
-- `expected`: estimated number of matches before the filter by map bounds, date and length
-- `scope_spaces`: number of spaces in `scope`
-- `is_rare`: true if reading all matches through an index is faster than scanning the sort order
-- until a page is full
create function public.list_conditions(
  filter jsonb,
  out scope text, out conditions text, out signature text, out exact text, out indexed text, out free text,
  out expected float, out scope_spaces bigint, out is_rare boolean,
  out ranking tsquery, out fewest integer, out nothing boolean, out corrections jsonb, out ignored text[]
)
  language plpgsql stable set search_path = '' as $$
    declare
      -- Up to about this number of spaces, reading and sorting all of them is as fast as the
      -- longest index scan.
      most_read constant integer := 1500;
      -- If no duration is given, a search by date checks each space for its minimum duration, which
      -- is one hour without booking rules.
      duration constant integer := filter ->> 'hours';
      hours constant integer := coalesce(duration, 1);
      total constant bigint := (select coalesce(sum(countries.spaces), 0) from public.space_countries as countries);
      understood record;
      guests integer := filter ->> 'guests';
      names text[];
      spaces bigint;
      -- Share of all spaces that contain the words of the search text.
      share float := 1;
      -- Number of spaces to read through the most selective index.
      readable float := total;
      west double precision;
      south double precision;
      east double precision;
      north double precision;
      area text;
      equipped text := 'true';
      -- The maximum all-in total, as an SQL expression of the currency.
      most text := 'null';
    begin
      scope := 'true';
      conditions := 'true';
      signature := 'true';
      exact := 'true';
      indexed := 'true';
      scope_spaces := total;
      nothing := false;
      corrections := '[]';
      ignored := '{}';

      if filter ? 'text' then
        select * into understood from public.understand_search(filter ->> 'text');
        nothing := understood.nothing;
        corrections := understood.corrections;
        ignored := understood.ignored;
        ranking := understood.ranking;
        fewest := understood.fewest;
        guests := coalesce(guests, understood.people);
        if understood.matching is not null then
          share := understood.share;
          readable := total * share;
          signature := format('(%s)', public.signature_condition(understood.matching));
          exact := format('listed.document @@ %L::tsquery', understood.matching);
          indexed := understood.condition;
        end if;
        if total * share > most_read and understood.location is not null
          and not (filter ?| '{location,locationContains}') then
          filter := filter || jsonb_build_object('location', understood.location);
          -- Converts `share` from the share of all spaces to the share of the location's spaces.
          share := least(share * total / greatest((
            select locations.spaces from public.space_locations as locations
            where locations.location = understood.location
          ), 1), 1);
        end if;
      end if;

      if filter ? 'location' or filter ? 'locationContains' then
        names := array(
          select '%' || regexp_replace(public.folded(part), '([\\%_])', '\\\1', 'g') || '%'
          from jsonb_array_elements_text(filter -> 'locationContains') as part
        );
        select array_agg(locations.location), coalesce(sum(locations.spaces), 0) into names, spaces
        from public.space_locations as locations
        where case
          when filter ? 'location' then locations.location = filter ->> 'location'
          else locations.location_text like any (names)
        end;
        readable := least(readable, spaces);
        if cardinality(names) = 1 then
          scope := format('location = %L', names[1]);
          scope_spaces := spaces;
        else
          conditions := conditions
            || format(' and listed.location = any (%L::text[])', coalesce(names, '{}'));
        end if;
      end if;
      if filter ? 'type' then
        if scope = 'true' then
          scope := format('type = %L', filter ->> 'type');
          scope_spaces := public.planned_rows(scope);
          readable := least(readable, scope_spaces);
        else
          conditions := conditions || format(' and listed.type = %L', filter ->> 'type');
        end if;
      end if;
      if filter ? 'countries' or filter ? 'exceptCountries' then
        names := case
          when filter ? 'countries' then array(select jsonb_array_elements_text(filter -> 'countries'))
          else array(
            select countries.country from public.space_countries as countries
            where not filter -> 'exceptCountries' ? countries.country
          )
        end;
        select coalesce(sum(countries.spaces), 0) into spaces
        from public.space_countries as countries where countries.country = any(names);
        readable := least(readable, spaces);
        if scope = 'true' and cardinality(names) = 1 then
          scope := format('country = %L', names[1]);
          scope_spaces := spaces;
        else
          conditions := conditions || format(' and listed.country = any (%L::text[])', names);
        end if;
      end if;
      if filter ? 'exceptCountry' then
        conditions := conditions || format(' and listed.country <> %L', filter ->> 'exceptCountry');
      end if;
      if guests is not null then
        conditions := conditions || format(' and listed.capacity >= %s', guests);
      end if;
      if filter ? 'policies' then
        conditions := conditions || format(
          ' and listed.cancellation_policy = any (%L::text[])',
          array(select jsonb_array_elements_text(filter -> 'policies'))
        );
      end if;
      if filter ? 'instant' then
        conditions := conditions || ' and listed.instant';
      end if;
      if filter ? 'ids' then
        names := array(select jsonb_array_elements_text(filter -> 'ids'));
        conditions := conditions || format(' and listed.space_id = any (%L::uuid[])', names);
        readable := least(readable, cardinality(names));
      end if;
      if filter ? 'minRating' then
        conditions := conditions
          || format(' and listed.rating >= %s', (filter ->> 'minRating')::numeric);
        indexed := indexed || format(' and listed.rating_key >= %L',
          lpad(ceil((filter ->> 'minRating')::numeric * 10)::text, 2, '0'));
      end if;
      if filter ? 'max' then
        most := (
          select format('case listed.currency %s end', string_agg(
            format('when %L then %s', rates.currency, round(
              (filter ->> 'max')::numeric * wanted.usd_per_unit / rates.usd_per_unit, 4)), ' '))
          from public.exchange_rates as rates, public.exchange_rates as wanted
          where wanted.currency = coalesce(filter ->> 'currency', 'USD')
        );
        -- The price of spaces with booking rules depends on the time and the length, so that the
        -- join `free` compares it.
        conditions := conditions || format(
          ' and (%spublic.total_price(listed.price, listed.currency, %s) <= %s)',
          case when filter ? 'date' or duration is not null then 'listed.has_rules or ' else '' end,
          hours, most);
      end if;
      if filter ? 'amenities' then
        names := array(select jsonb_array_elements_text(filter -> 'amenities'));
        signature := signature || coalesce((
          select string_agg(' and ' || public.signature_condition(phrases.query), '')
          from unnest(names) as name, public.phrase_query(array[public.search_words(name)]) as phrases
        ), '');
        equipped := format('listed.amenities @> %L::text[]', names);
        exact := exact || ' and ' || equipped;
        indexed := indexed || ' and ' || equipped;
        readable := least(readable, public.planned_rows(equipped));
      end if;
      expected := share * case when scope = 'true' and conditions = 'true' and equipped = 'true' then total
        else public.planned_rows(scope || ' and ' || conditions || ' and ' || equipped) end;
      if filter ? 'bounds' then
        west := filter -> 'bounds' ->> 0;
        south := filter -> 'bounds' ->> 1;
        east := filter -> 'bounds' ->> 2;
        north := filter -> 'bounds' ->> 3;
        conditions := conditions || format(' and listed.latitude between %s and %s and ', south, north)
          || format(
            -- On a map across the antimeridian, the longitude of the west edge is greater than that
            -- of the east edge.
            case when west <= east then 'listed.longitude between %s and %s'
              else '(listed.longitude >= %s or listed.longitude <= %s)' end, west, east
          );
        area := case
          when west <= east then format('point(listed.longitude, listed.latitude) <@ %L::box',
            box(point(west, south), point(east, north)))
          else format('(point(listed.longitude, listed.latitude) <@ %L::box'
            || ' or point(listed.longitude, listed.latitude) <@ %L::box)',
            box(point(west, south), point(180, north)), box(point(-180, south), point(east, north)))
        end;
        if readable > most_read then
          execute format(
            'select count(*) from (select from public.searchable_spaces as listed where %s limit %s) as found',
            area, most_read + 1
          ) into spaces;
          if spaces <= most_read then readable := spaces; end if;
        end if;
        if readable <= most_read then indexed := indexed || ' and ' || area; end if;
      end if;
      is_rare := readable <= most_read;

      if hours not between 1 and 24 then
        raise exception using errcode = '22023', message = 'hours must be 1 to 24';
      end if;
      free := 'cross join (select null::timestamptz as free_from) as free';
      if filter ? 'date' then
        if not isfinite((filter ->> 'date')::date) then
          raise exception using errcode = '22008', message = 'date must be a finite date';
        end if;
        conditions := conditions || ' and listed.bookable';
        -- Without booking rules, bookings start on the hour from 9:00 to 21:00 in the space's time
        -- zone. A booking lasts at most 24 hours plus 2 hours of buffer, so only bookings that
        -- start up to 26 hours earlier can overlap.
        free := format(
          $sql$ cross join lateral (
            select offered.free_from
            from (
              select case
                when listed.has_rules then public.first_offered_start(
                  listed.space_id, %1$L::date, %2$L::time, %6$s, %4$s)
                else (
                  select start
                  from (
                    select (%1$L::date + hour) at time zone listed.time_zone as start
                    from unnest(%5$L::time[]) as hour
                  ) as starts
                  where start > now()
                    and %1$L::date
                      <= (now() at time zone listed.time_zone)::date + interval '1 year'
                    and not exists (
                      select from public.space_availability as taken
                      where taken.space_id = listed.space_id and taken.active
                        and taken.start_time < start + interval '%3$s hours'
                        and taken.start_time > start - interval '26 hours'
                        and coalesce(taken.buffered_until, taken.end_time) > start
                        and (taken.expires_at is null or taken.expires_at > now())
                    )
                  -- The hours are sorted, so the search ends at the first free start.
                  limit 1
                )
              end as free_from
              -- Optimization fence: keeps the planner from computing the start twice.
              offset 0
            ) as offered
            where offered.free_from is not null
          ) as free $sql$,
          (filter ->> 'date')::date, (filter ->> 'from')::time, hours, most,
          array(
            select opening from (
              select make_time(hour, 0, 0) as opening from generate_series(9, 21) as hour
            ) as openings
            where opening = coalesce((filter ->> 'from')::time, opening)
          ),
          coalesce(duration::text, 'null')
        );
      elsif duration is not null then
        free := format(
          $sql$ cross join lateral (
            select null::timestamptz as free_from
            -- A scalar subquery, because the planner may compute `exists` for all spaces at once.
            where not listed.has_rules or (
              select %1$s between rules.minimum_hours and rules.maximum_hours
                and (%2$L or public.lowest_total(rules, %1$s) <= %3$s)
              from public.spaces as rules where rules.id = listed.space_id
            )
          ) as free $sql$,
          duration, not filter ? 'max', most);
      end if;
    end
  $$;

-- All-in price of a number of hours in major units: rental plus platform fee, as in domain/fees.ts.
create function public.total_price(price numeric, currency text, hours integer) returns numeric
  language sql immutable
  return price * hours + round(
    price * hours * public.platform_fee_percentage() / 100,
    case when currency in ('JPY', 'KRW') then 0 else 2 end
  );

-- Returns a lower bound of the all-in price of a number of hours, in major units, for spaces whose
-- price depends on the time. Charges the lowest price of any hour and applies the length discount.
create function public.lowest_total(p_space public.spaces, p_hours integer) returns numeric
  language sql stable set search_path = '' as $$
    select public.total_price(
      price - round(
        price * public.length_discount(p_space.id, p_hours) / 100,
        public.currency_decimals(p_space.currency)),
      p_space.currency::text, 1)
    from (
      select least(p_space.price, min(rules.price)) * p_hours as price
      from public.space_price_rules as rules where rules.space_id = p_space.id
    ) as lowest
  $$;

-- Returns the first spaces of a list in the order `sort`. `bound` is the sort key after which the
-- list continues. Reads a list with few matches through an index and sorts it. Otherwise scans the
-- index of the sort order until the page is full. If a text search in an order by rating has a
-- medium number of matches, first reads the index of the best rated spaces.
create function public.find_spaces(
  filter jsonb, sort text, bound text, most integer,
  out ids uuid[], out keys text[], out starts timestamptz[], out corrections jsonb, out ignored text[]
)
  language plpgsql stable set search_path = '' as $$
    declare
      -- Maximum number of entries to scan in an index-only scan.
      longest_walk constant integer := 15000;
      -- Maximum number of entries to scan in an index scan that also reads the table.
      longest_scan constant integer := 4000;
      -- Maximum number of matches to read and sort. More matches mean that the estimate was wrong.
      most_read constant integer := 5000;
      most_ranked constant integer := 1000;
      few_matches constant integer := 200;
      most_rated constant integer := 20000;
      listed record;
      key_column constant text := case sort
        when 'newest' then 'newest_key' when 'top-rated' then 'rating_key'
        when 'price-low' then 'price_key' when 'price-high' then 'price_key'
        when 'best-match' then 'rating_key' end;
      direction constant text := case sort when 'price-low' then 'asc' else 'desc' end;
      beyond constant text := case sort when 'price-low' then '>' else '<' end;
      is_ranked boolean;
      rank text := '0';
      after text := 'true';
      after_rank text := 'true';
      read_matches text;
      longest integer;
      matches integer;
      has_more boolean;
    begin
      if key_column is null then
        raise exception using errcode = '22023', message = format('Unknown order "%s"', sort);
      end if;
      listed := public.list_conditions(filter);
      corrections := listed.corrections;
      ignored := listed.ignored;
      ids := '{}';
      keys := '{}';
      starts := '{}';
      if listed.nothing then return; end if;

      -- In the order best-match, a sort key starts with the rank in six digits.
      is_ranked := sort = 'best-match' and coalesce(listed.fewest <= most_ranked, false);
      if is_ranked then
        rank := format(
          $sql$round(ts_rank('{0.05,0.2,0.6,1}', listed.document, %L::tsquery) * 100)::integer$sql$,
          listed.ranking);
      end if;
      if bound is not null and is_ranked then
        after_rank := format('(listed.rank, listed.key) < (%L::integer, %L)', left(bound, 6), substr(bound, 7));
      elsif bound is not null then
        after := format('%s %s %L', key_column, beyond, case sort when 'best-match' then substr(bound, 7) else bound end);
      end if;

      read_matches := format(
        $sql$
          with matches as materialized (
            select space_id, %1$s as key, %2$s as rank, currency, time_zone, has_rules
            from public.searchable_spaces as listed
            where %3$s and %4$s and %5$s and %6$s and %%s
            limit %7$s
          )
          select (select count(*) from matches), array_agg(space_id), array_agg(%8$s), array_agg(free_from)
          from (
            select listed.space_id, listed.key, listed.rank, free.free_from
            from matches as listed %9$s
            where %10$s
            order by listed.rank desc, listed.key %11$s
            limit %12$s
          ) as page
        $sql$,
        key_column, replace(rank, '%', '%%'), replace(listed.scope, '%', '%%'),
        replace(listed.conditions, '%', '%%'), replace(listed.indexed, '%', '%%'), replace(after, '%', '%%'),
        most_read + 1,
        case sort when 'best-match' then $sql$lpad(rank::text, 6, '0') || key$sql$ else 'key' end,
        replace(listed.free, '%', '%%'), replace(after_rank, '%', '%%'), direction, most
      );
      if key_column = 'rating_key' and not is_ranked and listed.signature <> 'true'
        and listed.expected between few_matches and most_rated then
        execute format(read_matches, 'rating >= 4.5') into matches, ids, keys, starts;
        if cardinality(ids) = most then return; end if;
      end if;
      if listed.is_rare then
        execute format(read_matches, 'true') into matches, ids, keys, starts;
        if matches <= most_read then
          ids := coalesce(ids, '{}');
          keys := coalesce(keys, '{}');
          starts := coalesce(starts, '{}');
          return;
        end if;
      end if;

      longest := case listed.scope when 'true' then longest_walk else longest_scan end;
      execute format(
        $sql$
          select array_agg(space_id), array_agg(%1$s), array_agg(free_from)
          from (
            select listed.space_id, listed.%2$s as key, free.free_from
            from (
              select space_id, %2$s, type, location, country, capacity, price, currency,
                cancellation_policy, rating, latitude, longitude, time_zone, bookable,
                instant, has_rules, signature
              from public.searchable_spaces
              where %3$s and %4$s
              order by %2$s %5$s
              limit %6$s
            ) as listed
            %7$s %8$s
            where %9$s and %10$s and %11$s
            order by listed.%2$s %5$s
            limit %12$s
          ) as page
        $sql$,
        case sort when 'best-match' then $sql$'000000' || key$sql$ else 'key' end,
        key_column, listed.scope, after, direction, longest,
        case listed.exact when 'true' then ''
          else 'join public.searchable_spaces as exact on exact.space_id = listed.space_id' end,
        listed.free, listed.conditions, listed.signature, replace(listed.exact, 'listed.', 'exact.'), most
      ) into ids, keys, starts;
      if coalesce(cardinality(ids), 0) < most then
        execute format(
          'select exists (select from public.searchable_spaces where %s and %s order by %s %s offset %s)',
          listed.scope, after, key_column, direction, longest
        ) into has_more;
        if has_more then
          execute format(read_matches, 'true') into matches, ids, keys, starts;
        end if;
      end if;
      ids := coalesce(ids, '{}');
      keys := coalesce(keys, '{}');
      starts := coalesce(starts, '{}');
    end
  $$;

-- Returns a page of a space list as JSON: `spaces`, the cursor `next`, and which words of the
-- search text were corrected or ignored (`corrections`, `ignored`). `after` is the cursor of the
-- previous page. If the search has a date or a length, a space with booking rules has `free_total`,
-- the all-in price of `free_hours`. If the search has no date and the price of the space depends on
-- the day or hour, `free_total` is the lowest price, and `total_varies` is true.
create function public.search_spaces(filter jsonb, after text default null, page_size integer default 24)
  returns json
  language plpgsql stable security definer set search_path = '' as $$
    declare
      number constant integer := least(greatest(page_size, 1), 100);
      duration constant integer := filter ->> 'hours';
      found record;
    begin
      select * into found from public.find_spaces(
        filter,
        coalesce(filter ->> 'order', case when filter ? 'text' then 'best-match' else 'newest' end),
        after, number + 1
      );
      return json_build_object(
        'spaces', (
          select coalesce(json_agg(space), '[]')
          from (
            select spaces.id, spaces.slug, spaces.title, spaces.type, spaces.price, spaces.currency,
              spaces.location, spaces.country, spaces.time_zone, spaces.capacity, spaces.latitude,
              spaces.longitude,
              spaces.amenities[:3] as amenities, spaces.cancellation_policy, spaces.booking_mode,
              spaces.images[:1] as images, spaces.image_previews[:1] as image_previews,
              spaces.available, spaces.status, spaces.rating, spaces."reviewCount",
              page.free_from, page.key, length.hours as free_hours,
              case
                when not listed.has_rules then null
                when page.free_from is not null then public.total_price(
                  public.base_price(
                    spaces, page.free_from, page.free_from + length.hours * interval '1 hour'),
                  spaces.currency::text, 1)
                else public.lowest_total(spaces, length.hours)
              end as free_total,
              page.free_from is null and length.hours is not null and exists (
                select from public.space_price_rules as rules where rules.space_id = spaces.id
              ) as total_varies
            from unnest(found.ids[:number], found.keys[:number], found.starts[:number])
              with ordinality as page (id, key, free_from, position)
            join public.spaces on spaces.id = page.id
            join public.searchable_spaces as listed on listed.space_id = page.id
            cross join lateral (
              select case when duration is not null or page.free_from is not null
                then coalesce(duration, spaces.minimum_hours) end as hours
            ) as length
            order by page.position
          ) as space
        ),
        'next', case when cardinality(found.ids) > number then found.keys[number] end,
        'corrections', found.corrections,
        'ignored', found.ignored
      );
    end
  $$;

-- For each space, returns the next start within 60 days that guests can book for its minimum
-- duration, or null if there is none.
create function public.next_free_starts(ids uuid[])
  returns table (space_id uuid, start_time timestamptz)
  language sql stable security definer set search_path = '' as $$
    select listed.space_id, case
      when not listed.bookable then null
      when listed.has_rules then (
        select start from (
          -- Generates days lazily, so that the search ends at the first free start.
          select generate_series(0, 60) as days
        ) as days
        cross join lateral (
          select public.first_offered_start(
            listed.space_id,
            ((now() + rules.lead_hours * interval '1 hour') at time zone listed.time_zone)::date
              + days.days,
            null, rules.minimum_hours) as start
          offset 0
        ) as offered
        where start is not null
        limit 1
      )
      else (
        select slot
        from (
          select generate_series(
            date_trunc('hour', now(), listed.time_zone) + interval '1 hour',
            now() + interval '60 days', interval '1 hour'
          ) as slot
        ) as slots
        where extract(hour from slot at time zone listed.time_zone) between 9 and 21
          and not exists (
            select from public.space_availability as taken
            where taken.space_id = listed.space_id and taken.active
              and taken.start_time < slot + interval '1 hour'
              and taken.start_time > slot - interval '26 hours'
              and coalesce(taken.buffered_until, taken.end_time) > slot
              and (taken.expires_at is null or taken.expires_at > now())
          )
        limit 1
      )
    end
    from public.searchable_spaces as listed
    join public.spaces as rules on rules.id = listed.space_id
    where listed.space_id = any(ids[:100])
  $$;

revoke execute on function public.signature_condition, public.planned_rows, public.list_conditions, public.find_spaces,
  public.total_price, public.lowest_total from public, anon, authenticated;
revoke execute on function public.search_spaces, public.next_free_starts from public;
grant execute on function public.search_spaces, public.next_free_starts
to anon, authenticated, service_role;
