-- Phrases that mean something else in this marketplace, and words that say nothing about a space.
insert into public.search_aliases (phrase, meanings) values
  -- Cities and countries.
  ('nyc', '{new york}'),
  ('ny', '{new york}'),
  ('new york city', '{new york}'),
  ('big apple', '{new york}'),
  ('manhattan', '{manhattan,new york}'),
  ('brooklyn', '{brooklyn,new york}'),
  ('la', '{los angeles}'),
  ('hollywood', '{hollywood,los angeles}'),
  ('sf', '{san francisco}'),
  ('philly', '{philadelphia}'),
  ('dc', '{washington}'),
  ('cdmx', '{mexico city}'),
  ('hk', '{hong kong}'),
  ('bombay', '{mumbai}'),
  ('sg', '{singapore}'),
  ('bcn', '{barcelona}'),
  ('usa', '{united states}'),
  ('us', '{united states}'),
  ('u s', '{united states}'),
  ('america', '{united states,america}'),
  ('uk', '{united kingdom}'),
  ('england', '{england,united kingdom}'),
  ('britain', '{britain,united kingdom}'),
  ('great britain', '{united kingdom}'),
  ('uae', '{united arab emirates}'),
  ('emirates', '{united arab emirates}'),
  ('korea', '{korea}'),
  ('holland', '{netherlands,holland}'),
  -- Kinds of spaces.
  ('photo studio', '{photo space,photo studio}'),
  ('photography studio', '{photo space,photo studio}'),
  ('photoshoot', '{photo,photoshoot,shoot}'),
  ('photo shoot', '{photo space,photo studio,shoot}'),
  ('photography', '{photo,photography,photographer}'),
  ('photographer', '{photo,photographer}'),
  ('film', '{film,video,camera}'),
  ('filming', '{film,video,camera}'),
  ('film studio', '{film,photo space,studio camera}'),
  ('video studio', '{video studio,photo space,film}'),
  ('party', '{party,event venue,lounge}'),
  ('birthday', '{birthday,party,event venue,lounge}'),
  ('wedding', '{wedding,ballroom,banquet,event venue}'),
  ('reception', '{reception,event venue}'),
  ('banquet', '{banquet,event venue}'),
  ('conference', '{conference,conferencing,meeting room}'),
  ('conference room', '{meeting room}'),
  ('meeting', '{meeting,boardroom}'),
  ('coworking', '{coworking,office,desk}'),
  ('co working', '{coworking,office,desk}'),
  ('cowork', '{coworking,office,desk}'),
  ('workspace', '{workspace,office,desk}'),
  ('art studio', '{art studio,creative space,atelier,easel}'),
  ('artist', '{artist,creative space,atelier,easel}'),
  ('painting', '{painting,painter,paint,easel}'),
  ('drawing', '{drawing,easel}'),
  ('art', '{art,atelier,gallery,easel}'),
  ('exhibition', '{exhibition,gallery}'),
  ('exhibit', '{exhibition,gallery}'),
  ('band', '{band,rehearsal,recording studio}'),
  ('band practice', '{rehearsal,drum,recording studio}'),
  ('band room', '{rehearsal,recording studio}'),
  ('music studio', '{music studio,recording studio}'),
  ('music', '{music,recording studio,piano,drum}'),
  ('interview', '{interview,podcast}'),
  ('chef', '{chef,kitchen}'),
  ('cooking', '{cooking,cook,kitchen}'),
  ('baking', '{baking,oven,kitchen}'),
  ('roof', '{roof,rooftop}'),
  ('roof terrace', '{rooftop,roof terrace}'),
  ('terrace', '{terrace,rooftop}'),
  ('bar', '{bar,bartender}'),
  ('cocktail', '{cocktail,bar}'),
  ('club', '{club,lounge}'),
  ('lecture', '{lecture,talk,projection stage}'),
  ('presentation', '{presentation,projection,projector,whiteboard}'),
  ('class', '{class,lesson,workshop,teach,taught}'),
  ('classroom', '{classroom,lecture,whiteboard}'),
  ('training', '{training,lecture,whiteboard}'),
  ('pottery', '{pottery,ceramic,kiln}'),
  ('ceramics', '{ceramic,pottery}'),
  ('clay', '{clay,pottery}'),
  ('carpentry', '{carpentry,woodshop,workbench}'),
  ('woodworking', '{woodworking,woodwork,woodshop,workbench}'),
  ('woodwork', '{woodworking,woodwork,woodshop,workbench}'),
  ('weaving', '{weaving,weave,loom}'),
  ('maker', '{maker,workshop}'),
  ('ballet', '{ballet,barre,dance studio}'),
  ('fitness', '{fitness,yoga,dance studio}'),
  ('makerspace', '{maker,workshop}'),
  -- Equipment.
  ('wifi', '{wifi}'),
  ('internet', '{internet,wifi}'),
  ('ac', '{air conditioning}'),
  ('aircon', '{air conditioning}'),
  ('air con', '{air conditioning}'),
  ('air conditioned', '{air conditioning}'),
  ('wheelchair', '{wheelchair,step free,accessible}'),
  ('accessible', '{accessible,step free,wheelchair}'),
  ('wheelchair accessible', '{step free,wheelchair,accessible}'),
  ('elevator', '{elevator,lift}'),
  ('daylight', '{daylight,natural light}'),
  ('natural light', '{natural light,daylight}'),
  ('bbq', '{barbecue,grill}'),
  ('barbecue', '{barbecue,grill}'),
  ('drums', '{drum}'),
  ('mic', '{microphone}'),
  ('mics', '{microphone}'),
  ('tv', '{tv,television,screen}'),
  ('screen', '{screen,projector,projection,monitor}'),
  ('projector', '{projector,projection}'),
  ('beamer', '{projector,projection}'),
  ('zoom', '{video conferencing}'),
  ('video call', '{video conferencing}'),
  ('video calls', '{video conferencing}'),
  ('make up', '{makeup}'),
  ('swimming pool', '{pool}'),
  ('swimming', '{swim,pool}'),
  ('sea', '{sea,ocean,harbour,beach}'),
  ('harbor', '{harbor,harbour}'),
  ('harbour', '{harbour,harbor}'),
  ('color', '{color,colour}'),
  ('colour', '{colour,color}'),
  ('theatre', '{theatre,theater,stage}'),
  ('theater', '{theater,theatre,stage}'),
  ('outdoor', '{outdoor,rooftop,garden,terrace}'),
  ('outside', '{outside,outdoor,rooftop,garden,terrace}');

