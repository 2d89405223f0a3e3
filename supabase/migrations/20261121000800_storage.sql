-- Pictures. Both buckets are public to read; only their uploader may write.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('spaces', 'spaces', true, 20 * 1024 * 1024,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('profile-images', 'profile-images', true, 5 * 1024 * 1024,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

create policy "everybody sees public buckets" on storage.buckets
  for select to anon, authenticated using (public);

create policy "everybody sees pictures" on storage.objects
  for select to anon, authenticated using (bucket_id in ('spaces', 'profile-images'));
create policy "signed-in people upload pictures of spaces" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'spaces' and owner_id = (select auth.uid())::text
  );
create policy "people upload their own profile picture" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'profile-images'
    and owner_id = (select auth.uid())::text
    and storage.filename(name) like (select auth.uid())::text || '%'
  );
create policy "people replace pictures they uploaded" on storage.objects
  for update to authenticated
  using (owner_id = (select auth.uid())::text and bucket_id in ('spaces', 'profile-images'))
  -- Moving is an update too: what ends up among the profile pictures bears its owner's name.
  with check (
    owner_id = (select auth.uid())::text
    and (
      bucket_id = 'spaces'
      or bucket_id = 'profile-images'
        and storage.filename(name) like (select auth.uid())::text || '%'
    )
  );
create policy "people remove pictures they uploaded" on storage.objects
  for delete to authenticated
  using (owner_id = (select auth.uid())::text and bucket_id in ('spaces', 'profile-images'));
