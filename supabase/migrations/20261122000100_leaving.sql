-- Leaving: what an account that was deleted may no longer do, and what of it stays.
--
-- Bookings, payments and the ledger are kept as the law wants them, and refer to people. So a
-- person who leaves keeps their row in `profiles` with nothing in it that says who they were.

alter table public.profiles add column deleted_at timestamptz;
comment on column public.profiles.deleted_at is
  'The person has left: name, picture and payout account are gone for good.';

alter table public.spaces add column withdrawn_at timestamptz;
comment on column public.spaces.withdrawn_at is
  'Its host has left. Kept for the sake of its bookings, and shown to those who made them alone.';

-- A review outlives its author and is then nobody's.
alter table public.reviews alter column user_id drop not null;

-- Access tokens live on for up to an hour after their session ended. Whatever they or a function
-- try meanwhile is refused here. The lock makes a write that races with the deletion wait for it,
-- or the deletion for the write: neither overlooks the other.
create function public.refuse_the_departed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    declare
      left_at timestamptz;
    begin
      select deleted_at into left_at from public.profiles
      where id = new.user_id for key share;
      if left_at is not null then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      return new;
    end
  $$;

create trigger refuse_the_departed
  before insert on public.spaces
  for each row execute function public.refuse_the_departed();
create trigger refuse_the_departed
  before insert on public.payments
  for each row execute function public.refuse_the_departed();
create trigger refuse_the_departed
  before insert on public.reviews
  for each row execute function public.refuse_the_departed();

-- The same from the other side: nobody checks out what a host takes with them.
create function public.refuse_withdrawn_space() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    declare
      left_at timestamptz;
    begin
      select profiles.deleted_at into left_at
      from public.profiles
      join public.spaces on spaces.user_id = profiles.id
      where spaces.id = new.space_id
      for key share of profiles;
      if left_at is not null then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      return new;
    end
  $$;

create trigger refuse_withdrawn_space
  before insert on public.payments
  for each row execute function public.refuse_withdrawn_space();

-- An emptied profile stays empty, whoever writes.
create function public.keep_the_departed_blank() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      raise exception using errcode = 'PT403', detail = 'account_deleted',
        message = 'This account has been deleted';
    end
  $$;

create trigger keep_the_departed_blank
  before update on public.profiles
  for each row when (old.deleted_at is not null)
  execute function public.keep_the_departed_blank();

revoke execute on function
  public.refuse_the_departed, public.refuse_withdrawn_space, public.keep_the_departed_blank
from public, anon, authenticated;

-- Past row-level security: the policies of bookings ask for spaces, and would ask each other in turn.
create function public.has_booked(p_space_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.bookings
      where bookings.space_id = p_space_id and bookings.user_id = (select auth.uid())
    )
  $$;

-- Withdrawn spaces are out of every list. Policies of one kind add up.
alter policy "everybody reads spaces" on public.spaces using (withdrawn_at is null);
create policy "guests read spaces they booked, withdrawn or not" on public.spaces
  for select to authenticated using (withdrawn_at is not null and public.has_booked(id));
create policy "admins read withdrawn spaces" on public.spaces
  for select to authenticated using (withdrawn_at is not null and (select public.is_admin()));
alter policy "hosts update their own spaces" on public.spaces
  using (user_id = (select auth.uid()) and withdrawn_at is null);

create function public.has_left() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.profiles
      where profiles.id = (select auth.uid()) and profiles.deleted_at is not null
    )
  $$;

create policy "people who left store no files" on storage.objects
  as restrictive for insert to authenticated with check (not (select public.has_left()));

-- Deletions: what is still to be done of each, so that a crash forgets nothing -----------------

create table public.account_deletions (
  user_id uuid primary key references public.profiles (id),
  erased_at timestamptz not null default now(),
  -- Null while files or the sign-in service's own records may still be there.
  finished_at timestamptz
);

create index account_deletions_unfinished_idx on public.account_deletions (erased_at)
  where (finished_at is null);

comment on table public.account_deletions is
  'Who has left and when, without saying who it was; and whether all of it is done.';

alter table public.account_deletions enable row level security;
revoke all on public.account_deletions from anon, authenticated;
