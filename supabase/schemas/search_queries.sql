-- Search aliases: phrases with other meanings in this marketplace, and filler words to ignore.
insert into public.search_aliases (phrase, meanings) values
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
  ('california', '{california,los angeles,san diego,san jose,san francisco,oakland,sacramento}'),
  ('texas', '{texas,houston,dallas,san antonio,austin,fort worth,el paso}'),
  ('florida', '{florida,tampa,miami,orlando,jacksonville}'),
  ('illinois', '{illinois,chicago}'),
  ('arizona', '{arizona,phoenix,tucson}'),
  ('pennsylvania', '{pennsylvania,philadelphia,pittsburgh}'),
  ('ontario', '{ontario,toronto,ottawa}'),
  ('catalonia', '{catalonia,barcelona}'),
  ('europe', '{united kingdom,ireland,france,germany,netherlands,belgium,spain,portugal,italy,greece,austria,switzerland,denmark,sweden,norway,finland,poland}'),
  ('asia', '{japan,korea,china,hong kong,singapore,thailand,india,indonesia,vietnam,malaysia,philippines,taiwan}'),
  ('middle east', '{united arab emirates,qatar,saudi arabia}'),
  ('latin america', '{mexico,brazil,argentina,chile,colombia,peru}'),
  ('south america', '{brazil,argentina,chile,colombia,peru}'),
  ('photo studio', '{photo space,photo studio}'),
  ('headshot', '{headshot,portrait,photo}'),
  ('portrait', '{portrait,photo}'),
  ('fashion', '{fashion,photo space}'),
  ('content creation', '{photo,video,camera}'),
  ('youtube', '{video,camera,podcast studio}'),
  ('webinar', '{webinar,streaming,video conferencing}'),
  ('voice over', '{voice,podcast studio,recording studio}'),
  ('voiceover', '{voiceover,voice,podcast studio,recording studio}'),
  ('vocal', '{vocal,microphone,recording studio}'),
  ('jam', '{jam,rehearsal}'),
  ('choir', '{choir,rehearsal,music}'),
  ('concert', '{concert,stage,music}'),
  ('gig', '{gig,stage}'),
  ('dj', '{dj,turntable}'),
  ('comedy', '{comedy,stage}'),
  ('cinema', '{cinema,film,screening,projection}'),
  ('movie', '{movie,film,screening,projection}'),
  ('screening', '{screening,film,projection}'),
  ('auditorium', '{auditorium,lecture,theatre,stage}'),
  ('seminar', '{seminar,lecture,meeting room}'),
  ('speech', '{speech,lecture,talk}'),
  ('offsite', '{offsite,team,meeting room}'),
  ('off site', '{team,meeting room}'),
  ('brainstorm', '{brainstorm,whiteboard}'),
  ('hackathon', '{hackathon,office,whiteboard}'),
  ('startup', '{startup,founder,office}'),
  ('hot desk', '{desk}'),
  ('corporate', '{corporate,company,meeting room,event venue}'),
  ('networking', '{networking,lounge,event venue}'),
  ('gala', '{gala,event venue}'),
  ('anniversary', '{anniversary,event venue,lounge}'),
  ('graduation', '{graduation,event venue,lounge}'),
  ('baby shower', '{event venue,lounge,loft}'),
  ('bridal', '{bridal,wedding,dressing}'),
  ('ceremony', '{ceremony,wedding,event venue}'),
  ('product launch', '{launch,gallery,event venue}'),
  ('dinner', '{dinner,supper,dining}'),
  ('supper', '{supper,dinner}'),
  ('restaurant', '{restaurant,supper,dining,kitchen}'),
  ('cafe', '{cafe,coffee}'),
  ('food', '{food,kitchen,supper}'),
  ('culinary', '{culinary,kitchen}'),
  ('bakery', '{bakery,baking,oven}'),
  ('commercial kitchen', '{kitchen}'),
  ('pop up', '{pop up,popup,gallery}'),
  ('popup', '{popup,gallery}'),
  ('sketching', '{sketch,drawing,easel}'),
  ('sculpture', '{sculpture,plinth,clay}'),
  ('craft', '{craft,workshop}'),
  ('sewing', '{sewing,loom,workshop}'),
  ('diy', '{workbench,tool,workshop}'),
  ('pilates', '{pilates,yoga,dance studio}'),
  ('meditation', '{meditation,yoga}'),
  ('gym', '{gym,yoga,dance studio}'),
  ('choreography', '{choreography,dance}'),
  ('rehearsing', '{rehearsal}'),
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
  ('soundproof', '{soundproof,acoustic}'),
  ('sound proof', '{soundproof,acoustic}'),
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
  ('beach', '{beach,ocean,sea}'),
  ('fireplace', '{fireplace,fire bowl,stove}'),
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
  || 'record like le les el los de del du der die das di', ' '
)) as phrase
on conflict do nothing;

