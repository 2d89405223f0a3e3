-- The orders a list of spaces may be read in: newest, best rated, by price. Each is one column that
-- no two spaces share, so that a page begins exactly where the one before it ended, however many
-- spaces were created in one moment, are unrated, or cost the same. They are texts of fixed width in
-- the collation "C": every reader, SQL or not, compares them byte by byte and finds the same order.

-- Prices stand in nine currencies. These rates (to the US dollar, about the middle of 2025) put them
-- in an order that a person finds sensible, and serve nothing else: nobody is ever charged by them.
create function public.reference_price(price numeric, currency public.currency_code)
  returns numeric
  language sql immutable
  as $$
    select price * case currency
      when 'USD' then 1 when 'EUR' then 1.15 when 'GBP' then 1.34 when 'JPY' then 0.0068
      when 'AUD' then 0.65 when 'CAD' then 0.73 when 'SGD' then 0.77 when 'KRW' then 0.00072
      when 'AED' then 0.2723 end
  $$;

alter table public.spaces
  -- Microseconds of its creation, then its id.
  add column newest_key text collate "C" not null generated always as (
    lpad(round(extract(epoch from (created_at at time zone 'UTC')) * 1000000)::bigint::text, 18, '0')
    || '_' || id::text) stored,
  -- Tenths of stars, number of reviews, id.
  add column rating_key text collate "C" not null generated always as (
    lpad(round(rating * 10)::text, 2, '0') || lpad("reviewCount"::text, 10, '0')
    || '_' || id::text) stored,
  -- Ten-thousandths of a reference dollar, which tell the smallest steps of every currency apart.
  add column price_key text collate "C" not null generated always as (
    lpad(round(public.reference_price(price, currency) * 10000)::text, 12, '0')
    || '_' || id::text) stored;

-- One index for each order, alone and within what lists are filtered by.
create index spaces_newest_key_idx on public.spaces (newest_key);
create index spaces_rating_key_idx on public.spaces (rating_key);
create index spaces_price_key_idx on public.spaces (price_key);
create index spaces_type_newest_idx on public.spaces (type, newest_key);
create index spaces_type_rating_idx on public.spaces (type, rating_key);
create index spaces_type_price_idx on public.spaces (type, price_key);
create index spaces_location_newest_idx on public.spaces (location, newest_key);
create index spaces_location_rating_idx on public.spaces (location, rating_key);
create index spaces_location_price_idx on public.spaces (location, price_key);
create index spaces_country_newest_idx on public.spaces (country, newest_key);
create index spaces_country_rating_idx on public.spaces (country, rating_key);
create index spaces_country_price_idx on public.spaces (country, price_key);

drop index public.spaces_newest_idx;
drop index public.spaces_type_location_idx;
drop index public.spaces_location_idx;
drop index public.spaces_country_idx;

-- City pages ask for a part of the location, in whatever case.
create index spaces_location_part_idx
  on public.spaces using gin (location extensions.gin_trgm_ops);
