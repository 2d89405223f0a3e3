-- Only the service role can write resumes (bucket `applications`). Paths are <booking id>/<name> in
-- `booking-problems`, and <conversation id>/<name> in `message-files` and `message-images`.
-- Metadata is removed from images in `message-images`.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('spaces', 'spaces', true, 20 * 1024 * 1024,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('profile-images', 'profile-images', true, 5 * 1024 * 1024,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
  ('applications', 'applications', false, 5 * 1024 * 1024, array[
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text'
  ]),
  ('booking-problems', 'booking-problems', false, 20 * 1024 * 1024,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('message-images', 'message-images', false, 10 * 1024 * 1024,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('message-files', 'message-files', false, 10 * 1024 * 1024, array[
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text'
  ]);

-- Returns the booking's id from the path of a problem photo, or null for any other path.
create function public.booking_of_photo(path text) returns uuid
  language sql immutable set search_path = '' as $$
    select substring(path from '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid
  $$;

create policy "public buckets are visible" on storage.buckets
  for select to anon, authenticated using (public);

-- Public URLs work without a policy. This policy keeps users from listing the images of other
-- users, because the list would reveal user ids and the images of drafts.
create policy "users see images they uploaded, and admins all images" on storage.objects
  for select to authenticated using (
    bucket_id in ('spaces', 'profile-images')
    and (owner_id = (select auth.uid())::text or (select public.is_admin()))
  );
create policy "signed-in users upload images of spaces" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'spaces' and owner_id = (select auth.uid())::text
  );
create policy "users upload their own profile image" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'profile-images'
    and owner_id = (select auth.uid())::text
    and storage.filename(name) like (select auth.uid())::text || '%'
  );
create policy "admins see resumes" on storage.objects
  for select to authenticated using (
    bucket_id = 'applications' and (select public.is_admin())
  );
-- The subquery sees only bookings that the caller may read, because of row-level security.
create policy "both sides of a booking and admins see photos of its problems" on storage.objects
  for select to authenticated using (
    bucket_id = 'booking-problems' and exists (
      select from public.bookings where bookings.id = public.booking_of_photo(name)
    )
  );
create policy "both sides of a booking upload photos of its problems" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'booking-problems'
    and owner_id = (select auth.uid())::text
    and exists (
      select from public.bookings where bookings.id = public.booking_of_photo(name)
    )
  );
-- The subquery sees only conversations that the caller may read, because of row-level security.
create policy "both sides of a conversation see its files" on storage.objects
  for select to authenticated using (
    bucket_id in ('message-images', 'message-files') and exists (
      select from public.conversations where starts_with(name, conversations.id || '/')
    )
  );
create policy "both sides of a conversation upload its files" on storage.objects
  for insert to authenticated with check (
    bucket_id in ('message-images', 'message-files')
    and owner_id = (select auth.uid())::text
    and exists (
      select from public.conversations
      where starts_with(name, conversations.id || '/') and conversations.closed_at is null
        and (select auth.uid()) in (conversations.guest_id, conversations.host_id)
    )
  );
create policy "users replace images they uploaded" on storage.objects
  for update to authenticated
  using (owner_id = (select auth.uid())::text and bucket_id in ('spaces', 'profile-images'))
  -- File names in `profile-images` start with the id of their owner. This check also prevents
  -- renaming a file to a name without this id.
  with check (
    owner_id = (select auth.uid())::text
    and (
      bucket_id = 'spaces'
      or bucket_id = 'profile-images'
        and storage.filename(name) like (select auth.uid())::text || '%'
    )
  );
create policy "users delete images they uploaded" on storage.objects
  for delete to authenticated
  using (owner_id = (select auth.uid())::text and bucket_id in ('spaces', 'profile-images'));
create policy "deleted accounts store no files" on storage.objects
  as restrictive for insert to authenticated with check (not (select public.is_account_deleted()));
create policy "anonymous users store no files" on storage.objects
  as restrictive for insert to authenticated with check ((select public.is_permanent_user()));
create policy "users with a second factor need it to upload files" on storage.objects
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to replace files" on storage.objects
  as restrictive for update to authenticated using (true) with check ((select public.has_required_aal()));
create policy "users with a second factor need it to delete files" on storage.objects
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

-- Returns uploaded files that no row references. Omits files of the last 24 hours, because an
-- unsaved form may use them. Also omits names that need URL encoding, because they cannot be
-- compared with URLs.
create function public.orphaned_uploads(p_limit integer default 500)
  returns table (bucket_id text, name text)
  language sql stable security definer set search_path = '' as $$
    with shown as (
      select unnest(images) as url from public.spaces
      union all
      select unnest(photos) from public.reviews
      union all
      select '/public/booking-problems/' || unnest(photos) from public.booking_problems
      union all
      select '/public/' || (file ->> 'bucket') || '/' || (file ->> 'path')
      from public.messages, jsonb_array_elements(attachments) as file
      where attachments <> '[]'
      union all
      select avatar_url from public.profiles where avatar_url is not null
      union all
      select raw_user_meta_data ->> 'avatar_url' from auth.users
      where raw_user_meta_data ->> 'avatar_url' is not null
    ), named as (
      -- Extracts the path from an image URL such as '…/public/<bucket>/<name>?…'.
      select (regexp_match(url, '/public/([^?#]+)'))[1] as path from shown
    )
    select objects.bucket_id, objects.name
    from storage.objects
    where objects.bucket_id in (
        'spaces', 'profile-images', 'booking-problems', 'message-images', 'message-files')
      and objects.created_at < now() - interval '24 hours'
      and objects.name ~ '^[A-Za-z0-9._/-]+$'
      and not exists (
        select from named where named.path = objects.bucket_id || '/' || objects.name
      )
    order by objects.created_at
    limit p_limit
  $$;

revoke execute on function public.orphaned_uploads from public, anon, authenticated;
grant execute on function public.orphaned_uploads to service_role;