-- Returns a query for all words of a phrase, and the number of spaces with its rarest word.
create function public.phrase_query(phrase text, out query tsquery, out spaces integer)
  language sql stable set search_path = '' as $$
    select string_agg(quote_literal(stems.lexeme), ' & ')::tsquery,
      coalesce(min(coalesce(known.spaces, 0)), 0)
    from string_to_table(phrase, ' ') as word,
      lateral (select public.search_lexeme(word) as lexeme) as stems
      left join public.search_lexemes as known on known.lexeme = stems.lexeme
    where stems.lexeme is not null
  $$;

-- Returns the most likely spelling correction of a word, or null.
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
      -- Adds words with two letters swapped, which trigram similarity often misses in short words.
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
      and distance <= case
        when char_length(typed) <= 5 then 1 when char_length(typed) <= 8 then 2 else 3
      end
      -- The first letter of a short word must match, because it is rarely wrong.
      and (
        char_length(typed) > 5 or left(word, 1) = left(typed, 1)
        or substr(word, 1, 2) = reverse(left(typed, 2))
      )
    order by distance, left(word, 1) <> left(typed, 1), spaces desc, word
    limit 1
  $$;

-- Returns whether any space matches a query. The planner overestimates combinations of rare words,
-- so sequential scans are off.
create function public.has_match(query tsquery) returns boolean
  language sql stable set search_path = '' set enable_seqscan = off as $$
    select exists (select from public.searchable_spaces where document @@ query)
  $$;

