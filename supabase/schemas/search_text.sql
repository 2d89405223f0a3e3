create aggregate public.all_of(tsquery) (sfunc = tsquery_and, stype = tsquery, parallel = safe);
create aggregate public.any_of(tsquery) (sfunc = tsquery_or, stype = tsquery, parallel = safe);

-- A word or phrase of a search text that is not a filler word (see search_aliases).
create type public.search_term as (
  phrase text,
  query tsquery,
  -- Upper bound of the number of spaces that match the query.
  spaces integer,
  is_place boolean,
  -- Location whose name is the phrase.
  location text,
  -- True if the phrase is not an indexed word, but the beginning of indexed words.
  is_prefix boolean
);

-- One to three words of a search text: an alias, a location, a country, or a single word that the
-- user typed as two.
create type public.search_phrase as (
  start integer,
  width integer,
  phrase text,
  -- Meanings of an alias; empty for a filler.
  meanings text[],
  location text,
  is_country boolean,
  -- Lexeme of a word that the user typed as two words, such as "co working". Null for other
  -- phrases.
  joined text
);

-- Finds the aliases, locations and countries in a search text, given its words and their stems.
-- Also finds single words that the user typed as two, such as "co working". Looks up each phrase
-- separately, because for a join the planner would overestimate the number of phrases and read
-- whole tables.
create function public.search_phrases(words text[], stems text[]) returns public.search_phrase[]
  language sql stable set search_path = '' as $$
    select coalesce(array_agg(found::public.search_phrase), '{}')
    from (
      select start, width, phrase,
        coalesce(
          (select aliases.meanings from public.search_aliases as aliases where aliases.phrase = each.phrase),
          (
            select aliases.meanings from public.search_aliases as aliases
            where aliases.stems = each.stem_phrase and aliases.meanings <> '{}'
            order by aliases.phrase limit 1
          )
        ) as meanings,
        (
          select min(places.location) from public.space_locations as places
          where places.location_text = each.phrase
        ) as location,
        (
          select true from public.space_countries as places where places.country_text = each.phrase limit 1
        ) as is_country,
        case when width = 2 then (
          select known.lexeme from public.search_lexemes as known
          where known.lexeme = public.search_lexeme(replace(each.phrase, ' ', ''))
        ) end as joined
      from unnest(array(
        select start from generate_subscripts(words, 1) as start
      )) as start
      cross join unnest('{1,2,3}'::integer[]) as width
      cross join lateral (
        select array_to_string(words[start : start + width - 1], ' ') as phrase,
          array_to_string(stems[start : start + width - 1], ' ') as stem_phrase
      ) as each
      where start + width - 1 <= cardinality(words)
    ) as found
    where meanings is not null or location is not null or is_country or joined is not null
  $$;

-- Returns a query that matches all words of at least one phrase. `spaces` is an upper bound of the
-- number of matching spaces: the sum of the numbers of spaces that contain a phrase's rarest word.
create function public.phrase_query(phrases text[], out query tsquery, out spaces integer)
  language plpgsql stable set search_path = '' as $$
    declare
      phrase text;
      word text;
      stem text;
      counted integer;
      rarest integer;
      all_words tsquery;
    begin
      spaces := 0;
      foreach phrase in array phrases loop
        rarest := null;
        all_words := null;
        foreach word in array string_to_array(phrase, ' ') loop
          stem := public.search_lexeme(word);
          continue when stem is null;
          counted := coalesce(
            (select known.spaces from public.search_lexemes as known where known.lexeme = stem), 0);
          rarest := least(rarest, counted);
          all_words := coalesce(all_words && quote_literal(stem)::tsquery, quote_literal(stem)::tsquery);
        end loop;
        query := coalesce(query || all_words, query, all_words);
        spaces := spaces + coalesce(rarest, 0);
      end loop;
    end
  $$;

