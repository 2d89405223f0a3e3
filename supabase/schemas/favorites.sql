-- Users' lists of favorite spaces. A visitor who knows a list's share_key can read the list.
create table public.favorite_lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null,
  share_key uuid,
  created_at timestamptz not null default now(),
  constraint favorite_lists_name_present check (trim(name) <> '' and char_length(name) <= 60),
  constraint favorite_lists_name_key unique (user_id, name),
  constraint favorite_lists_share_key_key unique (share_key)
);

create table public.favorites (
  list_id uuid not null references public.favorite_lists (id) on delete cascade,
  space_id uuid not null references public.spaces (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (list_id, space_id)
);

create index favorites_space_id_idx on public.favorites (space_id);

create function public.is_own_favorite_list(p_list_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.favorite_lists
      where favorite_lists.id = p_list_id and favorite_lists.user_id = (select auth.uid())
    )
  $$;

revoke execute on function public.is_own_favorite_list from public, anon;

alter table public.favorite_lists enable row level security;

create policy "users read their own favorite lists" on public.favorite_lists
  for select to authenticated using (user_id = (select auth.uid()));
create policy "users add favorite lists" on public.favorite_lists
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own favorite lists" on public.favorite_lists
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users delete their own favorite lists" on public.favorite_lists
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "users with a second factor need it to add favorite lists" on public.favorite_lists
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to change favorite lists"
  on public.favorite_lists
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));
create policy "users with a second factor need it to delete favorite lists"
  on public.favorite_lists
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

revoke all on public.favorite_lists from anon, authenticated;
grant select, delete on public.favorite_lists to authenticated;
grant insert (user_id, name), update (name, share_key) on public.favorite_lists to authenticated;

create trigger refuse_inactive_account
  before insert on public.favorite_lists
  for each row execute function public.refuse_inactive_account();

-- Limits the number of lists per user. The lock on the user's profile makes concurrent inserts by
-- the same user wait, so that together they cannot exceed the limit.
create function public.limit_favorite_lists() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      most constant integer := 50;
    begin
      perform from public.profiles where id = new.user_id for no key update;
      if most <= (select count(*) from public.favorite_lists where user_id = new.user_id) then
        raise exception using errcode = 'PT409', detail = 'too_many_favorite_lists',
          message = format('You can keep %s lists. Please delete one first', most);
      end if;
      return new;
    end
  $$;

revoke execute on function public.limit_favorite_lists from public, anon, authenticated;

create trigger limit_favorite_lists
  before insert on public.favorite_lists
  for each row execute function public.limit_favorite_lists();

alter table public.favorites enable row level security;

create policy "users read their own favorites" on public.favorites
  for select to authenticated using (public.is_own_favorite_list(list_id));
create policy "users add favorites to their own lists" on public.favorites
  for insert to authenticated with check (public.is_own_favorite_list(list_id));
create policy "users remove favorites from their own lists" on public.favorites
  for delete to authenticated using (public.is_own_favorite_list(list_id));
create policy "users with a second factor need it to add favorites" on public.favorites
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to remove favorites" on public.favorites
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

revoke all on public.favorites from anon, authenticated;
grant select, delete on public.favorites to authenticated;
grant insert (list_id, space_id) on public.favorites to authenticated;

-- Limits the number of spaces per list. The lock on the list's row makes concurrent inserts into
-- the same list wait, so that together they cannot exceed the limit.
create function public.limit_favorites() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      most constant integer := 500;
    begin
      perform from public.favorite_lists where id = new.list_id for no key update;
      if most <= (select count(*) from public.favorites where list_id = new.list_id) then
        raise exception using errcode = 'PT409', detail = 'too_many_favorites',
          message = format('A list holds %s spaces. Please use another list', most);
      end if;
      return new;
    end
  $$;

revoke execute on function public.limit_favorites from public, anon, authenticated;

create trigger limit_favorites
  before insert on public.favorites
  for each row execute function public.limit_favorites();

-- Returns the caller's lists of favorites, oldest list first. `space_ids` are the listed spaces of
-- a list, latest saved first. `unlisted` is the number of saved spaces that are no longer listed
-- but may be listed again.
create function public.own_favorite_lists() returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', favorite_lists.id,
          'name', favorite_lists.name,
          'share_key', favorite_lists.share_key,
          'space_ids', (
            select coalesce(
              jsonb_agg(favorites.space_id order by favorites.created_at desc, favorites.space_id),
              '[]')
            from public.favorites
            join public.spaces on spaces.id = favorites.space_id
            where favorites.list_id = favorite_lists.id and spaces.is_listed
          ),
          'unlisted', (
            select count(*) from public.favorites
            join public.spaces on spaces.id = favorites.space_id
            where favorites.list_id = favorite_lists.id and not spaces.is_listed
              and spaces.withdrawn_at is null
          )
        )
        order by favorite_lists.created_at, favorite_lists.id
      ),
      '[]')
    from public.favorite_lists
    where favorite_lists.user_id = (select auth.uid())
  $$;

-- Saves a space into one of the caller's lists, by default "Favorites". Returns the list's id.
create function public.save_favorite(p_space_id uuid, p_list_id uuid default null) returns uuid
  language plpgsql set search_path = '' as $$
    declare
      me constant uuid := (select auth.uid());
      default_name constant text := 'Favorites';
      target uuid := p_list_id;
    begin
      if target is null then
        select id into target from public.favorite_lists
        where user_id = me and name = default_name;
      end if;
      if target is null then
        insert into public.favorite_lists (user_id, name) values (me, default_name)
        on conflict (user_id, name) do nothing
        returning id into target;
      end if;
      if target is null then
        -- A concurrent call has created the default list.
        select id into target from public.favorite_lists
        where user_id = me and name = default_name;
      end if;
      if not exists (
        select from public.favorites where list_id = target and space_id = p_space_id
      ) then
        insert into public.favorites (list_id, space_id) values (target, p_space_id)
        on conflict do nothing;
      end if;
      return target;
    end
  $$;

revoke execute on function
  public.own_favorite_lists, public.save_favorite
from public, anon;

-- Returns the name and the ids of the listed spaces of the list with this share_key, or null.
create function public.shared_favorites(p_share_key uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'name', favorite_lists.name,
      'space_ids', (
        select coalesce(jsonb_agg(favorites.space_id order by favorites.created_at desc), '[]')
        from public.favorites
        join public.spaces on spaces.id = favorites.space_id
        where favorites.list_id = favorite_lists.id and spaces.is_listed
      )
    )
    from public.favorite_lists
    where favorite_lists.share_key = p_share_key
  $$;
