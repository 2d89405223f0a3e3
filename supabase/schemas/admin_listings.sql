-- A listing hidden by an admin disappears from all public pages (spaces.is_listed), but keeps its
-- bookings.

-- Returns the reason for which an admin has hidden a space, or null. Only its host and admins can
-- read the reason.
create function public.hidden_reason(p_space_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select log.reason
    from public.spaces
    join public.admin_actions as log
      on log.target_type = 'space' and log.target_id = spaces.id::text and log.action = 'space.hide'
    where spaces.id = p_space_id and spaces.hidden_at is not null
      and (spaces.user_id = (select auth.uid()) or (select public.is_admin()))
    order by log.id desc
    limit 1
  $$;

-- Searches listings by the id of the listing or of its host. Also searches by a part of the title,
-- the location, the host's name or the host's email address. Returns the newest first. p_state is
-- all, listed, hidden or archived.
create function public.find_listings(
  p_search text default '', p_state text default 'all', p_before timestamptz default null,
  p_before_id uuid default null, p_limit integer default 20
) returns table (
    id uuid, slug text, title text, location text, country text, image text,
    image_preview text, host_id uuid, host_name text, created_at timestamptz, available boolean,
    archived_at timestamptz, hidden_at timestamptz, hidden_reason text, open_reports bigint,
    bookings_ahead bigint
  )
  language plpgsql stable security definer set search_path = ''
  -- Plans each search with its actual arguments. A generic plan would read all spaces.
  set plan_cache_mode = force_custom_plan as $$
    #variable_conflict use_column
    declare
      search constant text := lower(trim(coalesce(p_search, '')));
      named_id constant uuid := substring(
        search from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}');
      pattern constant text := '%' || regexp_replace(
        regexp_replace(public.folded(search), '([\\%_])', '\\\1', 'g'), '\s+', '%', 'g') || '%';
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        select spaces.id, spaces.slug, spaces.title, spaces.location, spaces.country,
          spaces.images[1], spaces.image_previews[1], spaces.user_id, hosts.full_name,
          spaces.created_at, spaces.available, spaces.archived_at, spaces.hidden_at,
          public.hidden_reason(spaces.id),
          (select count(*) from public.space_reports
            where space_id = spaces.id and resolved_at is null),
          (select count(*) from public.bookings
            where space_id = spaces.id and status in ('requested', 'confirmed')
              and end_time > now())
        from public.spaces
        join public.profiles as hosts on hosts.id = spaces.user_id
        left join auth.users as accounts on accounts.id = spaces.user_id
        where spaces.withdrawn_at is null
          and (case p_state
            when 'listed' then spaces.is_listed
            when 'hidden' then spaces.hidden_at is not null
            when 'archived' then spaces.archived_at is not null
            else true
          end)
          and (case
            when search = '' then true
            when named_id is not null then named_id in (spaces.id, spaces.user_id)
            when strpos(search, '@') > 0 then strpos(lower(accounts.email), search) > 0
            else public.folded(spaces.title) like pattern
              or public.folded(spaces.location || ' ' || spaces.country) like pattern
              or public.folded(hosts.full_name) like pattern
          end)
          and (p_before is null or (spaces.created_at, spaces.id) < (p_before, p_before_id))
        order by spaces.created_at desc, spaces.id desc
        limit least(greatest(p_limit, 1), 100);
    end
  $$;

-- Hides a listing, or shows it again, and notifies its host. Raises reason_required or
-- space_not_found.
create function public.set_space_hidden(p_space_id uuid, p_is_hidden boolean, p_reason text)
  returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      space record;
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if coalesce(char_length(trim(p_reason)), 0) not between 1 and 2000 then
        raise exception using errcode = 'PT400', detail = 'reason_required',
          message = 'Please give a reason';
      end if;
      select id, user_id, title, hidden_at into space from public.spaces
      where id = p_space_id and withdrawn_at is null
      for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'space_not_found',
          message = 'Space not found';
      end if;
      if (space.hidden_at is not null) = p_is_hidden then return; end if;
      update public.spaces set hidden_at = case when p_is_hidden then now() end
      where id = p_space_id;
      perform public.record_admin_action(
        case when p_is_hidden then 'space.hide' else 'space.show' end, 'space', p_space_id::text,
        trim(p_reason));
      perform public.notify(
        space.user_id, case when p_is_hidden then 'listing-hidden' else 'listing-shown' end,
        '/hosting/listings/' || p_space_id,
        jsonb_build_object(
          'space_id', p_space_id, 'space_title', space.title, 'reason', trim(p_reason)),
        format('listing-hidden:%s:%s', p_space_id, clock_timestamp()));
    end
  $$;

revoke execute on function public.hidden_reason, public.find_listings, public.set_space_hidden
from public, anon, authenticated;
grant execute on function public.hidden_reason, public.find_listings, public.set_space_hidden
to authenticated;
