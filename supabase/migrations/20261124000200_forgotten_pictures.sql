-- Pictures that nothing shows: uploaded for a listing or a profile that was never saved, because the
-- tab was closed, or left behind when another took their place and its removal failed.

-- Oldest first, and only what has lain about for a day: whoever fills in a form takes their time.
-- Names that an address would write differently are left alone, as they could not be recognized.
create function public.forgotten_pictures(p_limit integer default 500)
  returns table (bucket_id text, name text)
  language sql stable security definer set search_path = ''
  as $$
    with shown as (
      select unnest(images) as url from public.spaces
      union all
      select avatar_url from public.profiles where avatar_url is not null
      union all
      select raw_user_meta_data ->> 'avatar_url' from auth.users
      where raw_user_meta_data ->> 'avatar_url' is not null
    ), named as (
      -- Both an object's own address and that of a rendition: '…/public/<bucket>/<name>?…'.
      select (regexp_match(url, '/public/([^?#]+)'))[1] as place from shown
    )
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id in ('spaces', 'profile-images')
      and objects.created_at < now() - interval '24 hours'
      and objects.name ~ '^[A-Za-z0-9._/-]+$'
      and not exists (
        select from named where named.place = objects.bucket_id || '/' || objects.name
      )
    order by objects.created_at
    limit p_limit
  $$;
revoke execute on function public.forgotten_pictures from public, anon, authenticated;
grant execute on function public.forgotten_pictures to service_role;