insert into public.search_aliases (phrase, meanings)
select phrase, '{}' from unnest(string_to_array(
  'space spaces place places somewhere something anywhere venue venues location locations spot spots '
  || 'area areas room rooms near nearby around close next downtown central rent renting rental rentals '
  || 'hire hiring book booking bookings reserve find finding need needed want wanted looking look '
  || 'search get host hosting hold holding do make cheap affordable best good great nice cool amazing '
  || 'beautiful perfect lovely big large small cozy cosy people person persons guests guest pax '
  || 'attendees friends hour hours hourly day days per today tomorrow tonight weekend please suitable '
  || 'use used using available availability city town one two three four five six seven eight nine ten '
  || 'record like', ' '
)) as phrase
on conflict do nothing;

-- Returns the query for all words of a phrase, and the number of spaces with its rarest word.
create function public.phrase_query(phrase text, out query tsquery, out spaces integer)
  language sql stable set search_path = '' as $$
    select string_agg(quote_literal(stems.lexeme), ' & ')::tsquery,
      coalesce(min(coalesce(known.spaces, 0)), 0)
    from string_to_table(phrase, ' ') as word,
      lateral (select public.search_lexeme(word) as lexeme) as stems
      left join public.search_lexemes as known on known.lexeme = stems.lexeme
    where stems.lexeme is not null
  $$;

