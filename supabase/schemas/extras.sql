-- Extras such as cleaning or a projector. bookings.extras contains copies of the chosen extras.
create table public.space_extras (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  name text not null,
  -- `price` is in major units of the space's currency, per booking, hour or person.
  price numeric not null,
  unit text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint space_extras_name_present check (trim(name) <> '' and char_length(name) <= 80),
  constraint space_extras_price_range check (price >= 0 and price <= 9999999),
  constraint space_extras_unit_known check (unit in ('booking', 'hour', 'person')),
  constraint space_extras_position_range check (position between 0 and 19),
  constraint space_extras_position_key unique (space_id, position) deferrable
);

alter table public.space_extras enable row level security;

-- The subquery sees only spaces that the caller may read, because of row-level security.
create policy "extras are as visible as their space" on public.space_extras
  for select to anon, authenticated
  using (exists (select from public.spaces where spaces.id = space_id));
create policy "hosts add extras to their spaces" on public.space_extras
  for insert to authenticated with check (public.is_host_of(space_id));
create policy "hosts change extras of their spaces" on public.space_extras
  for update to authenticated
  using (public.is_host_of(space_id)) with check (public.is_host_of(space_id));
create policy "hosts remove extras of their spaces" on public.space_extras
  for delete to authenticated using (public.is_host_of(space_id));
create policy "users with a second factor need it to add extras" on public.space_extras
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to change extras" on public.space_extras
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));
create policy "users with a second factor need it to remove extras" on public.space_extras
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

revoke all on public.space_extras from anon, authenticated;
grant select on public.space_extras to anon, authenticated;
grant insert (space_id, name, price, unit, position) on public.space_extras to authenticated;
grant update (name, price, unit, position) on public.space_extras to authenticated;
grant delete on public.space_extras to authenticated;

create function public.check_extra_price() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      space_currency constant public.currency_code := (
        select currency from public.spaces where id = new.space_id);
    begin
      if new.price <> round(new.price, public.currency_decimals(space_currency)) then
        raise exception using errcode = 'PT400', detail = 'bad_extra_price',
          message = format('A price in %s has at most %s decimals', space_currency,
            public.currency_decimals(space_currency));
      end if;
      return new;
    end
  $$;

revoke execute on function public.check_extra_price from public, anon, authenticated;

create trigger check_extra_price
  before insert or update of price on public.space_extras
  for each row execute function public.check_extra_price();

create trigger refuse_banned_caller
  before insert or update or delete on public.space_extras
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

-- Replaces the extras of a space. p_extras is an array of objects with name, price and unit, in the
-- order of the listing. Raises insufficient_privilege or bad_extra_price. Values out of range
-- violate a check constraint.
create function public.set_space_extras(p_space_id uuid, p_extras jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      extra record;
      extra_id uuid;
      kept uuid[] := '{}';
    begin
      perform public.require_host(p_space_id);
      set constraints public.space_extras_position_key deferred;
      -- Keeps the ids of unchanged extras, because checkouts refer to them.
      for extra in
        select list.value ->> 'name' as name, (list.value ->> 'price')::numeric as price,
          list.value ->> 'unit' as unit, list.index - 1 as position
        from jsonb_array_elements(p_extras) with ordinality as list (value, index)
        order by index
      loop
        update public.space_extras set position = extra.position
        where id = (
          select id from public.space_extras
          where space_id = p_space_id and id <> all (kept)
            and (name, price, unit) = (extra.name, extra.price, extra.unit)
          order by position limit 1)
        returning id into extra_id;
        if not found then
          insert into public.space_extras (space_id, name, price, unit, position)
          values (p_space_id, extra.name, extra.price, extra.unit, extra.position)
          returning id into extra_id;
        end if;
        kept := kept || extra_id;
      end loop;
      delete from public.space_extras where space_id = p_space_id and id <> all (kept);
    end
  $$;

revoke execute on function public.set_space_extras from public, anon;

alter publication supabase_realtime add table public.space_extras;