-- Returns the most likely spelling correction of a word, or null.
create function public.corrected_word(typed text) returns text
  language sql stable set search_path = '' set pg_trgm.similarity_threshold = '0.3' as $$
    with candidates as (
      (
        select forms.word, forms.lexeme
        from public.search_forms as forms
        where forms.word operator(extensions.%) typed and char_length(typed) >= 4
        order by extensions.similarity(forms.word, typed) desc
        limit 30
      )
      union
      -- Adds words that differ in two swapped letters, because trigram similarity often misses them
      -- in short words.
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
      -- The first letter of a short word must match: it is rarely wrong, and short words differ in
      -- little else.
      and (
        char_length(typed) > 5 or left(word, 1) = left(typed, 1)
        or substr(word, 1, 2) = reverse(left(typed, 2))
      )
    order by distance, left(word, 1) <> left(typed, 1), spaces desc, word
    limit 1
  $$;

-- Finds a replacement for a word that no space contains. Tries in this order: two words that the
-- user typed as one, the indexed words that begin with the typed word, a spelling correction.
create function public.replace_word(
  typed text, out term public.search_term, out correction text
)
  language plpgsql stable set search_path = '' as $$
    declare
      two_words text;
    begin
      term := null;
      select left(typed, cut) || ' ' || substr(typed, cut + 1) into two_words
      from generate_series(3, char_length(typed) - 3) as cut
      join public.search_lexemes as first on first.lexeme = public.search_lexeme(left(typed, cut))
      join public.search_lexemes as second on second.lexeme = public.search_lexeme(substr(typed, cut + 1))
      order by least(first.spaces, second.spaces) desc limit 1;
      if found then
        select typed, query, spaces, false, null, false into term from public.phrase_query(array[two_words]);
        return;
      end if;
      if char_length(typed) >= 2 then
        select typed, public.any_of(quote_literal(begun.lexeme)::tsquery), sum(begun.spaces), false, null, true
        into term from (
          select distinct known.lexeme, known.spaces
          from public.search_forms as forms join public.search_lexemes as known using (lexeme)
          -- Avoids LIKE, because a generic plan cannot use the index for LIKE with a variable.
          where forms.word >= typed and forms.word < typed || U&'\+10FFFF'
          order by known.spaces desc limit 8
        ) as begun;
        if term.query is not null then return; end if;
        term := null;
      end if;
      correction := public.corrected_word(typed);
    end
  $$;

-- Estimates the share of `total` spaces that contain all terms. Assumes that terms are independent.
create function public.expected_share(terms public.search_term[], total bigint) returns float
  language sql immutable set search_path = ''
  return (
    select exp(sum(ln(least(term.spaces, total) / total::float))) from unnest(terms) as term
  );

-- Returns an SQL condition on the alias `listed` that is true for spaces with all terms. The text
-- index finds the spaces with the rarest terms. A frequent term is tested on these spaces in the
-- table if that is faster than reading the term's index entries. Reading one space from the table
-- takes as long as reading 40 index entries.
create function public.terms_condition(terms public.search_term[], total bigint) returns text
  language plpgsql stable set search_path = '' as $$
    declare
      matching constant tsquery := (select public.all_of(each.query) from unnest(terms) as each);
      indexed tsquery;
      term public.search_term;
      spaces float := total;
    begin
      foreach term in array array(select each from unnest(terms) as each order by each.spaces) loop
        exit when indexed is not null and term.spaces > 40 * spaces * (1 - term.spaces / total::float);
        indexed := coalesce(indexed && term.query, term.query);
        spaces := spaces * term.spaces / total;
      end loop;
      return format(
        case when numnode(indexed) = numnode(matching) then 'listed.document @@ %1$L::tsquery'
          else 'listed.document @@ %2$L::tsquery and coalesce(listed.document @@ %1$L::tsquery, false)' end,
        matching, indexed
      );
    end
  $$;

-- Returns whether any space contains all terms. Sequential scans are off, because the planner would
-- choose them: it overestimates how many spaces contain several rare words.
create function public.has_match(terms public.search_term[], total bigint) returns boolean
  language plpgsql stable set search_path = '' set enable_seqscan = off as $$
    declare
      found_one boolean;
    begin
      execute format(
        'select exists (select from public.searchable_spaces as listed where %s)',
        public.terms_condition(terms, total)
      ) into found_one;
      return found_one;
    end
  $$;

-- Drops terms until some space contains all remaining terms. First tries to drop a single term:
-- prefixes first, then frequent terms before rare terms, and places only if all terms are places.
-- If one is not enough, builds the list again, with places first and then rare terms before
-- frequent terms. Drops each term that no space contains together with the terms added so far.
create function public.drop_terms(
  inout terms public.search_term[], total bigint, out dropped text[]
)
  language plpgsql stable set search_path = '' as $$
    declare
      has_only_places constant boolean :=
        not exists (select from unnest(terms) as each where not each.is_place);
      number integer;
      others public.search_term[];
      term public.search_term;
    begin
      dropped := '{}';
      -- Skips the slow check if enough spaces are expected to contain all words.
      if coalesce(cardinality(terms), 0) < 2 or total * public.expected_share(terms, total) >= 50
        or public.has_match(terms, total) then
        return;
      end if;

      for number in
        select n from generate_subscripts(terms, 1) as n
        where not (terms[n]).is_place or has_only_places
        order by (terms[n]).is_prefix desc, (terms[n]).spaces desc, n desc
      loop
        others := terms[: number - 1] || terms[number + 1 :];
        if public.has_match(others, total) then
          dropped := array[terms[number].phrase];
          terms := others;
          return;
        end if;
      end loop;

      others := '{}';
      foreach term in array array(
        select each from unnest(terms) as each order by each.is_place desc, each.is_prefix, each.spaces
      ) loop
        if public.has_match(others || term, total) then
          others := others || term;
        else
          dropped := dropped || term.phrase;
        end if;
      end loop;
      terms := others;
    end
  $$;

-- Parses a search text. Returns:
-- matching: query that spaces must match, or null if all words are fillers
-- condition: `matching` as SQL
-- ranking: query of all words
-- nothing: whether no space contains any word of the text
-- fewest: number of spaces with the rarest word of `matching`
-- share: estimated share of spaces that match, assuming that words are independent
-- location: name of a location in the text
-- people: number in a text such as "12 people" or "for 12"
-- corrections, ignored: corrected words and ignored words
create function public.understand_search(
  search text,
  out matching tsquery, out condition text, out ranking tsquery, out nothing boolean, out fewest integer, out share float,
  out location text, out people integer, out corrections jsonb, out ignored text[]
)
  language plpgsql stable security definer set search_path = '' as $$
    declare
      most_words constant integer := 12;
      units_of_people constant text[] :=
        '{people,persons,person,guests,guest,pax,ppl,attendees,friends,seats,kids,children,adults,students}';
      units_of_time constant text[] := '{h,hr,hrs,hour,hours,day,days,night,nights,min,mins,minutes,am,pm}';
      words text[] := (string_to_array(trim(regexp_replace(public.folded(search), '[^[:alnum:]]+', ' ', 'g')), ' '))[1:most_words];
      count_of_words constant integer := coalesce(cardinality(words), 0);
      -- Lexeme of each word of the search text. A stop word has no lexeme and is kept as it is.
      stems text[] := array(
        select coalesce(public.search_lexeme(word), word) from unnest(words) as word
      );
      phrases public.search_phrase[] := public.search_phrases(words, stems);
      phrase public.search_phrase;
      -- Terms that replace words that no space contains, by the index of the word in `words`.
      replacements public.search_term[] := '{}';
      replaced record;
      terms public.search_term[] := '{}';
      term public.search_term;
      -- Filler phrases, which are searched for only if the text has no other words.
      fillers text[] := '{}';
      total bigint := coalesce((select sum(spaces) from public.space_countries), 0);
      at integer := 1;
      has_room boolean;
    begin
      corrections := '[]';
      ignored := '{}';

      for i in 1 .. count_of_words loop
        continue when public.search_lexeme(words[i]) is null or words[i] ~ '^[0-9]+$'
          or exists (select from public.search_lexemes as known where known.lexeme = stems[i])
          or exists (
            select from unnest(phrases) as each
            where i between each.start and each.start + each.width - 1 and each.meanings is not null
          );
        select * into replaced from public.replace_word(words[i]);
        if replaced.correction is null then
          replacements[i] := replaced.term;
        else
          corrections := corrections
            || jsonb_build_object('from', words[i], 'to', replaced.correction);
          words[i] := replaced.correction;
          stems[i] := coalesce(public.search_lexeme(words[i]), words[i]);
        end if;
      end loop;
      if corrections <> '[]' then phrases := public.search_phrases(words, stems); end if;

      while at <= count_of_words loop
        if words[at] ~ '^[0-9]{1,5}$' and (
          words[at + 1] = any(units_of_people)
          or words[at - 1] = 'for' and coalesce(words[at + 1] <> all(units_of_time), true)
        ) then
          people := words[at];
          at := at + case when words[at + 1] = any(units_of_people) then 2 else 1 end;
          continue;
        end if;
        select each.* into phrase from unnest(phrases) as each
        where each.start = at order by each.width desc limit 1;
        if not found then phrase := (at, 1, words[at], null, null, null, null); end if;

        term := (phrase.phrase, null, 0, false, null, false);
        if (replacements[at]).query is not null and phrase.width = 1 and phrase.meanings is null then
          term := replacements[at];
        elsif phrase.meanings is null and phrase.joined is null or phrase.meanings = '{}' then
          select query, spaces into term.query, term.spaces from public.phrase_query(array[phrase.phrase]);
          term.location := phrase.location;
          term.is_place := phrase.location is not null or phrase.is_country is not null;
        elsif phrase.meanings is null then
          select query, spaces into term.query, term.spaces
          from public.phrase_query(array[phrase.phrase, replace(phrase.phrase, ' ', '')]);
        else
          select query, spaces into term.query, term.spaces from public.phrase_query(phrase.meanings);
          select min(places.location) into term.location from public.space_locations as places
          where places.location_text = any(phrase.meanings);
          term.is_place := term.location is not null or exists (
            select from public.space_countries as places where places.country_text = any(phrase.meanings)
          );
          if cardinality(phrase.meanings) > 1 then term.location := null; end if;
        end if;

        at := at + phrase.width;
        ranking := coalesce(ranking || term.query, term.query, ranking);
        if phrase.meanings = '{}' then
          fillers := fillers || phrase.phrase;
        elsif term.query is not null and term.spaces = 0 then
          ignored := ignored || phrase.phrase;
        elsif term.query is not null then
          terms := terms || term;
        end if;
      end loop;

      if cardinality(terms) = 0 and cardinality(ignored) = 0 then
        terms := array(
          select (filler, phrases.query, phrases.spaces, false, null, false)::public.search_term
          from unnest(fillers) as filler, public.phrase_query(array[filler]) as phrases
          where phrases.spaces > 0
        );
      end if;
      nothing := cardinality(terms) = 0 and cardinality(ignored) > 0;
      select dropped.terms, ignored || dropped.dropped
      into terms, ignored from public.drop_terms(terms, total) as dropped;
      matching := (select public.all_of(each.query) from unnest(terms) as each);
      condition := public.terms_condition(terms, total);
      select min(each.spaces), max(each.location) into fewest, location from unnest(terms) as each;
      share := public.expected_share(terms, total);
      -- Ignores the number of people if no matching space has room for them.
      if people is not null and fewest <= 1000 then
        execute format(
          'select exists (select from public.searchable_spaces as listed where %s and listed.capacity >= %s)',
          condition, people
        ) into has_room;
        if not has_room then
          ignored := ignored || (people || ' people');
          people := null;
        end if;
      end if;
    end
  $$;

revoke execute on routine public.all_of(tsquery), public.any_of(tsquery), public.search_phrases,
  public.phrase_query, public.corrected_word, public.replace_word, public.terms_condition, public.has_match,
  public.expected_share, public.drop_terms, public.understand_search
from public, anon, authenticated;
