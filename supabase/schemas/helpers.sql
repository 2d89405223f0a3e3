
create extension if not exists btree_gist with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create domain public.currency_code as text
  constraint currency_code_known
  check (value in ('USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'SGD', 'KRW', 'AED'));

-- Returns the number of decimal places of a currency, as in `domain/money.ts`.
create function public.currency_decimals(currency public.currency_code) returns integer
  language sql immutable as $$ select case when currency in ('JPY', 'KRW') then 0 else 2 end $$;

-- Returns Stripe's minimum card charge in major units, as in `domain/money.ts`.
create function public.minimum_charge(currency public.currency_code) returns numeric
  language sql immutable as $$
    select case currency
      when 'GBP' then 0.3 when 'AED' then 2 when 'JPY' then 50 when 'KRW' then 1000 else 0.5 end
  $$;

-- Converts minor to major units, such as 1050 USD cents to 10.50.
create function public.from_minor(amount bigint, currency public.currency_code) returns numeric
  language sql immutable set search_path = '' as $$
    select round(
      amount / power(10::numeric, public.currency_decimals(currency)),
      public.currency_decimals(currency)
    )
  $$;

-- Converts major to minor units, such as 10.50 USD to 1050 cents.
create function public.to_minor(amount numeric, currency public.currency_code) returns bigint
  language sql immutable set search_path = '' as $$
    select round(amount * power(10::numeric, public.currency_decimals(currency)))::bigint
  $$;

-- Converts a price to US dollars at mid-2025 rates, for sorting across currencies and for the
-- initial exchange rates.
create function public.reference_price(price numeric, currency public.currency_code)
  returns numeric
  language sql immutable as $$
    select price * case currency
      when 'USD' then 1 when 'EUR' then 1.15 when 'GBP' then 1.34 when 'JPY' then 0.0068
      when 'AUD' then 0.65 when 'CAD' then 0.73 when 'SGD' then 0.77 when 'KRW' then 0.00072
      when 'AED' then 0.2723 end
  $$;

-- Lowercases text and removes accents, as in `domain/folding.ts`. Replaces the Greek final sigma,
-- because lower() writes sigma differently at the end of a word.
create function public.folded(words text) returns text
  language sql immutable strict parallel safe
  return replace(
    lower(regexp_replace(
      normalize(words, nfkd),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'
    )),
    'ς', 'σ'
  );

-- Returns the delay before the next retry. The delay grows exponentially up to longest_delay.
create function public.retry_delay(attempt integer, first_delay interval, longest_delay interval)
  returns interval
  language sql immutable set search_path = ''
  as $$ select least(first_delay * power(2, least(attempt, 12) - 1), longest_delay) $$;

revoke execute on function public.retry_delay from public, anon, authenticated;

-- Returns true if the text is a single email address without a display name or line breaks.
create function public.is_email_address(address text) returns boolean
  language sql immutable set search_path = '' as $$
    select length(address) <= 254
      and address ~ '^[^[:space:][:cntrl:]<>()",;:\\@]+@[^[:space:][:cntrl:]<>()",;:\\@]+$'
  $$;

-- Copies pg_timezone_names, because this view reads every time zone file on each query and is slow.
create table public.time_zones (name text primary key);

alter table public.time_zones enable row level security;
revoke all on public.time_zones from anon, authenticated;

-- Excludes "Factory", which PostgreSQL lists for systems without a time zone setting.
insert into public.time_zones (name)
select name from pg_catalog.pg_timezone_names where name <> 'Factory';

create function public.is_time_zone(name text) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (select from public.time_zones as zones where zones.name = $1)
  $$;

-- Raises foreign_image unless each URL points to a public bucket of this project, as a path or as
-- an absolute URL of the access token's issuer. Images on another server would reveal every
-- visitor's IP address to that server. Rejects dot segments, because they could lead out of the
-- bucket.
create function public.require_own_images(urls text[], bucket text) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      base constant text := substring(auth.jwt() ->> 'iss' from '^(https?://.+)/auth/v1$');
      path_pattern constant text := '^/storage/v1/(object|render/image)/public/' || bucket
        || '/[A-Za-z0-9._~!$&()*+,;=:@%/-]+(\?[A-Za-z0-9._~!$&()*+,;=:@%/?-]*)?$';
    begin
      if exists (
        select from unnest(urls) as url
        where url ~* '\.\.|%2e'
          or case when starts_with(url, base || '/') then substr(url, length(base) + 1) else url end
            !~ path_pattern
      ) then
        raise exception using errcode = 'PT400', detail = 'foreign_image',
          message = 'Please upload the image. Images from other sites are not allowed';
      end if;
    end
  $$;

-- Masks email addresses, links and phone numbers (8 to 15 digits, or 7 to 15 after a plus sign),
-- but not dates such as 2026-11-25.
create function public.mask_contacts(p_text text) returns text
  language sql immutable set search_path = '' as $$
    select regexp_replace(regexp_replace(regexp_replace(p_text,
      '[[:alnum:]._%+-]+\s?(@|\(at\)|\[at\])\s?[[:alnum:]-]+\s?(\.|\(dot\)|\[dot\])\s?[[:alnum:]-]+((\.|\s?(\(dot\)|\[dot\])\s?)[[:alnum:]-]+)*',
      '[hidden]', 'gi'),
      '(https?://|www\.)\S+|(?<![[:alnum:].@-])([[:alnum:]-]+\.)+(com|net|org|io|me|app|co|de|fr|es|it|nl|at|ch|uk|jp|kr|au|ca|eu|info|biz|link|page|site|online|shop|gg|ly)(?![[:alnum:]])(/\S*)?',
      '[hidden]', 'gi'),
      '(?<![[:alnum:]./:-])(?!\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{4})(\+\d([ ()./-]{0,2}\d){6,14}|\(?\d([ ()./-]{0,2}\d){7,14})(?![[:alnum:]])',
      '[hidden]', 'g')
  $$;

revoke execute on function public.mask_contacts from public, anon, authenticated;