-- Returns the word in use that a misspelled word most likely stands for, or null.
create function public.corrected_word(typed text) returns text
  language sql stable set search_path = '' set pg_trgm.similarity_threshold = '0.25' as $$
    with candidates as (
      (
        select forms.word, forms.lexeme
        from public.search_forms as forms
        where forms.word operator(extensions.%) typed and char_length(typed) >= 4
        order by extensions.similarity(forms.word, typed) desc
        limit 30
      )
      union
      -- Two swapped letters leave few trigrams of a short word.
      select forms.word, forms.lexeme
      from generate_series(1, char_length(typed) - 1) as at
      join public.search_forms as forms on forms.word = overlay(
        typed placing reverse(substr(typed, at, 2)) from at for 2
      )
    ), measured as (
      select candidates.word, known.spaces, case
          when char_length(candidates.word) = char_length(typed)
            and extensions.levenshtein(candidates.word, typed) = 2
            and exists (
              select from generate_series(1, char_length(typed) - 1) as at
              where candidates.word = overlay(
                typed placing reverse(substr(typed, at, 2)) from at for 2
              )
            ) then 1
          else extensions.levenshtein(candidates.word, typed)
        end as distance
      from candidates join public.search_lexemes as known using (lexeme)
      where char_length(candidates.word) <= 60
    )
    select word from measured
    where char_length(typed) between 3 and 60
      and distance <= case when char_length(typed) <= 5 then 1 when char_length(typed) <= 8 then 2 else 3 end
    order by distance, left(word, 1) <> left(typed, 1), spaces desc, word
    limit 1
  $$;

-- Returns whether any space matches. Without sequential scans, because the planner overestimates
-- combinations of rare words.
create function public.has_match(query tsquery) returns boolean
  language sql stable set search_path = '' set enable_seqscan = off as $$
    select exists (select from public.searchable_spaces where document @@ query)
  $$;

