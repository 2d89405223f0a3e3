-- Guests: people who go on without an account (Supabase's anonymous sign-in). What they begin lives in
-- their browser; whatever others rely on wants an account behind it. Asked of the account itself, as a
-- token of before the guest gave an address still says otherwise.

create function public.has_account() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from auth.users where id = (select auth.uid()) and not is_anonymous
    )
  $$;
revoke execute on function public.has_account from public, anon;

-- A guest is nobody to count or to show, so they have no profile until they are somebody.
drop trigger create_profile_for_user on auth.users;
create trigger create_profile_for_user
  after insert on auth.users
  for each row when (not new.is_anonymous)
  execute function public.create_profile_for_user();
create trigger create_profile_for_guest
  after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous)
  execute function public.create_profile_for_user();
create policy "guests have no profile" on public.profiles
  as restrictive for insert to authenticated with check ((select public.has_account()));

-- Whoever writes, a function in their name too: a guest lists, pays and reviews nothing.
create function public.refuse_guests() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if exists (select from auth.users where id = new.user_id and is_anonymous) then
        raise exception using errcode = 'PT403', detail = 'account_needed',
          message = 'Please tell us your e-mail address first';
      end if;
      return new;
    end
  $$;
revoke execute on function public.refuse_guests from public, anon, authenticated;

create trigger refuse_guests
  before insert on public.spaces
  for each row execute function public.refuse_guests();
create trigger refuse_guests
  before insert on public.payments
  for each row execute function public.refuse_guests();
create trigger refuse_guests
  before insert on public.reviews
  for each row execute function public.refuse_guests();

-- These rows do not say whose they are.
create policy "guests add no space types" on public.space_types
  as restrictive for insert to authenticated with check ((select public.has_account()));
create policy "guests store no files" on storage.objects
  as restrictive for insert to authenticated with check ((select public.has_account()));
