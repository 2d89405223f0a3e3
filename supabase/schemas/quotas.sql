-- Daily limits per account. When the server starts, it sets them from environment variables with
-- the same names (docs/configuration.md). On hosted Supabase, operators update the rows.
create table public.account_limits (
  name text primary key,
  value integer not null,
  constraint account_limits_value_not_negative check (value >= 0)
);

alter table public.account_limits enable row level security;
revoke all on public.account_limits from anon, authenticated;

insert into public.account_limits (name, value) values
  ('listings_per_day', 20),
  ('reports_per_day', 10),
  ('space_types_per_day', 3),
  ('conversations_per_day', 20),
  ('messages_per_day', 300),
  ('free_bookings_per_day', 10);

-- Number of limited actions of an account, per limit, on the latest day (UTC) with such an action.
-- Deleting what was created does not lower the number.
create table public.account_usage (
  user_id uuid not null references auth.users (id) on delete cascade,
  limit_name text not null references public.account_limits (name),
  day date not null,
  used integer not null,
  primary key (user_id, limit_name)
);

alter table public.account_usage enable row level security;
revoke all on public.account_usage from anon, authenticated;

-- Counts one action of the caller against a daily limit. Raises p_code if the limit is exceeded.
-- The row lock serializes concurrent calls, so that together they cannot exceed the limit. Calls by
-- the server are not limited.
create function public.use_daily_limit(p_limit text, p_code text, p_message text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      most constant integer := (select value from public.account_limits where name = p_limit);
      today constant date := (now() at time zone 'UTC')::date;
      uses integer;
    begin
      if (select auth.uid()) is null then return; end if;
      insert into public.account_usage as usage (user_id, limit_name, day, used)
      values ((select auth.uid()), p_limit, today, 1)
      on conflict (user_id, limit_name) do update
      set day = today, used = case when usage.day = today then usage.used + 1 else 1 end
      returning used into uses;
      if uses > most then
        raise exception using errcode = 'PT429', detail = p_code,
          message = format(p_message, most) || '. Please try again tomorrow';
      end if;
    end
  $$;

revoke execute on function public.use_daily_limit from public, anon, authenticated;