-- Turns a search text into queries. `matching` is null if the text has no word that says something
-- about a space; `nothing` is true if no word of the text is in use. `ranking` has all words.
-- `fewest` is the number of spaces with the rarest word of `matching`. `location` is the name of a
-- location in the text, `people` the number in "for 12 people".
create function public.understand_search(
  search text,
  out matching tsquery, out ranking tsquery, out nothing boolean, out fewest integer,
  out location text, out people integer, out corrections jsonb, out ignored text[]
)
  language plpgsql stable security definer set search_path = '' as $$
    declare
      most_words constant integer := 12;
      words text[] := (string_to_array(trim(regexp_replace(public.folded(search), '[^[:alnum:]]+', ' ', 'g')), ' '))[1:most_words];
      -- The queries and counts of words that are not in use themselves.
      word_queries tsquery[];
      word_counts integer[];
      -- The words or phrases of the text that say something about a space.
      terms text[] := '{}';
      queries tsquery[] := '{}';
      counts integer[] := '{}';
      places boolean[] := '{}';
      -- Phrases without meaning, which count only if the text has nothing else.
      fillers text[] := '{}';
      total bigint := coalesce((select sum(spaces) from public.space_countries), 0);
      expected numeric;
      at integer := 1;
      width integer;
      wanted text;
      found_query tsquery;
      found_count integer;
      is_place boolean;
      meanings text[];
      name text;
      rest tsquery;
      left_out integer;
      leave integer;
    begin
      corrections := '[]';
      ignored := '{}';
      nothing := false;
      word_queries := array_fill(null::tsquery, array[most_words + 1]);
      word_counts := array_fill(null::integer, array[most_words + 1]);

      -- Finds words in use for words that are not.
      for i in 1 .. coalesce(array_length(words, 1), 0) loop
        continue when public.search_lexeme(words[i]) is null
          or exists (select from public.search_aliases where search_aliases.phrase = words[i])
          or exists (
            select from public.search_lexemes where lexeme = public.search_lexeme(words[i])
          );
        -- Two words that were written as one.
        select left(words[i], cut) || ' ' || substr(words[i], cut + 1) into name
        from generate_series(3, char_length(words[i]) - 3) as cut
        join public.search_lexemes as first on first.lexeme = public.search_lexeme(left(words[i], cut))
        join public.search_lexemes as second on second.lexeme = public.search_lexeme(substr(words[i], cut + 1))
        order by least(first.spaces, second.spaces) desc limit 1;
        if found then
          select query, spaces into found_query, found_count from public.phrase_query(name);
          word_queries[i] := found_query;
          word_counts[i] := found_count;
          continue;
        end if;
        -- The start of a word.
        if char_length(words[i]) >= 2 then
          select string_agg(distinct quote_literal(begun.lexeme), ' | ')::tsquery, sum(spaces)
          into found_query, found_count from (
            select distinct known.lexeme, known.spaces
            from public.search_forms as forms join public.search_lexemes as known using (lexeme)
            where forms.word like words[i] || '%'
            order by known.spaces desc limit 8
          ) as begun;
          if found_query is not null then
            word_queries[i] := found_query;
            word_counts[i] := found_count;
            continue;
          end if;
        end if;
        name := public.corrected_word(words[i]);
        if name is not null then
          corrections := corrections || jsonb_build_object('from', words[i], 'to', name);
          words[i] := name;
        end if;
      end loop;

      while at <= coalesce(array_length(words, 1), 0) loop
        found_query := null;
        found_count := 0;
        is_place := false;
        meanings := null;
        if words[at] ~ '^[0-9]{1,5}$'
          and words[at + 1] = any('{people,persons,person,guests,guest,pax,attendees,friends,seats}') then
          people := words[at];
          at := at + 2;
          continue;
        end if;
        width := least(3, array_length(words, 1) - at + 1);
        while width >= 1 loop
          wanted := array_to_string(words[at : at + width - 1], ' ');
          select aliases.meanings into meanings
          from public.search_aliases as aliases where aliases.phrase = wanted;
          if found then
            -- The query stays null for a phrase without meaning.
            for name in select unnest(meanings) loop
              select case when found_query is null then query else found_query || query end,
                found_count + spaces
              into found_query, found_count from public.phrase_query(name);
            end loop;
            exit;
          end if;
          select min(locations.location) into name
          from public.space_locations as locations where locations.location_text = wanted;
          is_place := name is not null or exists (
            select from public.space_countries where country_text = wanted
          );
          if is_place then
            location := coalesce(name, location);
            select query, spaces into found_query, found_count from public.phrase_query(wanted);
            exit;
          end if;
          width := width - 1;
        end loop;
        if width = 0 then
          width := 1;
          if word_queries[at] is not null then
            found_query := word_queries[at];
            found_count := word_counts[at];
          else
            select query, spaces into found_query, found_count from public.phrase_query(words[at]);
          end if;
        end if;
        if meanings = '{}' then
          select query into found_query from public.phrase_query(wanted);
          fillers := fillers || wanted;
          ranking := case
            when found_query is null then ranking
            when ranking is null then found_query
            else ranking || found_query
          end;
        elsif found_query is not null then
          ranking := case when ranking is null then found_query else ranking || found_query end;
          if found_count = 0 then
            ignored := ignored || wanted;
          else
            terms := terms || wanted;
            queries := queries || found_query;
            counts := counts || found_count;
            places := places || is_place;
          end if;
        end if;
        at := at + width;
      end loop;

      if cardinality(terms) = 0 and cardinality(ignored) = 0 then
        for wanted, found_query, found_count in
          select filler, query, spaces
          from unnest(fillers) as filler, public.phrase_query(filler) where spaces > 0
        loop
          terms := terms || wanted;
          queries := queries || found_query;
          counts := counts || found_count;
          places := places || false;
        end loop;
      end if;
      nothing := cardinality(terms) = 0 and cardinality(ignored) > 0;

      -- Leaves out words until a space matches, first those that most spaces have, places last.
      while cardinality(terms) > 1 loop
        select total * exp(sum(ln(least(count, total) / total::numeric))) into expected
        from unnest(counts) as count;
        -- Skips the slow check of several common words that surely occur together.
        exit when expected >= 1000;
        matching := (select public.all_of(queries));
        exit when public.has_match(matching);
        left_out := null;
        for leave in
          select place.index from unnest(counts, places) with ordinality as place (count, is_place, index)
          order by place.is_place, place.count desc
        loop
          rest := public.all_of(queries[: leave - 1] || queries[leave + 1 :]);
          left_out := coalesce(left_out, leave);
          if cardinality(terms) = 2 or public.has_match(rest) then
            left_out := leave;
            exit;
          end if;
        end loop;
        ignored := ignored || terms[left_out];
        terms := terms[: left_out - 1] || terms[left_out + 1 :];
        queries := queries[: left_out - 1] || queries[left_out + 1 :];
        counts := counts[: left_out - 1] || counts[left_out + 1 :];
        places := places[: left_out - 1] || places[left_out + 1 :];
      end loop;
      matching := public.all_of(queries);
      fewest := (select min(count) from unnest(counts) as count);
    end
  $$;