-- Parses a search text. `matching` is the query that spaces must match, null if all words are
-- fillers; `nothing` is true if no space contains any word. `ranking` queries all words. `fewest`
-- counts the spaces with the rarest word, and `share` estimates the share of matching spaces.
-- `people` is the number in "for 12 people".
create function public.understand_search(
  search text,
  out matching tsquery, out ranking tsquery, out nothing boolean, out fewest integer, out share float,
  out location text, out people integer, out corrections jsonb, out ignored text[]
)
  language plpgsql stable security definer set search_path = '' as $$
    declare
      most_words constant integer := 12;
      words text[] := (string_to_array(trim(regexp_replace(public.folded(search), '[^[:alnum:]]+', ' ', 'g')), ' '))[1:most_words];
      -- Queries and counts, by position, for words that no space contains, such as prefixes.
      word_queries tsquery[];
      word_counts integer[];
      is_start boolean[] := array_fill(false, array[most_words + 1]);
      -- The words or phrases of the text that are not fillers.
      terms text[] := '{}';
      queries tsquery[] := '{}';
      counts integer[] := '{}';
      places boolean[] := '{}';
      -- True for a term that is only a prefix of indexed words.
      guesses boolean[] := '{}';
      -- Filler phrases, which are searched for only if the text has no other words.
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

      -- Finds a correction for each word that no space contains.
      for i in 1 .. coalesce(array_length(words, 1), 0) loop
        continue when public.search_lexeme(words[i]) is null
          or exists (
            select from public.search_aliases as aliases
            where aliases.phrase = words[i]
              or aliases.stems = public.search_stems(words[i]) and aliases.meanings <> '{}'
          )
          or exists (
            select from public.search_lexemes where lexeme = public.search_lexeme(words[i])
          );
        -- Splits two words that were typed as one.
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
        -- Treats the word as a prefix of indexed words.
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
            is_start[i] := true;
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
          from public.search_aliases as aliases
          where aliases.phrase = wanted
            or aliases.stems = public.search_stems(wanted) and aliases.meanings <> '{}'
          order by aliases.phrase <> wanted, aliases.phrase limit 1;
          if found then
            -- An alias without meanings is a filler, so its query stays null.
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
          -- Joins a word that was typed as two.
          if width = 2 then
            select known.lexeme, known.spaces into name, found_count
            from public.search_lexemes as known
            where known.lexeme = public.search_lexeme(replace(wanted, ' ', ''));
            if found then
              select case when spaces = 0 then quote_literal(name)::tsquery
                else query || quote_literal(name)::tsquery end
              into found_query from public.phrase_query(wanted);
              exit;
            end if;
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
            guesses := guesses || (width = 1 and is_start[at] and found_query = word_queries[at]);
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
          guesses := guesses || false;
        end loop;
      end if;
      nothing := cardinality(terms) = 0 and cardinality(ignored) > 0;

      -- Drops words until a space matches: prefixes, then frequent words, places last.
      while cardinality(terms) > 1 loop
        select total * exp(sum(ln(least(count, total) / total::numeric))) into expected
        from unnest(counts) as count;
        -- Skips the slow check if enough spaces are expected to contain all words.
        exit when expected >= 50;
        matching := (select public.all_of(queries));
        exit when public.has_match(matching);
        left_out := null;
        for leave in
          select term.index
          from unnest(counts, places, guesses) with ordinality as term (count, place, guess, index)
          order by term.guess desc, term.place, term.count desc, term.index desc
        loop
          rest := public.all_of(queries[: leave - 1] || queries[leave + 1 :]);
          left_out := coalesce(left_out, leave);
          if cardinality(terms) = 2 or public.has_match(rest) then
            left_out := leave;
            exit;
          end if;
        end loop;
        ignored := ignored || terms[left_out];
        if places[left_out] then location := null; end if;
        terms := terms[: left_out - 1] || terms[left_out + 1 :];
        queries := queries[: left_out - 1] || queries[left_out + 1 :];
        counts := counts[: left_out - 1] || counts[left_out + 1 :];
        places := places[: left_out - 1] || places[left_out + 1 :];
        guesses := guesses[: left_out - 1] || guesses[left_out + 1 :];
      end loop;
      matching := public.all_of(queries);
      select min(count), exp(sum(ln(least(count, total) / total::float)))
      into fewest, share from unnest(counts) as count;
      -- Ignores the number of people if no matching space has room for them.
      if people is not null and fewest <= 1000 and not exists (
        select from public.searchable_spaces where document @@ matching and capacity >= people
      ) then
        ignored := ignored || (people || ' people');
        people := null;
      end if;
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

-- Returns SQL that tests a query against the Bloom filter `signature`, with false positives.
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

-- Turns the filter of a list into SQL. `filter` has the fields of SpaceFilter in
-- web/app/data/spaces-filter.ts; `matching`, `fewest`, `share` and `people` are results of
-- understand_search. The SQL is dynamic, because the planner chooses a good index only if it knows
-- the values.
-- `scope` and `conditions` use columns of the covering indexes of searchable_spaces, `exact` other
-- columns. `free` joins the first free start of a search by time. `is_rare` is true if reading all
-- matches through an index is faster than scanning the sort order until a page is full.
create function public.list_conditions(
  filter jsonb, matching tsquery, fewest integer, share float, people integer,
  out scope text, out conditions text, out exact text, out free text, out is_rare boolean
)
  language plpgsql stable set search_path = '' as $$
    declare
      -- Up to about this number of spaces, sorting them all is as fast as the longest index scan.
      most_read constant integer := 1500;
      hours constant integer := coalesce((filter ->> 'hours')::integer, 1);
      guests constant integer := coalesce((filter ->> 'guests')::integer, people);
      names text[];
      spaces bigint;
      total constant bigint := (select coalesce(sum(countries.spaces), 0) from public.space_countries as countries);
      expected_share float := coalesce(share, 1);
      amenity record;
      west double precision;
      south double precision;
      east double precision;
      north double precision;
      area text;
      -- The maximum all-in total, as an SQL expression of the currency.
      most text := 'null';
    begin
      scope := 'true';
      conditions := 'true';
      exact := 'true';
      is_rare := coalesce(fewest <= most_read, false) or total <= most_read;

      if filter ? 'location' or filter ? 'locationContains' then
        select array_agg(locations.location), coalesce(sum(locations.spaces), 0) into names, spaces
        from public.space_locations as locations
        where case
          when filter ? 'location' then locations.location = filter ->> 'location'
          else locations.location_text like any (
            select '%' || regexp_replace(public.folded(part), '([\\%_])', '\\\1', 'g') || '%'
            from jsonb_array_elements_text(filter -> 'locationContains') as part
          )
        end;
        is_rare := is_rare or spaces <= most_read;
        if cardinality(names) = 1 then
          scope := format('location = %L', names[1]);
        else
          conditions := conditions
            || format(' and listed.location = any (%L::text[])', coalesce(names, '{}'));
        end if;
      end if;
      if filter ? 'type' then
        if scope = 'true' then
          scope := format('type = %L', filter ->> 'type');
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
        is_rare := is_rare or spaces <= most_read;
        if scope = 'true' and cardinality(names) = 1 then
          scope := format('country = %L', names[1]);
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
      if filter ? 'minRating' then
        conditions := conditions
          || format(' and listed.rating >= %s', (filter ->> 'minRating')::numeric);
      end if;
      if filter ? 'max' then
        most := (
          select format('case listed.currency %s end', string_agg(
            format('when %L then %s', rates.currency, round(
              (filter ->> 'max')::numeric * wanted.usd_per_unit / rates.usd_per_unit, 4)), ' '))
          from public.exchange_rates as rates, public.exchange_rates as wanted
          where wanted.currency = coalesce(filter ->> 'currency', 'USD')
        );
        -- With booking rules, the price depends on the time, so first_offered_start compares it.
        conditions := conditions || format(
          ' and (%spublic.total_price(listed.price, listed.currency, %s) <= %s)',
          case when filter ? 'date' then 'listed.has_rules or ' else '' end, hours, most);
      end if;
      if filter ? 'bounds' then
        west := filter -> 'bounds' ->> 0;
        south := filter -> 'bounds' ->> 1;
        east := filter -> 'bounds' ->> 2;
        north := filter -> 'bounds' ->> 3;
        conditions := conditions || format(' and listed.latitude between %s and %s and ', south, north)
          || format(
            -- A map across the antimeridian has a west edge east of its east edge.
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
        if not is_rare then
          execute format(
            'select count(*) from (select from public.searchable_spaces as listed where %s limit %s) as found',
            area, most_read + 1
          ) into spaces;
          is_rare := spaces <= most_read;
        end if;
        if is_rare then exact := exact || ' and ' || area; end if;
      end if;
      for amenity in
        select phrases.query, phrases.spaces
        from jsonb_array_elements_text(filter -> 'amenities') as name,
          public.phrase_query(public.search_words(name)) as phrases
      loop
        is_rare := is_rare or amenity.spaces <= most_read;
        expected_share := expected_share * amenity.spaces / greatest(total, 1);
        conditions := conditions || coalesce(' and ' || public.signature_condition(amenity.query), '');
      end loop;
      if filter ? 'amenities' then
        exact := exact || format(
          ' and listed.amenities @> %L::text[]',
          array(select jsonb_array_elements_text(filter -> 'amenities'))
        );
      end if;
      -- Scanning the sort order would end before a page is full.
      is_rare := is_rare or scope = 'true' and expected_share * least(total, 15000) < 12;
      if matching is not null then
        conditions := conditions || format(' and (%s)', public.signature_condition(matching));
        exact := exact || format(' and listed.document @@ %L::tsquery', matching);
      end if;

      free := 'cross join (select null::timestamptz as free_from) as free';
      if filter ? 'date' then
        if hours not between 1 and 24 then
          raise exception using errcode = '22023', message = 'hours must be 1 to 24';
        end if;
        conditions := conditions || ' and listed.bookable';
        -- Without booking rules, bookings start on the hour from 9:00 to 21:00 local time. Bookings
        -- last at most 24 hours plus 2 hours of buffer, so only those of the last 26 hours can
        -- overlap.
        free := format(
          $sql$ cross join lateral (
            select offered.free_from
            from (
              select case
                when listed.has_rules then public.first_offered_start(
                  listed.space_id, %1$L::date, %2$L::time, %3$s, %4$s)
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
                  order by start
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
          )
        );
      end if;
    end
  $$;

-- All-in price of some hours in major units: rental plus platform fee, as in domain/fees.ts.
create function public.total_price(price numeric, currency text, hours integer) returns numeric
  language sql immutable
  return price * hours + round(
    price * hours * public.platform_fee_percentage() / 100,
    case when currency in ('JPY', 'KRW') then 0 else 2 end
  );

-- Returns the next spaces of a list in the order `sort`, after the sort key `bound` of a page.
create function public.find_spaces(
  filter jsonb, sort text, bound text, most integer,
  out ids uuid[], out keys text[], out starts timestamptz[], out corrections jsonb, out ignored text[]
)
  language plpgsql stable set search_path = '' as $$
    declare
      -- Maximum number of index entries to scan, without and with reading the table.
      longest_walk constant integer := 15000;
      longest_scan constant integer := 4000;
      most_ranked constant integer := 1000;
      understood record;
      listed record;
      key_column constant text := case sort
        when 'newest' then 'newest_key' when 'top-rated' then 'rating_key'
        when 'price-low' then 'price_key' when 'price-high' then 'price_key'
        when 'best-match' then 'rating_key' when 'any' then 'newest_key' end;
      direction constant text := case sort when 'price-low' then 'asc' else 'desc' end;
      beyond constant text := case sort when 'price-low' then '>' else '<' end;
      is_ranked boolean;
      key text := 'listed.' || key_column;
    begin
      if key_column is null then
        raise exception using errcode = '22023', message = format('Unknown order "%s"', sort);
      end if;
      if filter ? 'text' then
        select * into understood from public.understand_search(filter ->> 'text');
      else
        select null::tsquery as matching, null::tsquery as ranking, false as nothing,
          null::integer as fewest, null::float as share, null::integer as people, null as location, '[]'::jsonb as corrections,
          '{}'::text[] as ignored
        into understood;
      end if;
      corrections := understood.corrections;
      ignored := understood.ignored;
      ids := '{}';
      keys := '{}';
      starts := '{}';
      if understood.nothing then return; end if;
      if understood.fewest > most_ranked and understood.location is not null
        and not (filter ?| '{location,locationContains}') then
        filter := filter || jsonb_build_object('location', understood.location);
      end if;
      select * into listed from public.list_conditions(
        filter, understood.matching, understood.fewest, understood.share, understood.people);
      is_ranked := sort = 'best-match' and coalesce(understood.fewest <= most_ranked, false);
      if sort = 'best-match' and not is_ranked then bound := substr(bound, 7); end if;

      if not listed.is_rare and (sort <> 'any' or listed.scope = 'true') then
        execute format(
          $sql$
            select array_agg(space_id), array_agg(key), array_agg(free_from)
            from (
              select listed.space_id, %1$s as key, free.free_from
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
              where %9$s and %10$s
              order by %1$s %5$s
              limit %11$s
            ) as page
          $sql$,
          key, key_column, listed.scope,
          case when bound is null then 'true' else format('%s %s %L', key_column, beyond, bound) end,
          direction,
          case listed.scope when 'true' then longest_walk else longest_scan end,
          case listed.exact when 'true' then ''
            else 'join public.searchable_spaces as exact on exact.space_id = listed.space_id' end,
          listed.free, listed.conditions, replace(listed.exact, 'listed.', 'exact.'), most
        ) into ids, keys, starts;
      end if;

      if listed.is_rare or coalesce(cardinality(ids), 0) < most then
        if is_ranked then
          key := format(
            $sql$lpad(round(ts_rank('{0.05,0.2,0.6,1}', listed.document, %L::tsquery) * 100)::text, 6, '0')
              || listed.rating_key$sql$, understood.ranking);
        end if;
        execute format(
          $sql$
            select array_agg(space_id), array_agg(key), array_agg(free_from)
            from (
              select listed.space_id, listed.key, free.free_from
              from (
                select listed.*, %1$s as key
                from public.searchable_spaces as listed
                where %2$s and %3$s and %4$s
                -- Keeps the planner from scanning the sort order when few spaces match.
                %9$s
              ) as listed
              %5$s
              where %6$s
              %7$s
              limit %8$s
            ) as page
          $sql$,
          key, listed.scope, listed.conditions, listed.exact, listed.free,
          case when bound is null then 'true' else format('listed.key %s %L', beyond, bound) end,
          case sort when 'any' then '' else 'order by listed.key ' || direction end, most,
          case sort when 'any' then '' else 'offset 0' end
        ) into ids, keys, starts;
      end if;
      ids := coalesce(ids, '{}');
      keys := coalesce(keys, '{}');
      starts := coalesce(starts, '{}');
      if sort = 'best-match' and not is_ranked then
        keys := array(select '000000' || each from unnest(keys) as each);
      end if;
    end
  $$;

-- Returns a page of a space list: `spaces`, the cursor `next`, and the words that were corrected or
-- ignored. `after` is the cursor of the previous page.
create function public.search_spaces(filter jsonb, after text default null, page_size integer default 24)
  returns json
  language plpgsql stable security definer set search_path = '' as $$
    declare
      number constant integer := least(greatest(page_size, 1), 100);
      hours constant integer := coalesce((filter ->> 'hours')::integer, 1);
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
              page.free_from, page.key,
              case when page.free_from is not null and listed.has_rules then public.total_price(
                public.base_price(
                  spaces, page.free_from, page.free_from + hours * interval '1 hour'),
                spaces.currency::text, 1)
              end as free_total
            from unnest(found.ids[:number], found.keys[:number], found.starts[:number])
              with ordinality as page (id, key, free_from, position)
            join public.spaces on spaces.id = page.id
            join public.searchable_spaces as listed on listed.space_id = page.id
            order by page.position
          ) as space
        ),
        'next', case when cardinality(found.ids) > number then found.keys[number] end,
        'corrections', found.corrections,
        'ignored', found.ignored
      );
    end
  $$;