create function public.all_of(queries tsquery[]) returns tsquery
  language plpgsql immutable set search_path = '' as $$
    declare
      query tsquery;
      whole tsquery;
    begin
      foreach query in array queries loop
        whole := case when whole is null then query else whole && query end;
      end loop;
      return whole;
    end
  $$;

revoke execute on function public.phrase_query, public.corrected_word, public.has_match,
  public.understand_search, public.all_of from public, anon, authenticated;

-- Returns a FROM clause with a condition for the spaces of a list, for dynamic SQL. `filter` has the
-- fields of SpaceFilter in web/app/data/spaces-filter.ts. The clause is dynamic, because the
-- planner chooses a good index only if it knows the values.
create function public.filtered_spaces(filter jsonb, matching tsquery, place text) returns text
  language plpgsql stable set search_path = '' as $$
    declare
      clause text := 'public.searchable_spaces as listed';
      hours constant integer := coalesce((filter ->> 'hours')::integer, 1);
      texts text[];
      limits text;
    begin
      if filter ? 'date' then
        if hours not between 1 and 24 then
          raise exception using errcode = '22023', message = 'hours must be 1 to 24';
        end if;
        -- Bookings start on the hour, from 9:00 to 21:00 in the time of the space, and last at most
        -- 24 hours, so only taken times that start in the day before can overlap.
        clause := clause || format(
          $sql$ cross join lateral (
            select start as free_from
            from (
              select (%L::date + hour) at time zone listed.time_zone as start
              from unnest(%L::time[]) as hour
            ) as starts
            where start > now()
              and start < now() + interval '366 days'
              and not exists (
                select from public.space_availability as taken
                where taken.space_id = listed.space_id and taken.active
                  and taken.start_time < start + interval '%s hours'
                  and taken.start_time > start - interval '24 hours'
                  and taken.end_time > start
                  and (taken.expires_at is null or taken.expires_at > now())
              )
            order by start
            limit 1
          ) as free where listed.bookable$sql$,
          (filter ->> 'date')::date,
          case
            when filter ? 'from' then array[(filter ->> 'from')::time]
            else array(select make_time(hour, 0, 0) from generate_series(9, 21) as hour)
          end,
          hours
        );
      else
        clause := clause || ' cross join (select null::timestamptz as free_from) as free where true';
      end if;
      if filter ? 'type' then
        clause := clause || format(' and listed.type = %L', filter ->> 'type');
      end if;
      if filter ? 'location' then
        clause := clause || format(' and listed.location = %L', filter ->> 'location');
      elsif place is not null then
        clause := clause || format(' and listed.location = %L', place);
      end if;
      if filter ? 'locationContains' then
        select array_agg(
          '%' || regexp_replace(public.folded(part), '([\\%_])', '\\\1', 'g') || '%'
        ) into texts from jsonb_array_elements_text(filter -> 'locationContains') as part;
        clause := clause || format(' and listed.location_text like any (%L::text[])', texts);
      end if;
      if filter ? 'countries' then
        clause := clause || format(
          ' and listed.country = any (%L::text[])',
          array(select jsonb_array_elements_text(filter -> 'countries'))
        );
      end if;
      if filter ? 'exceptCountry' then
        clause := clause || format(' and listed.country <> %L', filter ->> 'exceptCountry');
      end if;
      if filter ? 'guests' then
        clause := clause || format(' and listed.capacity >= %s', (filter ->> 'guests')::integer);
      end if;
      if filter ? 'amenities' then
        clause := clause || format(
          ' and listed.amenities @> %L::text[]',
          array(select jsonb_array_elements_text(filter -> 'amenities'))
        );
      end if;
      if filter ? 'policies' then
        clause := clause || format(
          ' and listed.cancellation_policy = any (%L::text[])',
          array(select jsonb_array_elements_text(filter -> 'policies'))
        );
      end if;
      if filter ? 'minRating' then
        clause := clause || format(' and listed.rating >= %s', (filter ->> 'minRating')::numeric);
      end if;
      if filter ? 'bounds' then
        clause := clause || format(
          ' and listed.latitude between %s and %s',
          (filter -> 'bounds' ->> 1)::double precision, (filter -> 'bounds' ->> 3)::double precision
        ) || format(
          -- A map that shows the antimeridian has a west edge east of its east edge.
          case
            when (filter -> 'bounds' ->> 0)::double precision
              <= (filter -> 'bounds' ->> 2)::double precision
            then ' and listed.longitude between %s and %s'
            else ' and (listed.longitude >= %s or listed.longitude <= %s)'
          end,
          (filter -> 'bounds' ->> 0)::double precision, (filter -> 'bounds' ->> 2)::double precision
        );
      end if;
      if filter ? 'max' then
        -- The highest all-in total in each currency.
        select string_agg(
          format(
            'when %L then %s', rates.currency,
            (filter ->> 'max')::numeric * wanted.usd_per_unit / rates.usd_per_unit
          ), ' '
        ) into limits
        from public.exchange_rates as rates, public.exchange_rates as wanted
        where wanted.currency = coalesce(filter ->> 'currency', 'USD');
        clause := clause || format(
          ' and public.total_price(listed.price, listed.currency, %s) <= case listed.currency %s end',
          hours, coalesce(limits, 'when null then 0')
        );
      end if;
      if matching is not null then
        clause := clause || format(' and listed.document @@ %L::tsquery', matching);
      end if;
      return clause;
    end
  $$;