-- Counts the matching spaces (at most 1,001), also by type, amenity and cancellation policy. The
-- counts of types and policies ignore the filter's types and policies.
create function public.space_facets(filter jsonb) returns json
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
    declare
      most_counted constant integer := 1001;
      matches uuid[];
      typed uuid[];
      refundable uuid[];
    begin
      matches := (select ids from public.find_spaces(filter, 'any', null, most_counted));
      typed := (select ids from public.find_spaces(filter - 'type', 'any', null, most_counted)
        where filter ? 'type');
      refundable := (select ids from public.find_spaces(filter - 'policies', 'any', null, most_counted)
        where filter ? 'policies');
      return (
        with matched as materialized (
          select type, amenities, cancellation_policy
          from public.searchable_spaces where space_id = any(matches)
        ), types as (
          select type as name from matched where typed is null
          union all select type from public.searchable_spaces where space_id = any(typed)
        ), policies as (
          select cancellation_policy as name from matched where refundable is null
          union all
          select cancellation_policy from public.searchable_spaces where space_id = any(refundable)
        )
        select json_build_object(
          'total', cardinality(matches),
          'types', (
            select coalesce(json_agg(counts order by count desc, name), '[]')
            from (select name, count(*) from types group by name) as counts
          ),
          'amenities', (
            select coalesce(json_agg(counts order by count desc, name), '[]')
            from (
              select name, count(*) from matched, unnest(amenities) as name
              group by name order by count(*) desc, name limit 40
            ) as counts
          ),
          'policies', (
            select coalesce(json_agg(counts order by count desc, name), '[]')
            from (select name, count(*) from policies group by name) as counts
          )
        )
      );
    end
  $$;

-- Returns each space's next start within 60 days for its minimum duration, or null.
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

-- Returns up to 8 suggestions for an incomplete search text: places, types and spaces.
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

revoke execute on function public.signature_condition, public.list_conditions, public.find_spaces,
  public.total_price from public, anon, authenticated;
revoke execute on function public.search_spaces, public.space_facets, public.next_free_starts,
  public.search_suggestions from public;
grant execute on function public.search_spaces, public.space_facets, public.next_free_starts,
  public.search_suggestions to anon, authenticated, service_role;