-- All-in price of some hours as a decimal amount: rental plus platform fee, as in domain/fees.ts.
create function public.total_price(price numeric, currency text, hours integer) returns numeric
  language sql immutable
  return price * hours + round(
    price * hours * public.platform_fee_percentage() / 100,
    case when currency in ('JPY', 'KRW') then 0 else 2 end
  );

-- Returns a page of a space list as JSON: `spaces`, the cursor `next`, and what became of the words
-- of the search text (`corrections`, `ignored`). `after` is the cursor of the previous page.
create function public.search_spaces(filter jsonb, after text default null, page_size integer default 24)
  returns json
  language plpgsql stable security definer set search_path = '' as $$
    declare
      -- Ranking more matches than this takes too long. A more common search is ordered by rating.
      most_ranked constant integer := 1000;
      found record;
      sort constant text := coalesce(
        filter ->> 'order', case when filter ? 'text' then 'best-match' else 'newest' end);
      key_name constant text := case sort
        when 'newest' then 'newest_key' when 'top-rated' then 'rating_key'
        when 'price-low' then 'price_key' when 'price-high' then 'price_key'
        when 'best-match' then 'match_key' end;
      direction constant text := case sort when 'price-low' then 'asc' else 'desc' end;
      key text := 'listed.' || key_name;
      order_key text;
      bound text := after;
      page json;
      place text;
    begin
      if key_name is null then
        raise exception using errcode = '22023', message = format('Unknown order "%s"', sort);
      end if;
      select * into found from public.understand_search(coalesce(filter ->> 'text', ''));
      if found.nothing then
        return json_build_object('spaces', '[]'::json, 'next', null,
          'corrections', found.corrections, 'ignored', found.ignored);
      end if;
      if found.fewest > most_ranked then place := found.location; end if;
      if sort = 'best-match' then
        if found.fewest <= most_ranked then
          key := format(
            $sql$lpad(round(ts_rank('{0.05,0.2,0.6,1}', listed.document, %L::tsquery) * 100)::text, 6, '0')
              || listed.rating_key$sql$, found.ranking);
          order_key := key;
        else
          key := $sql$('000000' || listed.rating_key)$sql$;
          order_key := 'listed.rating_key';
          bound := substr(bound, 7);
        end if;
      else
        order_key := key;
      end if;
      execute format(
        $sql$
          with page as materialized (
            select listed.space_id, %1$s as key, free_from
            from %2$s %3$s
            order by %4$s %5$s
            limit %6$s
          )
          select json_build_object(
            'spaces', coalesce((
              select json_agg(space order by space.key %5$s)
              from (
                select spaces.id, spaces.slug, spaces.title, spaces.type, spaces.price,
                  spaces.currency, spaces.location, spaces.country, spaces.capacity,
                  spaces.latitude, spaces.longitude, spaces.amenities[:3] as amenities,
                  spaces.cancellation_policy,
                  spaces.images[:1] as images, spaces.image_previews[:1] as image_previews,
                  spaces.available, spaces.status, spaces.rating, spaces."reviewCount",
                  page.free_from, page.key
                from (select * from page order by key %5$s limit %7$s) as page
                join public.spaces on spaces.id = page.space_id
              ) as space
            ), '[]'),
            'next', (
              select key from page
              where (select count(*) from page) > %7$s
              order by key %5$s offset %7$s - 1 limit 1
            ),
            'corrections', %8$L::jsonb,
            'ignored', %9$L::text[]
          )
        $sql$,
        key, public.filtered_spaces(filter, found.matching, place),
        case when bound is null then ''
          else format('and %s %s %L', order_key, case direction when 'asc' then '>' else '<' end, bound)
        end,
        order_key, direction, least(greatest(page_size, 1), 100) + 1, least(greatest(page_size, 1), 100),
        found.corrections, found.ignored
      ) into page;
      return page;
    end
  $$;

-- Returns how many spaces match (at most 1,001) and how many of them have each type, amenity and
-- cancellation policy. The counts of types and policies do not depend on the chosen ones.
create function public.space_facets(filter jsonb) returns json
  language plpgsql stable security definer set search_path = '' as $$
    declare
      most_counted constant integer := 1001;
      found record;
      place text;
      facets json;
    begin
      select * into found from public.understand_search(coalesce(filter ->> 'text', ''));
      if found.nothing then
        return '{"total": 0, "types": [], "amenities": [], "policies": []}';
      end if;
      if found.fewest >= most_counted then place := found.location; end if;
      execute format(
        $sql$
          with matches as materialized (
            select listed.type, listed.amenities, listed.cancellation_policy from %1$s limit %4$s
          ), typed as materialized (
            select listed.type from %2$s limit %4$s
          ), refundable as materialized (
            select listed.cancellation_policy from %3$s limit %4$s
          )
          select json_build_object(
            'total', (select count(*) from matches),
            'types', (
              select coalesce(json_agg(counts order by count desc, name), '[]')
              from (select type as name, count(*) from typed group by type) as counts
            ),
            'amenities', (
              select coalesce(json_agg(counts order by count desc, name), '[]')
              from (
                select name, count(*) from matches, unnest(amenities) as name
                group by name order by count(*) desc, name limit 40
              ) as counts
            ),
            'policies', (
              select coalesce(json_agg(counts order by count desc, name), '[]')
              from (
                select cancellation_policy as name, count(*) from refundable
                group by cancellation_policy
              ) as counts
            )
          )
        $sql$,
        public.filtered_spaces(filter, found.matching, place),
        public.filtered_spaces(filter - 'type', found.matching, place),
        public.filtered_spaces(filter - 'policies', found.matching, place),
        most_counted
      ) into facets;
      return facets;
    end
  $$;

-- Returns the next hour that guests can book of each space, within 60 days, or null.
create function public.next_free_starts(ids uuid[])
  returns table (space_id uuid, start_time timestamptz)
  language sql stable security definer set search_path = '' as $$
    select listed.space_id, (
      select slot
      from (
        -- Hours are generated while they are read, so that the search ends at the first free one.
        select generate_series(
          date_trunc('hour', now(), listed.time_zone) + interval '1 hour',
          now() + interval '60 days', interval '1 hour'
        ) as slot
      ) as slots
      where listed.bookable
        and extract(hour from slot at time zone listed.time_zone) between 9 and 21
        and not exists (
          select from public.space_availability as taken
          where taken.space_id = listed.space_id and taken.active
            and taken.start_time < slot + interval '1 hour'
            and taken.start_time > slot - interval '24 hours'
            and taken.end_time > slot
            and (taken.expires_at is null or taken.expires_at > now())
        )
      limit 1
    )
    from public.searchable_spaces as listed
    where listed.space_id = any(ids[:100])
  $$;

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

revoke execute on function public.filtered_spaces, public.total_price from public, anon, authenticated;
revoke execute on function public.search_spaces, public.space_facets, public.next_free_starts,
  public.search_suggestions from public;
grant execute on function public.search_spaces, public.space_facets, public.next_free_starts,
  public.search_suggestions to anon, authenticated, service_role;
